import type { RateLimiter, RateState } from './rate-limiter.js';

/** Whom a request is counted for: its API key and its organization, both per minute. */
export interface RequestSubject {
  readonly orgId: string;
  readonly orgLimit: number;
  readonly keyId: string;
  readonly keyLimit: number;
}

/** Counts requests. A request must fit the limits of its key and of its organization. It is counted in both or in neither. */
export interface RequestLimiter {
  /** @returns the tighter of the two allowances, for the headers */
  take(subject: RequestSubject): Promise<RateState>;
}

/** The limiter of a relay that has its database to itself. A request needs no round trip. */
export class LocalRequestLimiter implements RequestLimiter {
  private readonly limiter: RateLimiter;

  constructor(limiter: RateLimiter) {
    this.limiter = limiter;
  }

  take(subject: RequestSubject): Promise<RateState> {
    const { orgId, orgLimit, keyId, keyLimit } = subject;
    const organization = this.limiter.peek(`org:${orgId}`, orgLimit);
    const key = this.limiter.peek(`key:${keyId}`, keyLimit);
    if (!organization.allowed || !key.allowed) return Promise.resolve(tighter(organization, key));
    return Promise.resolve(
      tighter(this.limiter.take(`org:${orgId}`, orgLimit), this.limiter.take(`key:${keyId}`, keyLimit)),
    );
  }
}

/** The allowance with fewer requests left. Of equal ones the later end counts: a caller that has none waits for both. */
export const tighter = (organization: RateState, key: RateState): RateState => {
  if (organization.remaining !== key.remaining)
    return organization.remaining < key.remaining ? organization : key;
  return organization.resetS > key.resetS ? organization : key;
};
