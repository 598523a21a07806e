import { effectiveRateLimit, type VerifiedApiKey } from '../../domain/keys/api-key.js';
import type { ApiKeyVerifier } from '../../domain/keys/api-key-verifier.js';
import type { RateLimiter, RateState } from '../../domain/limits/rate-limiter.js';
import { planLimits } from '../../domain/limits/plan-limits.js';
import type { RequestLimiter } from '../../domain/limits/request-limiter.js';
import { addressGroup } from '../../transport/client-address.js';
import { HttpError } from '../../transport/http-message.js';
import type { OperatorToken } from './operator-token.js';
import { hasCredential, readApiKey, unauthorized } from './credential.js';

/** Requests per minute from an address to what needs no key. */
const ANONYMOUS_PER_MINUTE = 1_000;
/**
 * Wrong keys per minute from an address: too few to guess one. They are counted apart from requests without a key, so that
 * many people who open a page behind one address do not lock out those with a key.
 */
const WRONG_KEYS_PER_MINUTE = 1_000;

export const rateHeaders = (rate: RateState): Record<string, string> => ({
  'X-RateLimit-Limit': String(rate.limit),
  'X-RateLimit-Remaining': String(rate.remaining),
  'X-RateLimit-Reset': String(rate.resetS),
});

/** The result of admission: the caller and the rest of the allowance. */
export type Admission =
  | {
      readonly kind: 'caller';
      readonly caller: VerifiedApiKey;
      readonly rate: RateState;
      /** The request's headers with the credential that was used. */
      readonly headers: ReadonlyMap<string, string>;
    }
  | {
      readonly kind: 'refused';
      readonly error: HttpError;
      readonly rate: RateState;
      /** Whose valid key has no allowance left; absent for every other refusal. */
      readonly caller?: VerifiedApiKey;
    };

export interface AuthenticatorOptions {
  readonly operator: OperatorToken;
  readonly verifier: ApiKeyVerifier;
  /** Counts the requests of keys and organizations. */
  readonly meter: RequestLimiter;
  /** Counts addresses on this relay only: it runs before any cryptography and must be cheap. */
  readonly addresses: RateLimiter;
  /**
   * Requests per minute from one address with valid or invalid keys; higher than one customer's server needs.
   */
  readonly requestsPerAddress: number;
  /** Adds the API key of a console page's request. It decrypts, so it runs after the address limits. */
  readonly withCredential: (headers: ReadonlyMap<string, string>) => Promise<ReadonlyMap<string, string>>;
}

/** Identifies the caller and counts the call against the allowance of the key or the address. */
export class Authenticator {
  private readonly options: AuthenticatorOptions;

  constructor(options: AuthenticatorOptions) {
    this.options = options;
  }

  /** Admits a request with an API key. */
  async admit(headers: ReadonlyMap<string, string>, remoteAddress: string): Promise<Admission> {
    const flood = this.countAddress(remoteAddress);
    if (!flood.allowed) return { kind: 'refused', error: tooMany(flood), rate: flood };
    const named = await this.options.withCredential(headers);
    const guesses = this.peekWrong(remoteAddress);
    if (!guesses.allowed && !this.knows(named)) {
      return { kind: 'refused', error: tooMany(guesses), rate: guesses };
    }
    const found = await this.find(named);
    if (found instanceof HttpError) return this.refuse(found, named, remoteAddress);
    const { key, organization } = found;
    const { requestsPerMinute } = planLimits(organization.plan);
    const rate = await this.options.meter.take({
      orgId: organization.id,
      orgLimit: requestsPerMinute,
      keyId: key.id,
      keyLimit: effectiveRateLimit(key, organization.plan),
    });
    if (!rate.allowed) return { kind: 'refused', error: tooMany(rate), rate, caller: found };
    return { kind: 'caller', caller: found, rate, headers: named };
  }

  /** Undefined for the operator; otherwise the reason for the refusal. */
  admitOperator(
    headers: ReadonlyMap<string, string>,
    remoteAddress: string,
  ): Extract<Admission, { kind: 'refused' }> | undefined {
    const flood = [this.countAddress(remoteAddress), this.peekWrong(remoteAddress)].find(
      ({ allowed }) => !allowed,
    );
    if (flood !== undefined) return { kind: 'refused', error: tooMany(flood), rate: flood };
    if (this.options.operator.recognizes(headers)) return undefined;
    return this.refuse(unauthorized('the operator’s token is required'), headers, remoteAddress);
  }

  /** Counts a request of any kind. Runs before anything is read of it. */
  countAddress(remoteAddress: string): RateState {
    const { addresses, requestsPerAddress } = this.options;
    return addresses.take(`flood:${addressGroup(remoteAddress)}`, requestsPerAddress);
  }

  private peekWrong(remoteAddress: string): RateState {
    return this.options.addresses.peek(`wrong:${addressGroup(remoteAddress)}`, WRONG_KEYS_PER_MINUTE);
  }

  /** Whoever guesses keys behind an address must not lock out those whose keys are known. */
  private knows(headers: ReadonlyMap<string, string>): boolean {
    try {
      const text = readApiKey(headers);
      return text !== undefined && this.options.verifier.knows(text);
    } catch (error) {
      if (error instanceof HttpError) return false;
      throw error;
    }
  }

  /** Counts a request that needs no key. */
  countAnonymous(remoteAddress: string): RateState {
    return this.options.addresses.take(`address:${addressGroup(remoteAddress)}`, ANONYMOUS_PER_MINUTE);
  }

  /** The allowance of an address, for answers that are not counted. */
  peekAnonymous(remoteAddress: string): RateState {
    return this.options.addresses.peek(`address:${addressGroup(remoteAddress)}`, ANONYMOUS_PER_MINUTE);
  }

  private async find(headers: ReadonlyMap<string, string>): Promise<VerifiedApiKey | HttpError> {
    try {
      const text = readApiKey(headers);
      if (text === undefined) return unauthorized('an API key is required: Authorization: Bearer <API key>');
      return (await this.options.verifier.verify(text)) ?? unauthorized('this API key is not valid');
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
  }

  private refuse(
    error: HttpError,
    headers: ReadonlyMap<string, string>,
    remoteAddress: string,
  ): Extract<Admission, { kind: 'refused' }> {
    const rate = hasCredential(headers)
      ? this.options.addresses.take(`wrong:${addressGroup(remoteAddress)}`, WRONG_KEYS_PER_MINUTE)
      : this.countAnonymous(remoteAddress);
    return { kind: 'refused', error: rate.allowed ? error : tooMany(rate), rate };
  }
}

/** 429 with the time to wait. */
export const tooMany = (rate: RateState): HttpError =>
  new HttpError('rate_limited', `more than ${rate.limit} requests a minute`, {
    headers: { 'Retry-After': String(rate.retryAfterS) },
  });
