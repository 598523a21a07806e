import type { Scheduler } from '../common/scheduler.js';

/**
 * Keeps a replay below the rate that the relay accepts. It is a bucket of audio time that fills faster than real time. So live
 * audio never waits, and a backlog is sent at the rate of the bucket.
 */
export class Pacer {
  private budgetSamples: number;
  private filledAtMs: number;

  /**
   * @param rate times real time at which a backlog is sent
   * @param burstMs audio that may be sent at once
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

  /** Takes `samples` out of the bucket, or says that they must wait. A full bucket lets any amount through. */
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
