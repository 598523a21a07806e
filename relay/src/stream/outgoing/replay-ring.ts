import { LIMITS, type ServerBody } from '@undertone/protocol';

/**
 * A client that acknowledges (every audio message carries `ack`) keeps the ring almost empty. These limits
 * are for a client that does not: about 30 s of directives in JSON.
 */
const MAX_MESSAGES = 1_024;
const MAX_BYTES = 128 * 1_024;

interface Kept {
  readonly seq: number;
  readonly body: ServerBody;
  readonly bytes: number;
  readonly atMs: number;
}

/**
 * How many removed messages stay at the front of the array before it is copied. Shifting a long array for
 * each one would cost more.
 */
const SLACK = 64;

/**
 * Messages that were sent and not acknowledged, oldest first, for a resume. Limited in number, bytes and age.
 */
export class ReplayRing {
  private kept: (Kept | undefined)[] = [];
  /** Index of the oldest message. */
  private head = 0;
  private bytes = 0;

  constructor(private readonly now: () => number) {}

  push(seq: number, body: ServerBody, bytes: number): void {
    const atMs = this.now();
    this.kept.push({ seq, body, bytes, atMs });
    this.bytes += bytes;
    for (let oldest = this.kept[this.head]; oldest !== undefined; oldest = this.kept[this.head]) {
      const tooMany = this.kept.length - this.head > MAX_MESSAGES || this.bytes > MAX_BYTES;
      if (!tooMany && atMs - oldest.atMs <= LIMITS.resumeWindowMs) return;
      this.drop(oldest);
    }
  }

  /** Removes everything up to and including `seq`. */
  trim(seq: number): void {
    for (
      let oldest = this.kept[this.head];
      oldest !== undefined && oldest.seq <= seq;
      oldest = this.kept[this.head]
    ) {
      this.drop(oldest);
    }
  }

  after(seq: number): readonly { readonly seq: number; readonly body: ServerBody }[] {
    return this.kept.flatMap((entry) => (entry !== undefined && entry.seq > seq ? [entry] : []));
  }

  /** Changes the stored messages; their numbers and order stay. */
  rewrite(change: (body: ServerBody) => ServerBody): void {
    this.kept = this.kept.map((entry) => entry && { ...entry, body: change(entry.body) });
  }

  private drop(oldest: Kept): void {
    this.bytes -= oldest.bytes;
    this.kept[this.head] = undefined;
    this.head += 1;
    if (this.head < SLACK && this.head < this.kept.length) return;
    this.kept = this.kept.slice(this.head);
    this.head = 0;
  }
}
