import { waitFor } from './wait-for.js';

/** Resolves after this time, or at once when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

export interface TickerOptions {
  /** The pause between the end of a round and the next one. */
  readonly everyMs: number;
  /** Resolves with 'again' if there is more to do. Then the next round begins without a pause. */
  readonly round: () => Promise<unknown>;
  /** Called when a round failed. The next round comes after the usual pause. */
  readonly onFailed: (error: unknown) => void;
  /** Whether it begins with a round. Otherwise the first round comes after the first pause. */
  readonly atOnce?: boolean;
  /** Tests replace it. The default does not keep the process alive. */
  readonly wait?: Wait;
}

/** Runs a round, waits, and runs the next one, until it is stopped. Never two rounds at a time. */
export class Ticker {
  private readonly options: TickerOptions;
  private readonly stopping = new AbortController();
  private pause = new AbortController();
  private loop: Promise<void> | undefined;

  constructor(options: TickerOptions) {
    this.options = options;
  }

  /** A second start changes nothing, nor does a start after {@link stop}. */
  start(): this {
    this.loop ??= this.run();
    return this;
  }

  /** Starts the next round now, or right after the one in progress. */
  nudge(): void {
    this.pause.abort();
  }

  /** Starts no more rounds, and waits for the one in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.pause.abort();
    await this.loop;
  }

  private async run(): Promise<void> {
    const { everyMs, atOnce = false, wait = waitFor } = this.options;
    const { signal } = this.stopping;
    if (!atOnce) await wait(everyMs, this.pause.signal);
    while (!isAborted(signal)) {
      // Made before the round, so that a nudge during the round ends the pause after it.
      this.pause = new AbortController();
      const again = await this.round();
      if (!again && !isAborted(signal)) await wait(everyMs, this.pause.signal);
    }
  }

  private async round(): Promise<boolean> {
    try {
      return (await this.options.round()) === 'again';
    } catch (error) {
      this.options.onFailed(error);
      return false;
    }
  }
}

/** A function, because the compiler does not know that a signal may change during an await. */
const isAborted = (signal: AbortSignal): boolean => signal.aborted;
