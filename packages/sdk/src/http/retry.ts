import { ApiError, UndertoneError } from './errors.js';

export interface RetryPolicy {
  /** Retries after the first attempt. */
  readonly maxRetries: number;
  /** Longest pause. If an answer asks for a longer one, there is no retry. */
  readonly maxDelayMs: number;
}

const FIRST_DELAY_MS = 500;

/**
 * How long to wait before the next attempt, or nothing when the error should be thrown.
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
 * Reads a `Retry-After` header as seconds. It holds a number of seconds or a date (RFC 9110, 10.2.3).
 * @returns nothing for a header that is missing or malformed
 */
export const parseRetryAfter = (header: string | null, nowMs: number): number | undefined => {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const atMs = Date.parse(header);
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1_000));
};
