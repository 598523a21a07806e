import { Ticker, type Wait } from './ticker.js';

/** After this time, other relays may take the jobs of a relay that died. */
export const HOLD_MS = 60_000;
const HOLD_AGAIN_MS = 10_000;

/** The end of a hold that is taken or renewed now. */
export const heldUntil = (nowMs: number): Date => new Date(nowMs + HOLD_MS);

/** The table of jobs as the engine sees it. */
export interface LeaseTable<Job> {
  /**
   * Takes jobs that nobody holds, and holds them until `until`. Two relays never take the same job.
   * @param running the ids of what runs here: none of these is taken, even if its hold ran out while this relay stood still
   */
  take(now: Date, until: Date, most: number, running: readonly string[]): Promise<readonly Job[]>;
  /**
   * Renews the hold of a job. A relay that stood still for longer than its hold may come back when another has the job, so the table
   * has to know who took it last.
   * @returns false if there is nothing left to do here, because the job is over, deleted or another relay's
   */
  hold(job: Job, until: Date): Promise<boolean>;
  /** Releases a job that is still this relay's, so that any relay may take it at once. */
  letGo(job: Job): Promise<void>;
}

export interface LeasedJobsOptions<Job> {
  readonly table: LeaseTable<Job>;
  /** Runs a job that was taken. Rejects if it has to be taken again. */
  readonly run: RunJob<Job>;
  /** Jobs are taken only while fewer than this run. */
  readonly atATime: number;
  /** How often the table is queried. */
  readonly lookMs: number;
  /** Runs each job inside of something, for whoever traces. */
  readonly around?: AroundJob<Job> | undefined;
  readonly nowMs: () => number;
  readonly wait: Wait;
  readonly onFailed: (error: unknown, jobId: string) => void;
}

export type AroundJob<Job> = (job: Job, run: () => Promise<void>) => Promise<void>;
export type RunJob<Job> = (job: Job, signal: AbortSignal) => Promise<void>;

interface Run {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Durable jobs in their own table. A relay holds a job for a minute at a time while it runs the job, so another relay takes
 * over the job of a relay that died within a minute. A job runs at least once: the table must refuse what a late run writes.
 */
export class LeasedJobs<Job extends { readonly id: string }> {
  private readonly options: LeasedJobsOptions<Job>;
  private readonly stopping = new AbortController();
  private readonly running = new Map<string, Run>();
  private readonly looks: Ticker;

  constructor(options: LeasedJobsOptions<Job>) {
    this.options = options;
    this.looks = new Ticker({
      everyMs: options.lookMs,
      atOnce: true,
      round: () => this.look(),
      onFailed: (error) => options.onFailed(error, 'take'),
      wait: options.wait,
    });
  }

  /** Takes jobs that nobody holds, now and regularly until {@link stop}. */
  start(): void {
    this.looks.start();
  }

  /** Aborts and releases the jobs in progress. Another relay, or the next start, takes them. */
  async stop(reason: Error = new Error('the relay is stopping')): Promise<void> {
    this.stopping.abort(reason);
    for (const { abort } of this.running.values()) abort.abort(reason);
    await this.looks.stop();
    await this.idle();
  }

  /** Checks at once whether there is something to do. */
  nudge(): void {
    this.looks.nudge();
  }

  /** Ends the run of a job on this relay, if there is one. The caller has already moved the job to its end. */
  cancel(id: string): void {
    this.running.get(id)?.abort.abort(new Error('the job was cancelled'));
  }

  /**
   * Runs a job that the caller already holds.
   * @param run replaces the usual function, for a job whose request left more in memory than the table has
   */
  begin(job: Job, run: RunJob<Job> = this.options.run): void {
    const abort = new AbortController();
    if (this.stopping.signal.aborted) abort.abort(this.stopping.signal.reason);
    const done = this.work(job, run, abort).finally(() => {
      this.running.delete(job.id);
      this.looks.nudge();
    });
    this.running.set(job.id, { abort, done });
  }

  /** Resolves when no job runs here. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all([...this.running.values()].map(({ done }) => done));
  }

  private async look(): Promise<void> {
    const { table, atATime, nowMs } = this.options;
    const room = atATime - this.running.size;
    if (room <= 0) return;
    const running = [...this.running.keys()];
    for (const job of await table.take(new Date(nowMs()), heldUntil(nowMs()), room, running)) {
      this.begin(job);
    }
  }

  private async work(job: Job, run: RunJob<Job>, abort: AbortController): Promise<void> {
    const { table, onFailed, around = (_: Job, begin: () => Promise<void>) => begin() } = this.options;
    const keeper = keepHeld(this.options, {
      id: job.id,
      hold: (until) => table.hold(job, until),
      // Another relay may have finished, canceled or taken it, perhaps because this process stood still for a minute.
      onGone: () => abort.abort(new Error('the job is over, or another relay has it')),
    });
    try {
      await around(job, () => run(job, abort.signal));
    } catch (error) {
      if (!abort.signal.aborted) onFailed(error, job.id);
    } finally {
      await keeper.stop();
    }
    if (this.stopping.signal.aborted) await this.letGo(job);
  }

  private async letGo(job: Job): Promise<void> {
    try {
      await this.options.table.letGo(job);
    } catch (error) {
      // The lease expires by itself.
      this.options.onFailed(error, job.id);
    }
  }
}

export interface HeldJob {
  readonly id: string;
  /** @returns false if there is nothing left to hold */
  readonly hold: (until: Date) => Promise<boolean>;
  readonly onGone: () => void;
}

/** Renews the hold of a job until the ticker is stopped. A renewal that fails is tried again. */
export const keepHeld = (
  { nowMs, wait, onFailed }: Pick<LeasedJobsOptions<never>, 'nowMs' | 'wait' | 'onFailed'>,
  { id, hold, onGone }: HeldJob,
): Ticker =>
  new Ticker({
    everyMs: HOLD_AGAIN_MS,
    round: async () => {
      if (!(await hold(heldUntil(nowMs())))) onGone();
    },
    onFailed: (error) => onFailed(error, id),
    wait,
  }).start();
