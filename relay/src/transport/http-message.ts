import { ERROR_CODES, type ErrorCode } from '@undertone/protocol';

/** A request as the routes see it: a copy, because the socket library's own object is valid only inside a callback. */
export interface HttpRequest {
  /** `req_` and 128 random bits. It is in `X-Request-Id` of the answer and in every log line. */
  readonly id: string;
  /** Upper case. */
  readonly method: string;
  /** As sent, without the query. The percent-encoding is kept. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Names in lower case. A repeated one is joined with commas, `cookie` with semicolons. */
  readonly headers: ReadonlyMap<string, string>;
  readonly remoteAddress: string;
  /**
   * The whole body. Reading starts with the request, and the limit is checked while reading.
   * @throws HttpError 413 `payload_too_large`, 408 `request_timeout`; ClientGoneError
   */
  body(): Promise<Buffer>;
  /** Aborted when the client has gone or its time is up, because nobody will read the answer. */
  readonly signal: AbortSignal;
}

/** An answer. The transport adds `X-Request-Id`, `X-Content-Type-Options` and `Content-Length` by itself. */
export interface HttpReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Closes the connection after the answer. What the client still sends is not read. */
  readonly close?: boolean;
}

export const jsonReply = (
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): HttpReply => ({
  status,
  headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
  body: JSON.stringify(value),
});

/** The error envelope of all endpoints. */
export const errorReply = (error: HttpError): HttpReply => ({
  ...jsonReply(
    error.status,
    {
      error: {
        code: error.code,
        message: error.message,
        ...(error.details !== undefined && { details: error.details }),
      },
    },
    { ...error.headers },
  ),
  ...(error.close && { close: true }),
});

interface HttpErrorOptions extends ErrorOptions {
  /** A status to use instead of the code's own. */
  readonly status?: number;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly close?: boolean;
}

/** A request that is answered with an error. `message` is for the caller and holds no secret. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly close: boolean;

  constructor(
    readonly code: ErrorCode,
    message: string,
    { status, details, headers = {}, close = false, ...options }: HttpErrorOptions = {},
  ) {
    super(message, options);
    this.status = status ?? ERROR_CODES[code].http;
    this.details = details;
    this.headers = headers;
    this.close = close;
  }

  get retryable(): boolean {
    return ERROR_CODES[this.code].retryable;
  }

  /** The same error, answered with these headers. */
  withHeaders(headers: Readonly<Record<string, string>>): HttpError {
    const { status, details, close, cause } = this;
    return new HttpError(this.code, this.message, {
      status,
      headers,
      close,
      ...(details !== undefined && { details }),
      ...(cause !== undefined && { cause }),
    });
  }
}

/** The client left before its request was read or answered. No answer can be sent. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
  readonly code = 'client_gone';
  readonly retryable = false;
}
