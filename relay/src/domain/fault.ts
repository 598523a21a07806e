import type { ErrorCode } from '@undertone/protocol';

export interface FaultOptions extends ErrorOptions {
  /** What is wrong, by parameter, or other facts that the caller needs. It holds no secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** After how many seconds a retry makes sense. */
  readonly retryAfterS?: number;
}

/**
 * A mistake of the caller, or a limit that the caller reached. It carries a stable code and a message for the
 * caller. Routes turn it into an HTTP answer, and streams turn it into an `error` message.
 */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterS: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    { details, retryAfterS, ...options }: FaultOptions = {},
  ) {
    super(message, options);
    this.details = details;
    this.retryAfterS = retryAfterS;
  }
}
