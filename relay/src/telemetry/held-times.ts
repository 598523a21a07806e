/** Upper bounds, ms. 20 ms is what a request may take of the I/O thread. */
const HELD_BOUNDS_MS = [1, 2, 5, 10, 15, 20, 30, 50, 100, 250, 1_000, Infinity] as const;

/** How often work held a thread for how long. Each frame of each stream is counted, so counting is a few additions. */
export class HeldTimes {
  private readonly counts = new Map<string, Uint32Array>();

  note(work: string, ms: number): void {
    let counts = this.counts.get(work);
    if (counts === undefined) {
      counts = new Uint32Array(HELD_BOUNDS_MS.length);
      this.counts.set(work, counts);
    }
    const at = HELD_BOUNDS_MS.findIndex((boundMs) => ms <= boundMs);
    counts[at] = (counts[at] ?? 0) + 1;
  }

  /** For each work and each bound, how many took at most so long. */
  *cumulated(): Iterable<{ readonly work: string; readonly boundMs: number; readonly count: number }> {
    for (const [work, counts] of this.counts) {
      let count = 0;
      for (const [at, boundMs] of HELD_BOUNDS_MS.entries()) {
        count += counts[at] ?? 0;
        yield { work, boundMs, count };
      }
    }
  }
}
