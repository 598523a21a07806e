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
 * The first pause after a nudge; each further one is twice as long. What nudged may be a transaction that has yet to
 * commit, and nobody tells when it does.
 */
const NUDGE_MS = 20;

/**
 * Takes jobs out of one queue, many by one query, and works on them side by side: unlike pg-boss' own worker, which waits
 * for the slowest of a batch before it fetches again.
 */
export class QueueWorker {
  private readonly ports: QueueWorkerPorts;
  private readonly options: Required<WorkOptions>;
  private readonly active = new Set<Promise<void>>();
  private stopping = false;
  /** What is still in progress comes again in another process: its complaints about a closed database mean nothing. */
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

  /** There may be something new. */
  nudge(): void {
    this.nudged = true;
    this.wake?.();
  }

  /** @returns when the handlers in progress are done, or after `graceMs`: their jobs come again */
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
      // A full batch: there is more.
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
      // The database does not answer: the job expires there and comes again.
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
