import { describeUnknown } from '../common/error-wire.js';
import { CaptureError, UndertoneError, UsageError } from '../common/undertone-error.js';

/** Why a session fails. What is no error of ours comes from the browser's sound. */
export const sessionFailure = (cause: unknown): UndertoneError =>
  cause instanceof UndertoneError
    ? cause
    : new CaptureError('context_failed', `the session could not go on: ${describeUnknown(cause)}`, { cause });

/** Why a message of the page was not sent: the transport refused it, or it cannot be copied to the worker. */
export const unsendable = (kind: string, cause: unknown): UndertoneError =>
  cause instanceof UndertoneError
    ? cause
    : new UsageError('invalid_option', `${kind} cannot be sent: ${describeUnknown(cause)}`, { cause });
