import { ApiError, UndertoneError } from './errors.js';

export interface RetryPolicy {
  /** Retries after the first attempt. */
  readonly maxRetries: number;
  /** Longest pause. If an answer asks for a longer one, there is no retry. */
  readonly maxDelayMs: number;
  /** How long one answer may take. */
  readonly timeoutMs: number;
}

const FIRST_DELAY_MS = 500;

/** Longest pause while an earlier attempt still runs: each look is a request that counts. */
const LONGEST_LOOK_MS = 10_000;

/** The attempts of one call. */
export class Retries {
  private readonly policy: RetryPolicy;
  private attempts = 0;
  private looks = 0;
  private waitedMs = 0;

  constructor(policy: RetryPolicy) {
    this.policy = policy;
  }

  /**
   * How long to wait before the next attempt, or nothing when the error should be thrown. That the first attempt still runs, of which
   * a broken connection told nothing, is no failure: its answer is waited for as long as any answer.
   * @param random from 0 to 1
   */
  delayMs(error: unknown, random: number): number | undefined {
    if (!isStillRunning(error)) return retryDelayMs(error, this.attempts++, this.policy, random);
    if (this.waitedMs >= this.policy.timeoutMs) return undefined;
    const asked = retryDelayMs(error, 0, this.policy, random);
    if (asked === undefined) return undefined;
    const delayMs = Math.max(asked, Math.min(asked * ++this.looks, LONGEST_LOOK_MS));
    this.waitedMs += delayMs;
    return delayMs;
  }
}

/** A conflict that names a time is with a request of the same idempotency key. */
const isStillRunning = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409 && error.retryAfterS !== undefined;

/**
 * How long to wait before the next attempt, or nothing when the error should be thrown.
 * Exponential back-off with full jitter (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog 2015);
 * `Retry-After` takes precedence.
 * @param attempt 0 for the first one
 * @param random from 0 to 1
 */
const retryDelayMs = (
  error: unknown,
  attempt: number,
  { maxRetries, maxDelayMs }: RetryPolicy,
  random: number,
): number | undefined => {
  if (!(error instanceof UndertoneError) || !error.retryable || attempt >= maxRetries) return undefined;
  const asked = error instanceof ApiError ? error.retryAfterS : undefined;
  if (asked !== undefined) return asked * 1_000 > maxDelayMs ? undefined : asked * 1_000;
  return random * Math.min(maxDelayMs, FIRST_DELAY_MS * 2 ** attempt);
};

/**
 * Reads a `Retry-After` header as seconds. It holds a number of seconds or a date (RFC 9110, 10.2.3).
 * @returns nothing for a header that is missing or malformed
 */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
};
