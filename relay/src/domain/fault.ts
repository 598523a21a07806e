import type { ErrorCode } from '@undertone/protocol';

export interface FaultOptions extends ErrorOptions {
  /** What is wrong, by parameter, or what the caller needs to know; without secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** When trying again makes sense. */
  readonly retryAfterS?: number;
}

/**
 * A caller's mistake, or a limit a caller ran into, as the domain sees it: a stable code and a message for the caller.
 * Routes turn it into an HTTP answer, streams into an `error` message.
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
