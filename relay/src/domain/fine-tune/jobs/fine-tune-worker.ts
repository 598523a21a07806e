import type { FineTuneStore } from './fine-tune-store.js';
import type { FineTuneJob } from './job.js';
import type { FineTuneJobs } from './fine-tune-jobs.js';
import { HOLD_MS, heldUntil, isAborted, keepHold } from './hold-job.js';
import type { JobRunner } from './job-runner.js';

export interface FineTuneWorkerOptions {
  readonly store: FineTuneStore;
  readonly runner: Pick<JobRunner, 'run'>;
  readonly jobs: Pick<FineTuneJobs, 'giveUp'>;
  readonly nowMs: () => number;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
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
  private readonly stopping = new AbortController();
  private running: { readonly id: string; readonly abort: AbortController } | undefined;
  private nap = new AbortController();
  private loops: Promise<unknown> = Promise.resolve();

  constructor(options: FineTuneWorkerOptions) {
    this.options = options;
  }

  start(): void {
    this.loops = Promise.all([this.work(), this.tidyUp()]);
  }

  /** Lets go of what is under way: another life goes on with it. */
  async stop(): Promise<void> {
    this.stopping.abort(new Error('the relay is stopping'));
    this.running?.abort.abort(this.stopping.signal.reason);
    this.nap.abort();
    await this.loops;
  }

  /** There is something to do, or something to give up. */
  nudge({ cancelled }: { readonly cancelled?: string } = {}): void {
    if (cancelled !== undefined && this.running?.id === cancelled) {
      this.running.abort.abort(new Error('the job was cancelled'));
    }
    this.nap.abort();
  }

  private async work(): Promise<void> {
    const { store, alone, nowMs, wait, onFailed } = this.options;
    const { signal } = this.stopping;
    let first = alone;
    while (!signal.aborted) {
      this.nap = new AbortController();
      const { signal: nap } = this.nap;
      let taken: FineTuneJob | undefined;
      try {
        if (first) await store.letGoAll();
        first = false;
        taken = await store.take(new Date(nowMs()), heldUntil(nowMs()));
        if (taken !== undefined) await this.run(taken);
      } catch (error) {
        onFailed(error, taken?.id ?? 'take');
        taken = undefined;
      }
      if (taken === undefined && !isAborted(signal)) await wait(LOOK_MS, nap);
    }
  }

  private async run(job: FineTuneJob): Promise<void> {
    const { store, runner, onFailed } = this.options;
    const abort = new AbortController();
    this.running = { id: job.id, abort };
    if (this.stopping.signal.aborted) abort.abort(this.stopping.signal.reason);
    let progress = 0;
    const over = new AbortController();
    // Another relay may have canceled it, or taken it after this one stood still.
    const holding = keepHold(this.options, job, over.signal, {
      progress: () => progress,
      onGone: () => abort.abort(new Error('the job is over')),
    });
    try {
      await runner.run(job, abort.signal, (share) => {
        progress = share;
      });
    } catch (error) {
      if (!abort.signal.aborted) onFailed(error, job.id);
    } finally {
      over.abort();
      await holding;
      this.running = undefined;
    }
    if (this.stopping.signal.aborted) await store.letGo(job.orgId, job.id);
  }

  /** Gives up drafts that nobody started, and those that a relay died on while it made them. */
  private async tidyUp(): Promise<void> {
    const { store, jobs, nowMs, wait, onFailed, alone } = this.options;
    const { signal } = this.stopping;
    // What is held by then was held by a process before this one.
    let heldBeforeMs = alone ? nowMs() + HOLD_MS : nowMs();
    while (!signal.aborted) {
      try {
        const order = { createdBefore: new Date(nowMs() - DRAFT_MS), heldBefore: new Date(heldBeforeMs) };
        for (const { job, why } of await store.forgottenDrafts(order)) await jobs.giveUp(job, why);
      } catch (error) {
        onFailed(error, 'drafts');
      }
      await wait(TIDY_MS, signal);
      heldBeforeMs = nowMs();
    }
  }
}
