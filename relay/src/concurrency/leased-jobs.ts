import { Ticker, type Wait } from './ticker.js';

/** A relay that died leaves its jobs to others after this time. */
export const HOLD_MS = 60_000;
const HOLD_AGAIN_MS = 10_000;

/** Until when a job is held that is taken or held again now. */
export const heldUntil = (nowMs: number): Date => new Date(nowMs + HOLD_MS);

/** The table of jobs as the engine sees it. */
export interface LeaseTable<Job> {
  /** Takes jobs that nobody holds, and holds them until then. Two relays never take the same job. */
  take(now: Date, until: Date, most: number): Promise<readonly Job[]>;
  /** Goes on holding a job. @returns false where there is nothing left to do: it is over, or deleted */
  hold(job: Job, until: Date): Promise<boolean>;
  /** Lets go of a job, so that any relay may take it up at once. */
  letGo(job: Job): Promise<void>;
}

export interface LeasedJobsOptions<Job> {
  readonly table: LeaseTable<Job>;
  /** Works on a job that was taken up. Rejects where it has to be taken up again. */
  readonly run: RunJob<Job>;
  /** Jobs that are taken up only while fewer than this run. */
  readonly atATime: number;
  /** How often the table is asked. */
  readonly lookMs: number;
  readonly nowMs: () => number;
  readonly wait: Wait;
  readonly onFailed: (error: unknown, jobId: string) => void;
}

export type RunJob<Job> = (job: Job, signal: AbortSignal) => Promise<void>;

interface Run {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Durable jobs in a table of their own. A relay holds a job for a minute at a time while it works on it, so a job whose relay
 * died is taken up by another within a minute. Work is done at least once: the table must refuse what a late run writes.
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

  /** Takes up what nobody holds, now and regularly until {@link stop}. */
  start(): void {
    this.looks.start();
  }

  /** Gives up the jobs in progress and lets go of them: another relay, or the next start, takes them up. */
  async stop(reason: Error = new Error('the relay is stopping')): Promise<void> {
    this.stopping.abort(reason);
    for (const { abort } of this.running.values()) abort.abort(reason);
    await this.looks.stop();
    await this.idle();
  }

  /** Looks at once whether there is something to do. */
  nudge(): void {
    this.looks.nudge();
  }

  /** Ends the run of a job here, if there is one. Whoever calls has moved the job to its end. */
  cancel(id: string): void {
    this.running.get(id)?.abort.abort(new Error('the job was cancelled'));
  }

  /**
   * Works on a job that the caller holds already.
   * @param run replaces the usual one, for a job whose request left more in memory than is in the table
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
    for (const job of await table.take(new Date(nowMs()), heldUntil(nowMs()), room)) {
      if (!this.running.has(job.id)) this.begin(job);
    }
  }

  private async work(job: Job, run: RunJob<Job>, abort: AbortController): Promise<void> {
    const { table, onFailed } = this.options;
    const keeper = keepHeld(this.options, {
      id: job.id,
      hold: (until) => table.hold(job, until),
      // Another relay may have finished or cancelled it, perhaps after this one stood still for a minute.
      onGone: () => abort.abort(new Error('the job is over')),
    });
    try {
      await run(job, abort.signal);
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
      // The lease runs out by itself.
      this.options.onFailed(error, job.id);
    }
  }
}

export interface HeldJob {
  readonly id: string;
  /** @returns false where there is nothing left to hold */
  readonly hold: (until: Date) => Promise<boolean>;
  readonly onGone: () => void;
}

/** Goes on holding a job until the ticker is stopped. A hold that fails is tried again. */
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
