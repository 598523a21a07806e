import type { Cancel, StreamClock, StreamTimers } from '../../src/stream/ports.js';
import type { ManualClock } from '../../src/stream/testing/manual-clock.js';

/** The clock and timers of one process. They end with it, and its wall clock can be wrong. */
export class ProcessClock implements StreamClock, StreamTimers {
  private dead = false;
  private readonly cancels = new Set<Cancel>();

  /** @param wallOffsetMs the error of the host's wall clock. A change applies to every process of the host. */
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
