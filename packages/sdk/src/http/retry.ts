import { ApiError, UndertoneError } from './errors.js';

export interface RetryPolicy {
  /** Attempts after the first one. */
  readonly maxRetries: number;
  /** Longest pause; an answer that asks for a longer one is not waited for. */
  readonly maxDelayMs: number;
}

const FIRST_DELAY_MS = 500;

/**
 * How long to wait before the next attempt, or nothing when the error is to be thrown.
 * Exponential back-off with full jitter (Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog 2015);
 * `Retry-After` takes precedence.
 * @param attempt 0 for the first one
 * @param random from 0 to 1
 */
export const retryDelayMs = (
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
 * Seconds to wait out of a `Retry-After` header: a number of seconds or a date (RFC 9110, 10.2.3).
 * @returns nothing for a header that is missing or malformed
 */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
};
