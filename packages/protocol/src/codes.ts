/** Close codes, error codes and warnings, in the one table that both sides use. */

/** What a client does after a close. A client that does not know the code finds the same from its range. */
export type CloseAction =
  | 'stop' // ended by design or not to be retried as is
  | 'resume_now'
  | 'resume_with_backoff'
  | 'new_session'
  | 'act_once'; // fetch a token, wait, show a notice; then try once

/** One way in which a socket closes. */
export interface CloseCode {
  /** As in the close frame (RFC 6455): 1000 to 1013 are the standard’s, 4000 to 4599 ours. */
  readonly code: number;
  /** Stable: what programs and people call it. */
  readonly name: string;
  /** What a client does next. */
  readonly action: CloseAction;
}

/** Code and action by name. */
const CLOSES = {
  normal: [1000, 'stop'],
  going_away: [1001, 'resume_now'],
  restart: [1012, 'resume_with_backoff'],
  try_later: [1013, 'resume_with_backoff'],
  ended_by_server: [4000, 'new_session'],
  max_duration: [4002, 'new_session'],
  idle_timeout: [4003, 'new_session'],
  protocol_error: [4400, 'stop'],
  unauthorized: [4401, 'act_once'],
  insufficient_credits: [4402, 'act_once'],
  forbidden: [4403, 'stop'],
  session_not_found: [4404, 'act_once'],
  session_superseded: [4409, 'stop'],
  payload_too_large: [4413, 'stop'],
  unsupported_audio_format: [4415, 'stop'],
  undecodable_audio: [4422, 'stop'],
  version_unsupported: [4426, 'stop'],
  rate_limited: [4429, 'act_once'],
  policy_blocked: [4451, 'stop'],
  inference_failed: [4500, 'resume_with_backoff'],
  overloaded: [4503, 'resume_with_backoff'],
  client_too_slow: [4504, 'resume_with_backoff'],
} as const satisfies Record<string, readonly [number, CloseAction]>;

/** Close codes by name. */
export const CLOSE = Object.fromEntries(
  Object.entries(CLOSES).map(([name, [code, action]]) => [name, { code, name, action }]),
) as {
  readonly [Name in keyof typeof CLOSES]: {
    readonly code: (typeof CLOSES)[Name][0];
    readonly name: Name;
    readonly action: CloseAction;
  };
};

/** The name of one of {@link CLOSE}. */
export type CloseName = keyof typeof CLOSE;

const BY_CODE: ReadonlyMap<number, CloseCode> = new Map(
  Object.values(CLOSE).map((entry) => [entry.code, entry]),
);

/** The entry of a close code, if the table has it. */
export const knownClose = (code: number): CloseCode | undefined => BY_CODE.get(code);

/** What to do after `code`. Unknown codes are judged by their range: 1xxx and 45xx resume, 44xx and 40xx stop. */
export const closeAction = (code: number): CloseAction => {
  const known = knownClose(code);
  if (known !== undefined) return known.action;
  if (code >= 4500 && code < 4600) return 'resume_with_backoff';
  if (code >= 4400 && code < 4500) return 'stop';
  if (code >= 4000 && code < 4100) return 'new_session';
  return 'resume_with_backoff';
};

/** Every error code, with its HTTP status if REST uses it and the close it leads to if a stream does. */
export const ERROR_CODES = {
  validation_error: { http: 400, close: 'protocol_error', retryable: false },
  protocol_error: { http: 400, close: 'protocol_error', retryable: false },
  unauthorized: { http: 401, close: 'unauthorized', retryable: false },
  insufficient_credits: { http: 402, close: 'insufficient_credits', retryable: false },
  forbidden: { http: 403, close: 'forbidden', retryable: false },
  origin_not_allowed: { http: 403, close: 'forbidden', retryable: false },
  policy_blocked: { http: 403, close: 'policy_blocked', retryable: false },
  not_found: { http: 404, close: 'session_not_found', retryable: false },
  session_not_found: { http: 404, close: 'session_not_found', retryable: false },
  method_not_allowed: { http: 405, close: 'protocol_error', retryable: false },
  request_timeout: { http: 408, close: 'protocol_error', retryable: true },
  conflict: { http: 409, close: 'session_superseded', retryable: false },
  idempotency_mismatch: { http: 409, close: 'session_superseded', retryable: false },
  session_superseded: { http: 409, close: 'session_superseded', retryable: false },
  payload_too_large: { http: 413, close: 'payload_too_large', retryable: false },
  audio_too_long: { http: 413, close: 'payload_too_large', retryable: false },
  unsupported_audio_format: { http: 415, close: 'unsupported_audio_format', retryable: false },
  undecodable_audio: { http: 422, close: 'undecodable_audio', retryable: false },
  session_elsewhere: { http: 421, close: 'try_later', retryable: true },
  version_unsupported: { http: 426, close: 'version_unsupported', retryable: false },
  rate_limited: { http: 429, close: 'rate_limited', retryable: true },
  concurrency_exceeded: { http: 429, close: 'rate_limited', retryable: true },
  internal_error: { http: 500, close: 'inference_failed', retryable: true },
  inference_failed: { http: 500, close: 'inference_failed', retryable: true },
  overloaded: { http: 503, close: 'overloaded', retryable: true },
  model_unavailable: { http: 503, close: 'overloaded', retryable: true },
  // Kept for its name: results that are too late end a stream with `overloaded` (RT12).
  inference_timeout: { http: 504, close: 'inference_failed', retryable: true },
  client_too_slow: { http: 408, close: 'client_too_slow', retryable: true },
  max_duration: { http: 408, close: 'max_duration', retryable: false },
  idle_timeout: { http: 408, close: 'idle_timeout', retryable: false },
  ended_by_server: { http: 410, close: 'ended_by_server', retryable: false },
} as const satisfies Record<string, { http: number; close: CloseName; retryable: boolean }>;

/** The `code` of an error, on a stream and over REST. */
export type ErrorCode = keyof typeof ERROR_CODES;

/** The codes of `warning` (RT122). Warnings never end a session. */
export const WARNING_CODES = [
  'audio_silent',
  'audio_clipping',
  'low_snr',
  'narrowband_input',
  'sample_rate_mismatch',
  'clock_drift',
  'behind_realtime',
  'ahead_of_realtime',
  'audio_gap',
  'backpressure',
  'model_degraded',
  // Never from a relay: for a client that analyzes alone.
  'edge_only',
  'session_expiring',
  'idle',
  'wallet_low',
  'quota_near',
  'consent_missing',
  'agent_analysis_off',
  'transcript_out_of_range',
] as const;

/** One of {@link WARNING_CODES}. */
export type WarningCode = (typeof WARNING_CODES)[number];
