import { newId } from '../domain/ids.js';
import { RateLimiter } from '../domain/limits/rate-limiter.js';
import { LocalRequestLimiter } from '../domain/limits/request-limiter.js';
import { LocalRequestSlots } from '../domain/limits/request-slots.js';
import { SharedRequestLimiter } from '../domain/limits/shared-request-limiter.js';
import { SharedRequestSlots } from '../domain/limits/shared-request-slots.js';
import type { Limits } from './services.js';
import type { Database } from '../storage/database/database.js';
import { LimitRepository } from '../storage/accounts/limit-repository.js';

/** A third of the lease: two renewals may be lost. */
const RENEW_MS = 10_000;

export interface LimitsWiring extends Limits {
  /** Gives back what this relay holds. */
  close(): Promise<void>;
}

/**
 * One relay on the embedded database counts in memory: no round trip for a request, and a crash returns every place.
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
  const renewal = setInterval(() => void places.renew(), RENEW_MS);
  const clearing = setInterval(() => void repository.forgetExpired().catch(onFailed), CLEAR_MS);
  for (const timer of [renewal, clearing]) timer.unref();
  return {
    meter: new SharedRequestLimiter({ counts: repository, insurance: local.meter, nowMs, onFailed }),
    places,
    close: async () => {
      clearInterval(renewal);
      clearInterval(clearing);
      await places.close();
    },
  };
};

const CLEAR_MS = 60_000;
