/** How a speaker model, a voiceprint or a call violated CONTRACT.md. */
export type SpeakerErrorCode =
  | 'metadata_invalid'
  | 'model_unreadable'
  | 'model_signature'
  | 'bad_audio'
  | 'bad_output'
  | 'bad_option'
  | 'voiceprint_invalid'
  | 'voiceprint_version';

/** A file, a voiceprint or a call violates the contract. A retry never helps. */
export class SpeakerError extends Error {
  override readonly name = 'SpeakerError';
  /** The same call will fail again. */
  readonly retryable = false;

  /**
   * @param code stable reason for programs
   * @param message what was expected and what was found; never contains audio or a voiceprint
   * @param options the cause, if any
   */
  constructor(
    /** Stable; programs may compare it. */
    readonly code: SpeakerErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
