import type { Cancel, StreamClock, StreamTimers } from '../../src/stream/ports.js';
import type { ManualClock } from '../../src/stream/testing/manual-clock.js';

/** Clock and timers of one process: they end with it, and its wall clock can be set wrong. */
export class ProcessClock implements StreamClock, StreamTimers {
  private dead = false;
  private readonly cancels = new Set<Cancel>();

  /** @param wallOffsetMs how far the host's wall clock is off; a step changes it for every process of the host */
  constructor(
    private readonly clock: ManualClock,
    private readonly wallOffsetMs: () => number,
  ) {}

  monotonicMs(): number {
    return this.clock.monotonicMs();
  }

  wallMs(): number {
    return this.clock.wallMs() + this.wallOffsetMs();
  }

  after(ms: number, run: () => void): Cancel {
    const cancel = this.clock.after(ms, () => {
      this.cancels.delete(cancel);
      run();
    });
    return this.keep(cancel);
  }

  every(ms: number, run: () => void): Cancel {
    return this.keep(this.clock.every(ms, run));
  }

  /** Stops all timers. */
  kill(): void {
    this.dead = true;
    for (const cancel of this.cancels) cancel();
    this.cancels.clear();
  }

  private keep(cancel: Cancel): Cancel {
    if (this.dead) cancel();
    else this.cancels.add(cancel);
    return () => {
      this.cancels.delete(cancel);
      cancel();
    };
  }
}
