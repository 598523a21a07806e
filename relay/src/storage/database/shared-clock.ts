import type { DatabaseClock } from './database-clock.js';

/**
 * The database's time without a query for each reading. The monotonic clock tells it on between comparisons, so relays whose own
 * clocks are apart, or are set while they run, agree on leases, holds, periods and what has expired.
 */
export class SharedClock {
  private readonly source: Pick<DatabaseClock, 'nowMs'>;
  private readonly monotonicMs: () => number;
  /** The database's time when the monotonic clock was at 0. */
  private originMs = Number.NaN;

  private constructor(source: Pick<DatabaseClock, 'nowMs'>, monotonicMs: () => number) {
    this.source = source;
    this.monotonicMs = monotonicMs;
  }

  /** Asks the database for the time. @throws what the driver throws */
  static async open(
    source: Pick<DatabaseClock, 'nowMs'>,
    monotonicMs: () => number = () => performance.now(),
  ): Promise<SharedClock> {
    const clock = new SharedClock(source, monotonicMs);
    await clock.compare();
    return clock;
  }

  /** Milliseconds since 1970, UTC. */
  readonly nowMs = (): number => Math.round(this.originMs + this.monotonicMs());

  /** Asks again: the two clocks drift, and the monotonic one rests while the machine sleeps. @throws what the driver throws */
  async compare(): Promise<void> {
    const askedMs = this.monotonicMs();
    const databaseMs = await this.source.nowMs();
    const toldMs = this.monotonicMs();
    // The database looked somewhere between question and answer: nearer than that nothing is known.
    const uncertainMs = (toldMs - askedMs) / 2;
    const originMs = databaseMs - (askedMs + toldMs) / 2;
    const isWithin = Math.abs(originMs - this.originMs) <= uncertainMs; // never at first: NaN
    if (!isWithin) this.originMs = originMs;
  }
}
