const UNTOLD: ReadonlySet<string> = new Set(['resume_window_expired', 'revoked']);

/**
 * Whether a client that comes back with its handle is told how its session ended (RT121): not when it stayed away for too long,
 * and not when it may know nothing any more.
 * @param code why the session ended, as it is stored
 */
export const isToldLater = (code: string): boolean => !UNTOLD.has(code);
