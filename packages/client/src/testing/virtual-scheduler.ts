import type { Cancel, Scheduler } from '../common/scheduler.js';

interface Entry {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

/** Time that moves only in {@link advance}. Promises settle in between. */
export class VirtualScheduler implements Scheduler {
  private now = 0;
  private order = 0;
  private readonly entries = new Set<Entry>();

  nowMs(): number {
    return this.now;
  }

  /** The number of timers that have neither run nor been cancelled. */
  get pending(): number {
    return this.entries.size;
  }

  after(delayMs: number, run: () => void): Cancel {
    const entry: Entry = { atMs: this.now + Math.max(0, delayMs), order: this.order++, run };
    this.entries.add(entry);
    return () => this.entries.delete(entry);
  }

  /** Moves time and runs the timers that become due, in order. */
  async advance(ms: number): Promise<void> {
    const until = this.now + ms;
    await settle();
    for (let next = this.next(until); next !== null; next = this.next(until)) {
      this.now = Math.max(this.now, next.atMs);
      this.entries.delete(next);
      next.run();
      await settle();
    }
    this.now = until;
  }

  private next(untilMs: number): Entry | null {
    let first: Entry | null = null;
    for (const entry of this.entries) {
      if (entry.atMs > untilMs) continue;
      if (
        first === null ||
        entry.atMs < first.atMs ||
        (entry.atMs === first.atMs && entry.order < first.order)
      ) {
        first = entry;
      }
    }
    return first;
  }
}

/** Runs the callbacks of promises that are ready, and of those that become ready as a result. */
export const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
};
