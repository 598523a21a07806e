import { seededRandom } from '@undertone/fine-tune';

/** Seeded choices: the same seed makes the same case. */
export class Dice {
  private readonly next: () => number;
  constructor(start: number) {
    this.next = seededRandom(start);
  }
  upTo(limit: number): number {
    return Math.floor(this.next() * limit);
  }
  /** True once in `times`. */
  once(times: number): boolean {
    return this.upTo(times) === 0;
  }
  pick<T>(options: readonly T[]): T {
    return options[this.upTo(options.length)]!;
  }
  bytes(length: number): Buffer {
    return Buffer.from(Uint8Array.from({ length }, () => this.upTo(256)));
  }
  /** Bytes with a few of them changed, some missing, or some twice. */
  harm(original: Uint8Array): Buffer {
    const bytes = Buffer.from(original);
    const [from, to] = [this.upTo(bytes.length + 1), this.upTo(bytes.length + 1)].sort((a, b) => a - b);
    switch (this.upTo(5)) {
      case 0:
        return bytes.subarray(0, to);
      case 1:
        return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
      case 2:
        return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)]);
      default:
        // Headers decide most, so they are hit as often as all the rest.
        for (let count = 1 + this.upTo(8); count > 0 && bytes.length > 0; count -= 1) {
          const at = this.upTo(this.once(2) ? Math.min(bytes.length, 128) : bytes.length);
          bytes[at] = this.pick([bytes[at]! ^ (1 << this.upTo(8)), 0, 0x7f, 0x80, 0xff]);
        }
        return bytes;
    }
  }
}
