/** Work counts for about this long, ms: shorter than a full reader's pile-up, longer than one batch. */
const MEMORY_MS = 2_000;

/** How much of its time a thread worked lately, with old work forgotten exponentially. */
export class BusyShare {
  private share = 0;
  private knownUntilMs: number | undefined;

  /** Adds work that took from `startMs` to `endMs`; the time since the work before was idle. */
  add(startMs: number, endMs: number): void {
    const idleMs = startMs - (this.knownUntilMs ?? startMs);
    this.share *= Math.exp(-Math.max(0, idleMs) / MEMORY_MS);
    this.share += (1 - this.share) * (1 - Math.exp(-Math.max(0, endMs - startMs) / MEMORY_MS));
    this.knownUntilMs = endMs;
  }

  /** 0 to 1. */
  at(nowMs: number): number {
    return this.share * Math.exp(-Math.max(0, nowMs - (this.knownUntilMs ?? nowMs)) / MEMORY_MS);
  }
}
