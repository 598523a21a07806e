/** Messages as they arrive, with waits that end on a message, on the close, or on a deadline, never on a sleep. */

export interface Arrival<T> {
  readonly message: T;
  /** `performance.now()` at its arrival. */
  readonly atMs: number;
}

interface Waiter<T> {
  readonly accept: (message: T) => boolean;
  readonly resolve: (arrival: Arrival<T>) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

export class Inbox<T> {
  readonly arrivals: Arrival<T>[] = [];
  private readonly waiters = new Set<Waiter<T>>();
  private ended: Error | undefined;

  /** @param describe how an error names a message, e.g. by its kind. */
  constructor(private readonly describe: (message: T) => string) {}

  push(message: T): void {
    const arrival = { message, atMs: performance.now() };
    this.arrivals.push(arrival);
    for (const waiter of [...this.waiters]) {
      if (!waiter.accept(message)) continue;
      this.waiters.delete(waiter);
      clearTimeout(waiter.timer);
      waiter.resolve(arrival);
    }
  }

  /** Ends the inbox: no more messages come, and all waits reject with the reason. */
  end(reason: string): void {
    if (this.ended !== undefined) return;
    this.ended = new Error(reason);
    for (const waiter of this.waiters) {
      clearTimeout(waiter.timer);
      waiter.reject(new Error(`${reason}; ${this.summary()}`));
    }
    this.waiters.clear();
  }

  /**
   * Waits for the first message that `accept` takes, including those already here.
   * @param withinMs the longest time to wait
   */
  waitFor(accept: (message: T) => boolean, what: string, withinMs = 15_000): Promise<Arrival<T>> {
    const here = this.arrivals.find((arrival) => accept(arrival.message));
    if (here !== undefined) return Promise.resolve(here);
    return this.waitForNext(accept, what, withinMs);
  }

  /** Waits for the first message from now on that `accept` takes. */
  waitForNext(accept: (message: T) => boolean, what: string, withinMs = 15_000): Promise<Arrival<T>> {
    if (this.ended !== undefined) {
      return Promise.reject(new Error(`waiting for ${what}: ${this.ended.message}; ${this.summary()}`));
    }
    return new Promise((resolve, reject) => {
      const waiter: Waiter<T> = {
        accept,
        resolve,
        reject,
        timer: setTimeout(() => {
          this.waiters.delete(waiter);
          reject(new Error(`no ${what} within ${withinMs} ms; ${this.summary()}`));
        }, withinMs),
      };
      this.waiters.add(waiter);
    });
  }

  /** Names the newest messages, for an error. */
  summary(): string {
    const newest = this.arrivals.slice(-12).map(({ message }) => this.describe(message));
    return `${this.arrivals.length} messages, the newest: ${newest.join(', ') || 'none'}`;
  }
}
