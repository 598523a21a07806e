import { FairQueue } from './fair-queue.js';

export interface SemaphoreLimits {
  readonly running: number;
  readonly waiting: number;
  /** Of one group, so that a place is left for others. Absent: all of them. */
  readonly runningOfGroup?: number;
  readonly waitingOfGroup?: number;
}

/** Lets a bounded number of jobs run and a bounded number wait, group by group in turn. Any more are refused at once. */
export class Semaphore {
  private running = 0;
  private readonly runningOf = new Map<string, number>();
  private readonly waiting = new FairQueue<() => void>();

  /** @param overloaded makes the error that is thrown when too many jobs wait */
  constructor(
    private readonly most: SemaphoreLimits,
    private readonly overloaded: () => Error,
  ) {}

  /**
   * Runs a job when it is its turn.
   * @param group who the job is for
   * @throws the error of `overloaded` if too many jobs wait; the signal's reason if it aborts while the job waits
   */
  async run<T>(job: () => Promise<T>, signal: AbortSignal, group = ''): Promise<T> {
    await this.enter(signal, group);
    try {
      return await job();
    } finally {
      this.leave(group);
    }
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.running, waiting: this.waiting.size };
  }

  private enter(signal: AbortSignal, group: string): Promise<void> {
    signal.throwIfAborted();
    if (this.running < this.most.running && this.mayRun(group)) {
      this.take(group);
      return Promise.resolve();
    }
    const { waiting, waitingOfGroup = waiting } = this.most;
    if (this.waiting.size >= waiting || this.waiting.sizeOf(group) >= waitingOfGroup) throw this.overloaded();
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', onAbort);
        this.take(group);
        resolve();
      };
      const onAbort = () => {
        this.waiting.remove(group, begin);
        reject(signal.reason instanceof Error ? signal.reason : new Error('given up'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(group, begin);
    });
  }

  private mayRun(group: string): boolean {
    return (this.runningOf.get(group) ?? 0) < (this.most.runningOfGroup ?? Infinity);
  }

  private take(group: string): void {
    this.running++;
    this.runningOf.set(group, (this.runningOf.get(group) ?? 0) + 1);
  }

  /** The place goes to the next group's job that has waited longest. */
  private leave(group: string): void {
    this.running--;
    const left = (this.runningOf.get(group) ?? 0) - 1;
    if (left > 0) this.runningOf.set(group, left);
    else this.runningOf.delete(group);
    this.waiting.shift((each) => this.mayRun(each))?.();
  }
}
