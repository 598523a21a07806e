/** What every failure of a call has in common. `code` is stable; `message` is for people. */
export class UndertoneError extends Error {
  override readonly name: string = 'UndertoneError';
  readonly code: string;
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean;

  constructor(code: string, message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.retryable = retryable;
  }
}

/** No answer came: the name does not resolve, the connection broke, or TLS failed. */
export class ConnectionError extends UndertoneError {
  override readonly name = 'ConnectionError';
  constructor(message: string, options?: ErrorOptions) {
    super('connection_failed', message, true, options);
  }
}

/** The answer did not come in time. */
export class TimeoutError extends UndertoneError {
  override readonly name = 'TimeoutError';
  constructor(readonly timeoutMs: number) {
    super('timeout', `no answer within ${timeoutMs} ms`, true);
  }
}

/** What the relay said about a refused request. */
export interface ErrorAnswer {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** For the relay's operator: names the request in its log. */
  readonly requestId: string | undefined;
  readonly retryAfterS: number | undefined;
}

/** The relay answered with an error. Its subclasses say which kind. */
export class ApiError extends UndertoneError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly requestId: string | undefined;
  /** Seconds to wait, where the relay said so. */
  readonly retryAfterS: number | undefined;

  constructor(answer: ErrorAnswer) {
    super(answer.code, answer.message, RETRYABLE_STATUS.has(answer.status));
    this.status = answer.status;
    this.details = answer.details;
    this.requestId = answer.requestId;
    this.retryAfterS = answer.retryAfterS;
  }
}

/** 400: `details` maps each parameter to what is wrong with it. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}
/** 401: the key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}
/** 402: the organization's wallet is empty until it is topped up. */
export class InsufficientCreditsError extends ApiError {
  override readonly name = 'InsufficientCreditsError';
}
/** 403: no permission, another organization's resource, or a policy forbids it. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}
/** 404. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}
/** 409: the state does not allow it, or an idempotency key was used for something else. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}
/** 413: more than 25 MB, or more seconds of audio than allowed. */
export class PayloadTooLargeError extends ApiError {
  override readonly name = 'PayloadTooLargeError';
}
/** 415: `details.supported_formats` lists what is. */
export class UnsupportedAudioError extends ApiError {
  override readonly name = 'UnsupportedAudioError';
}
/** 422: the file says it is audio and is not, or holds none. */
export class UndecodableAudioError extends ApiError {
  override readonly name = 'UndecodableAudioError';
}
/** 429, after the retries were used up. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}
/** 5xx, after the retries were used up. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/** 408 and 429 ask to come back; 5xx are the relay's trouble, not the request's. */
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

const BY_STATUS: Readonly<Record<number, new (answer: ErrorAnswer) => ApiError>> = {
  400: ValidationError,
  401: AuthenticationError,
  402: InsufficientCreditsError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  413: PayloadTooLargeError,
  415: UnsupportedAudioError,
  422: UndecodableAudioError,
  429: RateLimitError,
};

/** The error class that fits an answer's status. */
export const toApiError = (answer: ErrorAnswer): ApiError => {
  const Fitting = BY_STATUS[answer.status] ?? (answer.status >= 500 ? ServerError : ApiError);
  return new Fitting(answer);
};
