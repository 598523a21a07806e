/** What a caller did wrong. The codes are stable, so callers can match on them. */
export type ProsodyErrorCode = 'unsupported_sample_rate' | 'invalid_option' | 'output_too_small';

/** A caller's mistake. The content of the audio never causes it. */
export class ProsodyError extends Error {
  override readonly name = 'ProsodyError';
  /** The same call will fail again. */
  readonly retryable = false;

  constructor(
    /** Stable; programs may compare it. */
    readonly code: ProsodyErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
