/** What a caller did wrong; stable, safe to match on. */
export type ProsodyErrorCode = 'unsupported_sample_rate' | 'invalid_option' | 'output_too_small';

/** A caller's mistake. Never thrown because of what the audio contains. */
export class ProsodyError extends Error {
  override readonly name = 'ProsodyError';
  /** The same call will fail again. */
  readonly retryable = false;

  constructor(
    readonly code: ProsodyErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
