/** Why a request to a foreign server was not made, or failed. The codes are stable and safe to match on. */
export type OutboundErrorCode =
  /** The relay does not call this URL because of its form, scheme, port or host. */
  | 'invalid_url'
  /** The host is, or resolves to, an address that is not on the public internet. */
  | 'address_not_allowed'
  /** No such name, no route, refused, TLS failed, or the answer was not HTTP. */
  | 'unreachable'
  | 'too_many_redirects'
  | 'response_too_large'
  /** The answer is compressed although `identity` was requested. */
  | 'encoding_not_allowed'
  | 'timeout'
  /** The caller's own signal aborted. */
  | 'aborted';

const RETRYABLE: ReadonlySet<OutboundErrorCode> = new Set(['unreachable', 'timeout']);

/**
 * Its message may be shown to the person who supplied the URL. It never contains the address of a name, because a stranger
 * could map the network behind the relay with it. The address is in `cause`.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly retryable: boolean;

  constructor(
    readonly code: OutboundErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.retryable = RETRYABLE.has(code);
  }
}
