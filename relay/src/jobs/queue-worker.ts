import type { Job, WorkOptions } from './queue.js';

export interface QueueWorkerPorts {
  readonly fetch: (count: number) => Promise<readonly Job<object>[]>;
  readonly handle: (job: Job<object>) => Promise<void>;
  readonly forget: (id: string) => Promise<void>;
  readonly retry: (id: string) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

const DEFAULTS = { concurrency: 1, batchSize: 50, pollMs: 1_000 } as const;
/**
 * The first pause after a nudge. Each further pause is twice as long. The nudge may come from a transaction that has yet
 * to commit, and nothing reports the commit.
 */
const NUDGE_MS = 20;

/**
 * Takes jobs out of one queue, many with one query, and runs them in parallel. pg-boss' own worker instead waits for the
 * slowest job of a batch before it fetches again.
 */
export class QueueWorker {
  private readonly ports: QueueWorkerPorts;
  private readonly options: Required<WorkOptions>;
  private readonly active = new Set<Promise<void>>();
  private stopping = false;
  /** Jobs still in progress run again in another process, so their errors about a closed database are ignored. */
  private abandoned = false;
  private nudged = false;
  private wake: (() => void) | undefined;
  private loop: Promise<void> = Promise.resolve();

  constructor(ports: QueueWorkerPorts, options: WorkOptions) {
    this.ports = ports;
    this.options = { ...DEFAULTS, ...options };
  }

  start(): void {
    this.loop = this.run();
  }

  /** Call it when there may be a new job. */
  nudge(): void {
    this.nudged = true;
    this.wake?.();
  }

  /** Resolves when the handlers in progress are done, or after `graceMs`. Unfinished jobs come again. */
  async stop(graceMs: number): Promise<void> {
    this.stopping = true;
    this.wake?.();
    await this.loop;
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([Promise.all(this.active), grace]);
    clearTimeout(timer);
    this.abandoned = true;
  }

  private async run(): Promise<void> {
    const { concurrency, batchSize, pollMs } = this.options;
    let pauseMs = pollMs;
    while (!this.stopping) {
      const room = Math.min(batchSize, concurrency - this.active.size);
      if (room <= 0) {
        await Promise.race([...this.active, this.pause(pollMs)]);
        continue;
      }
      const jobs = await this.fetch(room);
      for (const job of jobs) this.begin(job);
      // The batch was full, so there may be more.
      if (jobs.length === room) continue;
      pauseMs = this.takeNudge() ? NUDGE_MS : Math.min(pollMs, 2 * pauseMs);
      await this.pause(pauseMs);
      if (this.takeNudge()) pauseMs = NUDGE_MS;
    }
  }

  private takeNudge(): boolean {
    const nudged = this.nudged;
    this.nudged = false;
    return nudged;
  }

  private async fetch(count: number): Promise<readonly Job<object>[]> {
    try {
      return await this.ports.fetch(count);
    } catch (error) {
      this.ports.onError(error);
      return [];
    }
  }

  private begin(job: Job<object>): void {
    const done = this.handle(job).finally(() => this.active.delete(done));
    this.active.add(done);
  }

  private async handle(job: Job<object>): Promise<void> {
    try {
      if (await this.attempt(job)) await this.ports.forget(job.id);
      else await this.ports.retry(job.id);
    } catch (error) {
      // The database does not answer. The job expires there and comes again.
      this.complain(error);
    }
  }

  private async attempt(job: Job<object>): Promise<boolean> {
    try {
      await this.ports.handle(job);
      return true;
    } catch (error) {
      this.complain(error);
      return false;
    }
  }

  private complain(error: unknown): void {
    if (!this.abandoned) this.ports.onError(error);
  }

  private pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.wake = done;
      if (this.stopping) done();
    });
  }
}
