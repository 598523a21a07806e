import { type AroundJob, HOLD_MS, LeasedJobs } from '../../../concurrency/leased-jobs.js';
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
  /** No other relay works on this database, so any existing hold belongs to a process that died. */
  readonly alone: boolean;
  readonly around?: AroundJob<FineTuneJob> | undefined;
  readonly onFailed: (error: unknown, jobId: string) => void;
}

const LOOK_MS = 5_000;
const TIDY_MS = 15_000;
/** Samples are kept for one day if the job is not started. */
const DRAFT_MS = 24 * 3_600_000;

/** Works on one job at a time: training has its own process, and live calls have priority. */
export class FineTuneWorker {
  private readonly options: FineTuneWorkerOptions;
  private readonly leases: LeasedJobs<FineTuneJob>;
  private readonly tidying: Ticker;
  /** The progress of the current stage. */
  private progress = 0;
  /** Whether the holds of an earlier process on this database must still be released. */
  private holdsAreStale: boolean;
  private draftsAreStale: boolean;

  constructor(options: FineTuneWorkerOptions) {
    this.options = options;
    const { store, nowMs, wait, around, onFailed } = options;
    this.holdsAreStale = this.draftsAreStale = options.alone;
    this.leases = new LeasedJobs({
      table: {
        take: (now, until) => this.take(now, until),
        hold: async (job, until) => (await store.hold(job, until, this.progress)) !== undefined,
        letGo: (job) => store.letGo(job),
      },
      run: (job, signal) => this.run(job, signal),
      atATime: 1,
      lookMs: LOOK_MS,
      around,
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

  /** Releases the job in progress. Another relay, or the next start, continues it. */
  async stop(): Promise<void> {
    await Promise.all([this.leases.stop(), this.tidying.stop()]);
  }

  /** Call it when there is work to do, or when a job was canceled. */
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

  /** Cancels drafts that nobody started, and those whose relay died while it created them. */
  private async tidyUp(): Promise<void> {
    const { store, jobs, nowMs } = this.options;
    // In the first round of a relay that is alone, every hold belongs to an earlier process.
    const heldBefore = new Date(nowMs() + (this.draftsAreStale ? HOLD_MS : 0));
    this.draftsAreStale = false;
    const order = { createdBefore: new Date(nowMs() - DRAFT_MS), heldBefore };
    for (const { job, why } of await store.forgottenDrafts(order)) await jobs.giveUp(job, why);
  }
}
