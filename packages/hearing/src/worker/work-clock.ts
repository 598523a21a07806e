import type { BusyShare } from './busy-share.js';

/** The time that a piece of work takes, without what is done for others in its pauses. */
export class WorkClock {
  private workedMs = 0;
  private sinceMs: number;

  /** @param busy counts the work as the thread's */
  constructor(
    private readonly now: () => number,
    private readonly busy: BusyShare,
  ) {
    this.sinceMs = now();
  }

  /** The work waits for others, who count their own time. */
  async pausedFor(others: Promise<void>): Promise<void> {
    this.stop();
    await others;
    this.sinceMs = this.now();
  }

  /** @returns the time so far, ms */
  stop(): number {
    const nowMs = this.now();
    this.busy.add(this.sinceMs, nowMs);
    this.workedMs += nowMs - this.sinceMs;
    return this.workedMs;
  }
}
