import { Ticker } from '../../concurrency/ticker.js';
import type { Backlog } from '../../storage/database/backlog.js';

const INTERVAL_MS = 15_000;

/**
 * Asks the database what waits in it, for the metrics. Not at each scrape: whoever scrapes must not load the database, and gets an
 * answer when it does not.
 */
export class BacklogWatch {
  private known: Backlog | undefined;
  private answers = true;

  constructor(private readonly read: () => Promise<Backlog>) {}

  /** Undefined while the database does not answer: old figures would look like new ones. */
  get backlog(): Backlog | undefined {
    return this.known;
  }

  get databaseAnswers(): boolean {
    return this.answers;
  }

  start(onFailed: (error: unknown) => void): Ticker {
    return new Ticker({
      everyMs: INTERVAL_MS,
      atOnce: true,
      round: () => this.look(),
      onFailed: (error) => {
        this.failed();
        onFailed(error);
      },
    }).start();
  }

  private async look(): Promise<void> {
    this.known = await this.read();
    this.answers = true;
  }

  private failed(): void {
    this.known = undefined;
    this.answers = false;
  }
}
