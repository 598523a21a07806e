/** Why a message could not be read. Each reason is a key of the error table in codes.ts. */
export type ProtocolErrorCode = 'protocol_error' | 'validation_error';

/** A message that breaks the contract. `param` names the field by its JSON path, if known. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';

  constructor(
    /** Stable; the `code` of the `error` that tells of it. */
    readonly code: ProtocolErrorCode,
    message: string,
    /** The wrong field by its JSON path, if known. */
    readonly param?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
