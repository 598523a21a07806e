/** Why a recording cannot be taken, as the SIP status that says so. */
export class SiprecError extends Error {
  override readonly name = 'SiprecError';

  /** @param status 400: it cannot be read; 488: its media is not what can be recorded here */
  constructor(
    readonly status: 400 | 488,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
