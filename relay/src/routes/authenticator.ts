import type { VerifiedApiKey } from '../domain/keys/api-key.js';
import type { ApiKeyVerifier } from '../domain/keys/api-key-verifier.js';
import { type RateLimiter, type RateState } from '../domain/limits/rate-limiter.js';
import { planLimits } from '../domain/limits/plan-limits.js';
import { HttpError } from '../transport/http-message.js';
import { readApiKey, unauthorized } from './credential.js';

/** Requests a minute that an address may make without a valid key: enough for pages, too few to search for keys. */
const ANONYMOUS_PER_MINUTE = 1_000;

export const rateHeaders = (rate: RateState): Record<string, string> => ({
  'X-RateLimit-Limit': String(rate.limit),
  'X-RateLimit-Remaining': String(rate.remaining),
  'X-RateLimit-Reset': String(rate.resetS),
});

/** What a request turned out to be: whose, and how much of the allowance is left. */
export type Admission =
  | { readonly kind: 'caller'; readonly caller: VerifiedApiKey; readonly rate: RateState }
  | { readonly kind: 'refused'; readonly error: HttpError; readonly rate: RateState };

/** Decides who is calling, and counts the call against the key's or the address's allowance. */
export class Authenticator {
  readonly #verifier: ApiKeyVerifier;
  readonly #limiter: RateLimiter;

  constructor(verifier: ApiKeyVerifier, limiter: RateLimiter) {
    this.#verifier = verifier;
    this.#limiter = limiter;
  }

  /** Admits the bearer of an API key. */
  async admit(headers: ReadonlyMap<string, string>, remoteAddress: string): Promise<Admission> {
    const found = await this.#find(headers);
    if (found instanceof HttpError) return this.#refuse(found, remoteAddress);
    const { key, organization } = found;
    const rate = this.#limiter.take(
      `key:${key.id}`,
      key.rateLimit ?? planLimits(organization.plan).requestsPerMinute,
    );
    if (!rate.allowed) return { kind: 'refused', error: tooMany(rate), rate };
    return { kind: 'caller', caller: found, rate };
  }

  /** Counts a request that needs no key. */
  countAnonymous(remoteAddress: string): RateState {
    return this.#limiter.take(`address:${remoteAddress}`, ANONYMOUS_PER_MINUTE);
  }

  /** The allowance of an address, for answers that are not counted. */
  peekAnonymous(remoteAddress: string): RateState {
    return this.#limiter.peek(`address:${remoteAddress}`, ANONYMOUS_PER_MINUTE);
  }

  async #find(headers: ReadonlyMap<string, string>): Promise<VerifiedApiKey | HttpError> {
    try {
      const text = readApiKey(headers);
      if (text === undefined) return unauthorized('an API key is required: Authorization: Bearer <API key>');
      return (await this.#verifier.verify(text)) ?? unauthorized('this API key is not valid');
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
  }

  #refuse(error: HttpError, remoteAddress: string): Admission {
    const rate = this.countAnonymous(remoteAddress);
    return { kind: 'refused', error: rate.allowed ? error : tooMany(rate), rate };
  }
}

/** 429 with the time to wait. */
export const tooMany = (rate: RateState): HttpError =>
  new HttpError('rate_limited', `more than ${rate.limit} requests a minute`, {
    headers: { 'Retry-After': String(rate.retryAfterS) },
  });
