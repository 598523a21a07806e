/** Why a delivery was not accepted. */
export type WebhookErrorCode =
  | 'body_already_parsed'
  | 'missing_signature'
  | 'malformed_signature'
  | 'missing_timestamp'
  | 'too_old'
  | 'from_the_future'
  | 'signature_mismatch'
  | 'not_an_event';

/** The delivery must be answered with 401, and nothing may be done with it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  constructor(
    /** Stable; programs may compare it. */
    readonly code: WebhookErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
