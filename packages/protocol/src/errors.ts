/** Why a message could not be read. Each reason is a key of the error table in codes.ts. */
export type ProtocolErrorCode = 'protocol_error' | 'validation_error';

/** A message that breaks the contract. `param` names the field by its JSON path, if known. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';

  constructor(
    readonly code: ProtocolErrorCode,
    message: string,
    readonly param?: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
