import { Fault } from '../../domain/fault.js';
import { SessionFault } from '../../domain/live/session-fault.js';

/**
 * Turns a domain fault into a stream fault. Any other error stays as it is.
 * @param param the field of the hello that the fault is about
 * @param reworded messages that replace the domain's own, by code
 */
export const asSessionFault = (
  error: unknown,
  param: string,
  reworded: Partial<Record<Fault['code'], string>> = {},
): unknown =>
  error instanceof Fault
    ? new SessionFault(error.code, reworded[error.code] ?? error.message, { param, cause: error })
    : error;
