import { CLOSE, ERROR_CODES, type CloseCode, type ErrorCode } from '@undertone/protocol';

export interface SessionFaultDetail {
  /** The field that is wrong, by its JSON path. */
  readonly param?: string;
  /** When to try again, for codes that may be retried. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

/** Something that ends a connection: a caller's mistake, a limit, or a failure of ours. The client sees all of it. */
export class SessionFault extends Error {
  override readonly name = 'SessionFault';
  readonly param: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    detail: SessionFaultDetail = {},
  ) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.param = detail.param;
    this.retryAfterMs = detail.retryAfterMs;
  }

  get retryable(): boolean {
    return ERROR_CODES[this.code].retryable;
  }

  /** The close code that follows the error message. */
  get close(): CloseCode {
    return CLOSE[ERROR_CODES[this.code].close];
  }
}
