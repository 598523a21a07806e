/** The base of every error of a call. `code` is stable; `message` is for people. */
export class UndertoneError extends Error {
  override readonly name: string = 'UndertoneError';
  /** Stable; programs may compare it. */
  readonly code: string;
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean;

  constructor(code: string, message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.retryable = retryable;
  }
}

/** No answer came: the name did not resolve, the connection broke, or TLS failed. */
export class ConnectionError extends UndertoneError {
  override readonly name = 'ConnectionError';
  constructor(message: string, options?: ErrorOptions) {
    super('connection_failed', message, true, options);
  }
}

/** The answer did not come in time. */
export class TimeoutError extends UndertoneError {
  override readonly name = 'TimeoutError';
  constructor(
    /** How long was waited. */
    readonly timeoutMs: number,
  ) {
    super('timeout', `no answer within ${timeoutMs} ms`, true);
  }
}

/** What the relay says about a refused request. */
export interface ErrorAnswer {
  /** The HTTP status. */
  readonly status: number;
  /** Stable; programs may compare it. */
  readonly code: string;
  /** For people. */
  readonly message: string;
  /** What is wrong, by parameter, or what the code says more. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** For the relay's operator: it identifies the request in the log. */
  readonly requestId: string | undefined;
  /** How many seconds to wait, if the relay said so. */
  readonly retryAfterS: number | undefined;
}

/** The relay answered with an error. The subclasses say which kind. */
export class ApiError extends UndertoneError {
  override readonly name: string = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** What is wrong, by parameter, or what the code says more. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** For the relay’s operator: it identifies the request in the log. */
  readonly requestId: string | undefined;
  /** How many seconds to wait, if the relay said so. */
  readonly retryAfterS: number | undefined;

  constructor(answer: ErrorAnswer) {
    super(answer.code, answer.message, isRetryable(answer));
    this.status = answer.status;
    this.details = answer.details;
    this.requestId = answer.requestId;
    this.retryAfterS = answer.retryAfterS;
  }
}

/** 400: a parameter is wrong. `details` maps each parameter to its problem. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
}
/** 401: the key is missing, unknown, expired or revoked. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}
/** 402: the organization's wallet is empty and must be topped up. */
export class InsufficientCreditsError extends ApiError {
  override readonly name = 'InsufficientCreditsError';
}
/** 403: the permission is missing, the resource belongs to another organization, or a policy forbids the call. */
export class PermissionError extends ApiError {
  override readonly name = 'PermissionError';
}
/** 404: there is no such resource. */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}
/** 409: the state of the resource does not allow the call, or an idempotency key was already used for something else. */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}
/** 413: more than 25 MB, or more seconds of audio than allowed. */
export class PayloadTooLargeError extends ApiError {
  override readonly name = 'PayloadTooLargeError';
}
/** 415: the format is not supported. `details.supported_formats` lists those that are. */
export class UnsupportedAudioError extends ApiError {
  override readonly name = 'UnsupportedAudioError';
}
/** 422: the file cannot be read as audio, or holds none. */
export class UndecodableAudioError extends ApiError {
  override readonly name = 'UndecodableAudioError';
}
/** 429: too many requests, after all retries. */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}
/** 5xx: the relay failed, after all retries. */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/** 408 and 429 ask for a retry. 5xx are faults of the relay, not of the request. */
const RETRYABLE_STATUS: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** A conflict that names a time passes: the first request of this idempotency key still runs, of which a broken connection told nothing. */
const isRetryable = ({ status, retryAfterS }: ErrorAnswer): boolean =>
  RETRYABLE_STATUS.has(status) || (status === 409 && retryAfterS !== undefined);

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

/** The error class for the status of an answer. */
export const toApiError = (answer: ErrorAnswer): ApiError => {
  const Fitting = BY_STATUS[answer.status] ?? (answer.status >= 500 ? ServerError : ApiError);
  return new Fitting(answer);
};
