/** Undoes one scheduled call; harmless afterwards. */
export type Cancel = () => void;

/** Time, injected: tests move it by hand. */
export interface Scheduler {
  /** Milliseconds, monotonic. */
  nowMs(): number;
  after(delayMs: number, run: () => void): Cancel;
}

/** What {@link systemScheduler} needs of its realm; pages and workers both have it. */
export interface TimerRealm {
  performance: { now(): number };
  setTimeout(run: () => void, delayMs: number): unknown;
  clearTimeout(handle: never): void;
}

/** The realm's own clock and timers. */
export const systemScheduler = (realm: TimerRealm): Scheduler => ({
  nowMs: () => realm.performance.now(),
  after(delayMs, run) {
    const handle = realm.setTimeout(run, delayMs);
    return () => realm.clearTimeout(handle as never);
  },
});
