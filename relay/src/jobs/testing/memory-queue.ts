import type { Job, JobQueue } from '../queue.js';

interface Entry {
  readonly name: string;
  readonly data: object;
  readonly dueMs: number;
}

/** A queue whose time the test sets. A job sent inside a transaction exists at once, so tests of rollback use the real queue. */
export class MemoryQueue implements JobQueue {
  private readonly nowMs: () => number;
  private readonly handlers = new Map<string, (job: Job<object>) => Promise<void>>();
  private entries: Entry[] = [];
  private nextId = 1;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  work<T extends object>(name: string, handler: (job: Job<T>) => Promise<void>): void {
    this.handlers.set(name, (job) => handler(job as Job<T>));
  }

  send(name: string, data: object, { startAt }: { startAt?: Date } = {}): Promise<void> {
    return this.sendMany(name, [{ data, ...(startAt !== undefined && { startAt }) }]);
  }

  sendMany(name: string, jobs: readonly { readonly data: object; readonly startAt?: Date }[]): Promise<void> {
    if (!this.handlers.has(name)) return Promise.reject(new Error(`no such queue: ${name}`));
    for (const { data, startAt } of jobs) {
      // As in a real queue, the handler gets a copy.
      const copy = JSON.parse(JSON.stringify(data)) as object;
      this.entries.push({ name, data: copy, dueMs: startAt?.getTime() ?? this.nowMs() });
    }
    return Promise.resolve();
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  /** When the next job is due. Undefined if there is none. */
  nextMs(): number | undefined {
    return this.entries.length === 0 ? undefined : Math.min(...this.entries.map(({ dueMs }) => dueMs));
  }

  /** Runs in parallel all jobs that are due now, and the jobs that those send for now. */
  async runDue(): Promise<number> {
    let done = 0;
    for (;;) {
      const due = this.entries.filter(({ dueMs }) => dueMs <= this.nowMs());
      if (due.length === 0) return done;
      this.entries = this.entries.filter((entry) => !due.includes(entry));
      await Promise.all(due.map((entry) => this.handle(entry)));
      done += due.length;
    }
  }

  private async handle({ name, data }: Entry): Promise<void> {
    await this.handlers.get(name)?.({ id: String(this.nextId++), data });
  }
}
