import { HOLD_MS, LeasedJobs } from '../../../concurrency/leased-jobs.js';
import { Ticker, type Wait } from '../../../concurrency/ticker.js';
import type { FineTuneStore } from './fine-tune-store.js';
import type { FineTuneJob } from './job.js';
import type { FineTuneJobs } from './fine-tune-jobs.js';
import type { JobRunner } from './job-runner.js';

export interface FineTuneWorkerOptions {
  readonly store: FineTuneStore;
  readonly runner: Pick<JobRunner, 'run'>;
  readonly jobs: Pick<FineTuneJobs, 'giveUp'>;
  readonly nowMs: () => number;
  readonly wait: Wait;
  /** Nobody else works on this database: whatever is held was left by a process that died. */
  readonly alone: boolean;
  readonly onFailed: (error: unknown, jobId: string) => void;
}

const LOOK_MS = 5_000;
const TIDY_MS = 15_000;
/** Samples are kept for a day without a start. */
const DRAFT_MS = 24 * 3_600_000;

/** Works on one job at a time: its training has a process of its own, and calls in progress come first. */
export class FineTuneWorker {
  private readonly options: FineTuneWorkerOptions;
  private readonly leases: LeasedJobs<FineTuneJob>;
  private readonly tidying: Ticker;
  /** How far the stage of the job in progress is. */
  private progress = 0;
  /** What an earlier process on this database left held has yet to be freed. */
  private holdsAreStale: boolean;
  private draftsAreStale: boolean;

  constructor(options: FineTuneWorkerOptions) {
    this.options = options;
    const { store, nowMs, wait, onFailed } = options;
    this.holdsAreStale = this.draftsAreStale = options.alone;
    this.leases = new LeasedJobs({
      table: {
        take: (now, until) => this.take(now, until),
        hold: async ({ orgId, id }, until) =>
          (await store.hold(orgId, id, until, this.progress)) !== undefined,
        letGo: ({ orgId, id }) => store.letGo(orgId, id),
      },
      run: (job, signal) => this.run(job, signal),
      atATime: 1,
      lookMs: LOOK_MS,
      nowMs,
      wait,
      onFailed,
    });
    this.tidying = new Ticker({
      everyMs: TIDY_MS,
      atOnce: true,
      round: () => this.tidyUp(),
      onFailed: (error) => onFailed(error, 'drafts'),
      wait,
    });
  }

  start(): void {
    this.leases.start();
    this.tidying.start();
  }

  /** Lets go of what is under way: another relay, or the next start, goes on with it. */
  async stop(): Promise<void> {
    await Promise.all([this.leases.stop(), this.tidying.stop()]);
  }

  /** There is something to do, or something to give up. */
  nudge({ cancelled }: { readonly cancelled?: string } = {}): void {
    if (cancelled !== undefined) this.leases.cancel(cancelled);
    this.leases.nudge();
  }

  private async take(now: Date, until: Date): Promise<readonly FineTuneJob[]> {
    const { store } = this.options;
    if (this.holdsAreStale) await store.letGoAll();
    this.holdsAreStale = false;
    const job = await store.take(now, until);
    return job === undefined ? [] : [job];
  }

  private run(job: FineTuneJob, signal: AbortSignal): Promise<void> {
    this.progress = 0;
    return this.options.runner.run(job, signal, (share) => {
      this.progress = share;
    });
  }

  /** Gives up drafts that nobody started, and those whose relay died while it made them. */
  private async tidyUp(): Promise<void> {
    const { store, jobs, nowMs } = this.options;
    // On the first round of a relay that is alone, every hold is one of a process before this one.
    const heldBefore = new Date(nowMs() + (this.draftsAreStale ? HOLD_MS : 0));
    this.draftsAreStale = false;
    const order = { createdBefore: new Date(nowMs() - DRAFT_MS), heldBefore };
    for (const { job, why } of await store.forgottenDrafts(order)) await jobs.giveUp(job, why);
  }
}
