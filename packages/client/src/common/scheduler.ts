/** Cancels one scheduled call. Does nothing when called again. */
export type Cancel = () => void;

/** Time, injected so that tests can control it. */
export interface Scheduler {
  /** Milliseconds, monotonic. */
  nowMs(): number;
  /** Runs once after a time, unless it is canceled. */
  after(delayMs: number, run: () => void): Cancel;
}

/** What {@link systemScheduler} needs; pages and workers both have it. */
export interface TimerRealm {
  performance: { now(): number };
  setTimeout(run: () => void, delayMs: number): unknown;
  clearTimeout(handle: never): void;
}

/** The clock and timers of the page or worker. */
export const systemScheduler = (realm: TimerRealm): Scheduler => ({
  nowMs: () => realm.performance.now(),
  after(delayMs, run) {
    const handle = realm.setTimeout(run, delayMs);
    return () => realm.clearTimeout(handle as never);
  },
});
