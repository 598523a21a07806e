import { SESSION_LIMITS } from './session-record.js';

/** Half a surrogate pair and NUL cannot be stored as text. */
const UNSTORABLE = /[\p{Surrogate}\0]/u;

/**
 * Whether a text may name a session. Any text of the organization's own may: a ticket's number, a softphone's call id, with
 * slashes, spaces and whatever script.
 */
export const isSessionName = (text: string): boolean =>
  text.length > 0 && text.length <= SESSION_LIMITS.idCharacters && !UNSTORABLE.test(text);

/** Whether a text can be kept as it is. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);
