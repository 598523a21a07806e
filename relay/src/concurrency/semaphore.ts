/** Lets a bounded number of jobs run and a bounded number wait. Any more are refused at once. */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param overloaded makes the error that is thrown when too many jobs wait */
  constructor(
    private readonly most: { readonly running: number; readonly waiting: number },
    private readonly overloaded: () => Error,
  ) {}

  /**
   * Runs a job when it is its turn.
   * @throws the error of `overloaded` if too many jobs wait; the signal's reason if it aborts while the job waits
   */
  async run<T>(job: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      return await job();
    } finally {
      this.leave();
    }
  }

  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  private enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.running < this.most.running) {
      this.running++;
      return Promise.resolve();
    }
    if (this.waiting.length >= this.most.waiting) {
      throw this.overloaded();
    }
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(signal.reason instanceof Error ? signal.reason : new Error('given up'));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(begin);
    });
  }

  /** The place goes to the job that has waited longest. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running--;
    else next();
  }
}
