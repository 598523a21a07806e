import { undecodable } from '../common/media-error.js';

/** Reads bits, most significant first. Reading beyond the end counts as an error of the file. */
export class BitReader {
  private position: number;
  private readonly end: number;

  constructor(
    private readonly bytes: Uint8Array,
    offset: number,
  ) {
    this.position = offset * 8;
    this.end = bytes.length * 8;
  }

  /** The offset of the next byte, after alignment. */
  get byteOffset(): number {
    return (this.position + 7) >>> 3;
  }

  /** Reads up to 32 bits, unsigned. */
  read(count: number): number {
    if (count === 0) return 0;
    const value = this.peek32() >>> (32 - count);
    this.advance(count);
    return value;
  }

  /** Reads up to 32 bits in two's complement. */
  readSigned(count: number): number {
    if (count === 0) return 0;
    const value = (this.peek32() | 0) >> (32 - count);
    this.advance(count);
    return value;
  }

  /** The number of zeros before the next 1. */
  readUnary(): number {
    let zeros = 0;
    for (;;) {
      const leading = Math.clz32(this.peek32());
      if (leading < 32) {
        this.advance(leading + 1);
        return zeros + leading;
      }
      this.advance(32);
      zeros += 32;
    }
  }

  /** Reads `count` Rice-coded residuals (RFC 9639 section 9.2.7) into `output` from `offset` on. */
  readRice(parameter: number, output: Int32Array, offset: number, count: number): void {
    for (let i = offset; i < offset + count; i++) {
      const folded = (this.readUnary() << parameter) | this.read(parameter);
      output[i] = (folded >>> 1) ^ -(folded & 1);
    }
  }

  private peek32(): number {
    const { bytes } = this;
    const at = this.position >>> 3;
    const shift = this.position & 7;
    const word =
      ((bytes[at] ?? 0) << 24) |
      ((bytes[at + 1] ?? 0) << 16) |
      ((bytes[at + 2] ?? 0) << 8) |
      (bytes[at + 3] ?? 0);
    return shift === 0 ? word >>> 0 : ((word << shift) | ((bytes[at + 4] ?? 0) >>> (8 - shift))) >>> 0;
  }

  private advance(count: number): void {
    this.position += count;
    if (this.position > this.end) throw undecodable('the FLAC file ends in the middle of a frame');
  }
}
