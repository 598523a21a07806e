import { CLOSE, ERROR_CODES, type CloseCode, type ErrorCode } from '@undertone/protocol';

export interface SessionFaultDetail {
  /** The JSON path of the wrong field. */
  readonly param?: string;
  /** How long to wait before a retry, for retryable codes. */
  readonly retryAfterMs?: number;
  /** The number of the client's message that could not be read. */
  readonly refSeq?: number;
  readonly cause?: unknown;
}

/** An error that ends a connection: a client's mistake, a limit, or a failure of the relay. The client sees all of it. */
export class SessionFault extends Error {
  override readonly name = 'SessionFault';
  readonly param: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly refSeq: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    detail: SessionFaultDetail = {},
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.param = detail.param;
    this.retryAfterMs = detail.retryAfterMs;
    this.refSeq = detail.refSeq;
  }

  get retryable(): boolean {
    return ERROR_CODES[this.code].retryable;
  }

  /** The close code that follows the error message. */
  get close(): CloseCode {
    return CLOSE[ERROR_CODES[this.code].close];
  }
}

/** How long a client waits before it asks again for what a store that was away could not do. */
const OUTAGE_RETRY_MS = 5_000;

/**
 * What a client is told of any error: a fault as it is, an outage of the store as `overloaded`, anything else as an internal
 * error, without its details. The caller logs the error itself.
 */
export const toSessionFault = (
  error: unknown,
  isOutage: (error: unknown) => boolean = () => false,
): SessionFault => {
  if (error instanceof SessionFault) return error;
  if (!isOutage(error))
    return new SessionFault('internal_error', 'the relay made a mistake', { cause: error });
  return new SessionFault('overloaded', 'the relay cannot reach its storage now: try again', {
    retryAfterMs: OUTAGE_RETRY_MS,
    cause: error,
  });
};

/**
 * The fault for a field whose value is out of range or not one of those allowed.
 * @param param the JSON path of the field
 * @param expected what the field must be, as it reads after "must be"
 */
export const invalidField = (param: string, expected: string): SessionFault =>
  new SessionFault('validation_error', `${param} must be ${expected}`, { param });
