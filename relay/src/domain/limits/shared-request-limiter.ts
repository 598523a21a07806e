import { Batcher } from '../../concurrency/batcher.js';
import type { RateState } from './rate-limiter.js';
import { type RequestLimiter, type RequestSubject, tighter } from './request-limiter.js';

/** Requests of one key that are counted together. */
export interface CountOrder extends RequestSubject {
  readonly wanted: number;
}

export interface WindowState {
  /** Before the requests of this order. */
  readonly used: number;
  readonly endsAtMs: number;
}

export interface CountResult {
  readonly orgId: string;
  readonly keyId: string;
  readonly granted: number;
  readonly organization: WindowState;
  readonly key: WindowState;
}

/** Where several relays count together. */
export interface RequestCountStore {
  /** Each order has a different key. */
  count(orders: readonly CountOrder[]): Promise<readonly CountResult[]>;
}

export interface SharedRequestLimiterOptions {
  readonly counts: RequestCountStore;
  /** Counts for this relay alone while the store does not answer: work goes on, within the limit per relay. */
  readonly insurance: RequestLimiter;
  readonly nowMs: () => number;
  readonly onFailed: (error: unknown) => void;
}

/** The limiter of relays that share a database. It is exact across all of them, with one statement for all waiting requests. */
export class SharedRequestLimiter implements RequestLimiter {
  private readonly options: SharedRequestLimiterOptions;
  private readonly batcher: Batcher<RequestSubject, RateState>;

  constructor(options: SharedRequestLimiterOptions) {
    this.options = options;
    this.batcher = new Batcher((subjects) => this.countBatch(subjects));
  }

  async take(subject: RequestSubject): Promise<RateState> {
    try {
      return await this.batcher.add(subject);
    } catch (error) {
      this.options.onFailed(error);
      return this.options.insurance.take(subject);
    }
  }

  private async countBatch(subjects: readonly RequestSubject[]): Promise<readonly RateState[]> {
    const orders = new Map<string, CountOrder>();
    for (const subject of subjects) {
      const wanted = (orders.get(subject.keyId)?.wanted ?? 0) + 1;
      orders.set(subject.keyId, { ...subject, wanted });
    }
    const results = await this.options.counts.count([...orders.values()]);
    const byKey = new Map(results.map((result) => [result.keyId, result]));
    const places = new Map<string, number>();
    return subjects.map((subject) => {
      const result = byKey.get(subject.keyId);
      if (result === undefined) throw new Error('the count of a key is missing');
      const place = places.get(subject.keyId) ?? 0;
      places.set(subject.keyId, place + 1);
      return this.state(subject, result, place);
    });
  }

  private state({ orgLimit, keyLimit }: RequestSubject, result: CountResult, place: number): RateState {
    const allowed = place < result.granted;
    const taken = Math.min(place + 1, result.granted);
    const stateOf = ({ used, endsAtMs }: WindowState, limit: number): RateState => ({
      allowed,
      limit,
      remaining: Math.max(0, limit - used - taken),
      resetS: Math.ceil(endsAtMs / 1_000),
      retryAfterS: Math.max(1, Math.ceil((endsAtMs - this.options.nowMs()) / 1_000)),
    });
    return tighter(stateOf(result.organization, orgLimit), stateOf(result.key, keyLimit));
  }
}
