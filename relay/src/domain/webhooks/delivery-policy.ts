import type { KeptAnswer } from './webhook.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The specification's table: how long each attempt waits after the one before. */
const ATTEMPT_DELAYS_MS: readonly number[] = [0, MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS];

export const DELIVERY = {
  /** "receivers should answer within 5 seconds" */
  timeoutMs: 5_000,
  /** At most this much of an answer is read. Nobody needs more, and 10 GB must not be read at all. */
  maxAnswerBytes: 64 * 1024,
  /** This much of an answer is kept, so that the owner sees why an attempt failed. */
  keptAnswerBytes: 4 * 1024,
  inFlightPerWebhook: 5,
  /** `Retry-After` can delay an attempt by at most this: a typo must not silence a webhook for a year. */
  maxRetryAfterMs: 2 * HOUR_MS,
  /** A webhook without a single success for this long is disabled when its next delivery is given up. */
  disableAfterMs: 5 * 24 * HOUR_MS,
  /** Both secrets sign for this long after a rotation. */
  rotationOverlapMs: 24 * HOUR_MS,
} as const;

/** The result of an attempt. */
export type AttemptResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly retryAfter: string | undefined;
      readonly answer: KeptAnswer;
    }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string };

export type Verdict =
  | { readonly kind: 'delivered' }
  /** The receiver said that it will never come back (410). */
  | { readonly kind: 'gone'; readonly code: string; readonly message: string }
  | { readonly kind: 'retry'; readonly atMs: number; readonly code: string; readonly message: string }
  | { readonly kind: 'exhausted'; readonly code: string; readonly message: string };

const utf8 = new TextDecoder();

/**
 * What is kept of an answer: its beginning as text, whatever it holds. Bytes that are no text and characters that cannot be
 * stored become U+FFFD.
 */
export const keptAnswer = (bytes: Uint8Array, truncated: boolean): KeptAnswer => ({
  text: utf8.decode(bytes.subarray(0, DELIVERY.keptAnswerBytes)).replaceAll('\0', '\uFFFD'),
  cut: truncated || bytes.length > DELIVERY.keptAnswerBytes,
});

/**
 * Judges an attempt. "A delivery succeeds on any 2xx response". Any other answer is a failure, a redirect too.
 * @param number of this attempt, from 1, counted from the beginning of the schedule
 */
export const judge = (result: AttemptResult, number: number, nowMs: number): Verdict => {
  if (result.kind === 'answered' && result.status >= 200 && result.status < 300) return { kind: 'delivered' };
  const failure = describe(result);
  if (result.kind === 'answered' && result.status === 410) return { kind: 'gone', ...failure };
  const delayMs = ATTEMPT_DELAYS_MS[number];
  if (delayMs === undefined) return { kind: 'exhausted', ...failure };
  const askedMs = result.kind === 'answered' ? retryAfterMs(result.retryAfter, nowMs) : 0;
  return { kind: 'retry', atMs: nowMs + Math.max(delayMs, askedMs), ...failure };
};

const describe = (result: AttemptResult): { code: string; message: string } => {
  if (result.kind === 'failed') return { code: result.code, message: result.message };
  const { status } = result;
  if (status >= 300 && status < 400) {
    return { code: 'redirect', message: `the receiver answered ${status}; redirects are not followed` };
  }
  if (status === 410) return { code: 'gone', message: 'the receiver answered 410: it is gone' };
  return { code: 'http_status', message: `the receiver answered ${status}` };
};

/** Milliseconds from a `Retry-After` in seconds or as an HTTP date (RFC 9110, 10.2.3), bounded. 0 if it says nothing. */
export const retryAfterMs = (header: string | undefined, nowMs: number): number => {
  if (header === undefined) return 0;
  const text = header.trim();
  const ms = /^\d{1,10}$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - nowMs;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), DELIVERY.maxRetryAfterMs) : 0;
};
