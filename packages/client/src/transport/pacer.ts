import type { Scheduler } from '../common/scheduler.js';

/**
 * Keeps a replay below the rate the relay admits. A bucket of audio time: it fills faster than real time, so live audio
 * never waits, and a backlog is given at the bucket's speed.
 */
export class Pacer {
  private budgetSamples: number;
  private filledAtMs: number;

  /**
   * @param rate times real time at which a backlog is sent
   * @param burstMs audio that may leave at once
   */
  constructor(
    private readonly scheduler: Pick<Scheduler, 'nowMs'>,
    private readonly sampleRateHz: number,
    private readonly rate: number,
    private readonly burstMs: number,
  ) {
    this.budgetSamples = this.capacity;
    this.filledAtMs = scheduler.nowMs();
  }

  /** Takes `samples` out of the bucket, or says that they have to wait. A full bucket lets anything through. */
  admit(samples: number): boolean {
    this.fill();
    if (this.budgetSamples < Math.min(samples, this.capacity)) return false;
    this.budgetSamples -= samples;
    return true;
  }

  private get capacity(): number {
    return (this.burstMs * this.sampleRateHz) / 1000;
  }

  private fill(): void {
    const nowMs = this.scheduler.nowMs();
    const gained = ((nowMs - this.filledAtMs) * this.rate * this.sampleRateHz) / 1000;
    this.filledAtMs = nowMs;
    this.budgetSamples = Math.min(this.capacity, this.budgetSamples + gained);
  }
}
