import type { Cancel, StreamClock, StreamTimers } from '../ports.js';

interface Timer {
  dueMs: number;
  readonly everyMs: number | undefined;
  readonly run: () => void;
}

/** A clock that moves only when a test moves it, and its timers. */
export class ManualClock implements StreamClock, StreamTimers {
  private nowMs = 1_000;
  private wallOffsetMs = Date.UTC(2026, 0, 1);
  private readonly timers = new Set<Timer>();

  monotonicMs(): number {
    return this.nowMs;
  }

  wallMs(): number {
    return this.nowMs + this.wallOffsetMs;
  }

  /** Moves only the wall clock, as a time server does. */
  stepWall(ms: number): void {
    this.wallOffsetMs += ms;
  }

  after(ms: number, run: () => void): Cancel {
    return this.start({ dueMs: this.nowMs + ms, everyMs: undefined, run });
  }

  every(ms: number, run: () => void): Cancel {
    return this.start({ dueMs: this.nowMs + ms, everyMs: ms, run });
  }

  get pending(): number {
    return this.timers.size;
  }

  /** Lets time pass. Timers run when they are due, and promises settle in between. */
  async advance(ms: number): Promise<void> {
    const endMs = this.nowMs + ms;
    for (let next = this.earliest(endMs); next !== undefined; next = this.earliest(endMs)) {
      this.nowMs = Math.max(this.nowMs, next.dueMs);
      if (next.everyMs === undefined) this.timers.delete(next);
      else next.dueMs += next.everyMs;
      next.run();
      await settled();
    }
    this.nowMs = endMs;
    await settled();
  }

  /** Lets time pass without running timers, like a stopped process. */
  freeze(ms: number): void {
    this.nowMs += ms;
  }

  private start(timer: Timer): Cancel {
    this.timers.add(timer);
    return () => this.timers.delete(timer);
  }

  private earliest(endMs: number): Timer | undefined {
    let found: Timer | undefined;
    for (const timer of this.timers) {
      if (timer.dueMs <= endMs && (found === undefined || timer.dueMs < found.dueMs)) found = timer;
    }
    return found;
  }
}

/** Resolves after every promise that can resolve without time passing. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
