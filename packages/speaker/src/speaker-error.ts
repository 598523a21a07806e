/** What about a speaker model, a voiceprint or a call broke the contract of CONTRACT.md. */
export type SpeakerErrorCode =
  | 'metadata_invalid'
  | 'model_unreadable'
  | 'model_signature'
  | 'bad_audio'
  | 'bad_output'
  | 'bad_option'
  | 'voiceprint_invalid'
  | 'voiceprint_version';

/** A file, a voiceprint or a call does not keep the contract. Never worth a retry. */
export class SpeakerError extends Error {
  override readonly name = 'SpeakerError';
  readonly retryable = false;

  /**
   * @param code stable reason to branch on
   * @param message what was expected and what was found; never holds audio or a voiceprint
   * @param options the error that led here, where there is one
   */
  constructor(
    readonly code: SpeakerErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
