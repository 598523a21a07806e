import { Ticker } from '../concurrency/ticker.js';
import { newId } from '../domain/ids.js';
import { RateLimiter } from '../domain/limits/rate-limiter.js';
import { LocalRequestLimiter, type RequestLimiter } from '../domain/limits/request-limiter.js';
import { LocalRequestSlots, type RequestSlots } from '../domain/limits/request-slots.js';
import { SharedRequestLimiter } from '../domain/limits/shared-request-limiter.js';
import { SharedRequestSlots } from '../domain/limits/shared-request-slots.js';
import type { Database } from '../storage/database/database.js';
import { LimitRepository } from '../storage/limits/limit-repository.js';

/** A third of the lease, so two renewals may be lost. */
const RENEW_MS = 10_000;
const CLEAR_MS = 60_000;

/** Counts requests, on this relay alone or together with others. */
export interface Limits {
  readonly meter: RequestLimiter;
  readonly places: RequestSlots;
}

export interface LimitsWiring extends Limits {
  /** Gives back what this relay holds. */
  close(): Promise<void>;
}

/**
 * One relay on the embedded database counts in memory: a request needs no round trip, and a crash frees every place.
 * Relays on a Postgres server count there, together.
 */
export const wireLimits = (
  { kind, queries }: Database,
  nowMs: () => number,
  monotonicMs: () => number,
  onFailed: (error: unknown) => void,
): LimitsWiring => {
  const local = {
    meter: new LocalRequestLimiter(new RateLimiter(monotonicMs, nowMs)),
    places: new LocalRequestSlots(),
  };
  if (kind === 'embedded') return { ...local, close: () => Promise.resolve() };
  const repository = new LimitRepository(queries, newId('rel'));
  const places = new SharedRequestSlots({ store: repository, onFailed });
  const every = (everyMs: number, round: () => Promise<unknown>): Ticker =>
    new Ticker({ everyMs, round, onFailed }).start();
  const renewal = every(RENEW_MS, () => places.renew());
  const clearing = every(CLEAR_MS, () => repository.forgetExpired());
  return {
    meter: new SharedRequestLimiter({ counts: repository, insurance: local.meter, nowMs, onFailed }),
    places,
    close: async () => {
      await Promise.all([renewal.stop(), clearing.stop()]);
      await places.close();
    },
  };
};
