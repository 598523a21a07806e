/** Which part of the contract of CONTRACT.md a model, its metadata or a call broke. */
export type ModelContractCode =
  | 'metadata_invalid'
  | 'model_unreadable'
  | 'model_signature'
  | 'bad_audio_shape'
  | 'bad_state_shape'
  | 'bad_output';

/** A model file, its metadata or a call to it breaks the contract. A retry never helps. */
export class ModelContractError extends Error {
  override readonly name = 'ModelContractError';
  /** The same call will fail again. */
  readonly retryable = false;

  /**
   * @param code stable reason to branch on
   * @param message what was expected and what was found
   * @param options the cause, if there is one
   */
  constructor(
    /** Stable; programs may compare it. */
    readonly code: ModelContractCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
