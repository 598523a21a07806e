import type { PoolClock } from '../pool/pool.js';

interface Timer {
  atMs: number;
  everyMs: number | undefined;
  run: () => void;
}

/** A clock that moves only when the test says so. */
export class ManualClock implements PoolClock {
  private nowMs = 1_000;
  private timers: Timer[] = [];

  now = (): number => this.nowMs;

  every = (ms: number, run: () => void): (() => void) => {
    const timer: Timer = { atMs: this.nowMs + ms, everyMs: ms, run };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  };

  after = (ms: number, run: () => void): void => {
    this.timers.push({ atMs: this.nowMs + ms, everyMs: undefined, run });
  };

  /** Lets time pass and fires every timer at its time. */
  advance(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (;;) {
      const due = this.timers.filter(({ atMs }) => atMs <= untilMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (due === undefined) break;
      this.nowMs = Math.max(this.nowMs, due.atMs);
      this.fire(due);
    }
    this.nowMs = untilMs;
  }

  /** Simulates a process that is stopped for a while: all timers fire late, once. */
  freeze(ms: number): void {
    this.nowMs += ms;
    for (const timer of this.timers.filter(({ atMs }) => atMs <= this.nowMs)) this.fire(timer);
  }

  private fire(timer: Timer): void {
    if (timer.everyMs === undefined) this.timers = this.timers.filter((each) => each !== timer);
    else timer.atMs = this.nowMs + timer.everyMs;
    timer.run();
  }
}
