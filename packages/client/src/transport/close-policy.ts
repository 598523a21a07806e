import { CLOSE, closeAction, knownClose, type ErrorMessage } from '@undertone/protocol';
import { ConnectionError, RelayError, type UndertoneError } from '../common/undertone-error.js';

/** What happens after a link closed. */
export type CloseDecision =
  | { kind: 'resume'; minimumDelayMs: number; immediate: boolean }
  /** Something must change first: a fresh token, or a wait. A second refusal in a row is final. */
  | { kind: 'retry_once'; minimumDelayMs: number }
  /** Ended on purpose, without a fault. */
  | { kind: 'ended'; reason: string }
  | { kind: 'failed'; error: UndertoneError };

/** How a connection ended: the close frame, and the `error` message before it. */
export interface LinkClose {
  code: number;
  reason: string;
  error?: ErrorMessage;
}

/** Used when the relay does not say how long to wait. */
const RATE_LIMIT_WAIT_MS = 5_000;

/** Turns the contract's table of close codes into a decision. */
export const decideClose = (close: LinkClose): CloseDecision => {
  const retryAfterMs = close.error?.retryAfterMs;
  switch (closeAction(close.code)) {
    case 'resume_now':
      return { kind: 'resume', minimumDelayMs: retryAfterMs ?? 0, immediate: true };
    case 'resume_with_backoff':
      return { kind: 'resume', minimumDelayMs: retryAfterMs ?? 0, immediate: false };
    case 'new_session':
      return { kind: 'ended', reason: close.error?.code ?? nameOf(close) };
    case 'act_once':
      if (close.code === CLOSE.unauthorized.code) return { kind: 'retry_once', minimumDelayMs: 0 };
      if (close.code === CLOSE.rate_limited.code) {
        return { kind: 'retry_once', minimumDelayMs: retryAfterMs ?? RATE_LIMIT_WAIT_MS };
      }
      return { kind: 'failed', error: closeError(close) };
    case 'stop':
      // 1000 without a `session_end` before it: the relay ended the session and gave no reason.
      return close.code === CLOSE.normal.code
        ? { kind: 'ended', reason: close.reason === '' ? 'normal' : close.reason }
        : { kind: 'failed', error: closeError(close) };
  }
};

/** Turns the close into an error, with the relay's own message if it sent one. */
export const closeError = (close: LinkClose): UndertoneError => {
  const details = { closeCode: close.code };
  if (close.error !== undefined) {
    const { code, message, retryable, requestId } = close.error;
    return new RelayError(code, message, {
      retryable,
      details: requestId === undefined ? details : { ...details, requestId },
    });
  }
  if (close.code >= 4000) {
    const code = nameOf(close);
    const retryable =
      close.code === CLOSE.rate_limited.code || closeAction(close.code) === 'resume_with_backoff';
    return new RelayError(code, `the relay closed the stream: ${close.reason || code}`, {
      retryable,
      details,
    });
  }
  return new ConnectionError(
    'closed',
    `the link closed with ${close.code}${close.reason ? `: ${close.reason}` : ''}`,
    {
      retryable: true,
      details,
    },
  );
};

const nameOf = (close: LinkClose): string =>
  knownClose(close.code)?.name ?? (close.reason === '' ? `close_${close.code}` : close.reason);
