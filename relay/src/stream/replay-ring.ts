import { LIMITS, type ServerBody } from '@undertone/protocol';

/**
 * A client that acknowledges (every audio message carries `ack`) keeps the ring almost empty. These bounds are for one
 * that does not: about 30 s of directives in JSON.
 */
const MAX_MESSAGES = 1_024;
const MAX_BYTES = 128 * 1_024;

interface Kept {
  readonly seq: number;
  readonly body: ServerBody;
  readonly bytes: number;
  readonly atMs: number;
}

/** Messages sent and not acknowledged, oldest first, for a resume: bounded in number, bytes and age. */
export class ReplayRing {
  private kept: Kept[] = [];
  private bytes = 0;

  constructor(private readonly now: () => number) {}

  push(seq: number, body: ServerBody, bytes: number): void {
    const atMs = this.now();
    this.kept.push({ seq, body, bytes, atMs });
    this.bytes += bytes;
    let drop = 0;
    let bytesLeft = this.bytes;
    for (const entry of this.kept) {
      const tooMany = this.kept.length - drop > MAX_MESSAGES || bytesLeft > MAX_BYTES;
      if (!tooMany && atMs - entry.atMs <= LIMITS.resumeWindowMs) break;
      bytesLeft -= entry.bytes;
      drop += 1;
    }
    this.drop(drop);
  }

  /** Forgets everything up to and including `seq`. */
  trim(seq: number): void {
    let drop = 0;
    while ((this.kept[drop]?.seq ?? Infinity) <= seq) drop += 1;
    this.drop(drop);
  }

  after(seq: number): readonly { readonly seq: number; readonly body: ServerBody }[] {
    return this.kept.filter((entry) => entry.seq > seq);
  }

  private drop(count: number): void {
    if (count === 0) return;
    for (const entry of this.kept.splice(0, count)) this.bytes -= entry.bytes;
  }
}
