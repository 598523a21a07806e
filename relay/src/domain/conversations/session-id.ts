import { isStorable } from '../storable-text.js';
import { CONVERSATION_LIMITS } from './conversation-record.js';

/**
 * Whether a text may name a session. Any text of the organization's own may: a ticket's number, a softphone's call id, with
 * slashes, spaces and whatever script.
 */
export const isSessionId = (text: string): boolean =>
  text.length > 0 && text.length <= CONVERSATION_LIMITS.idCharacters && isStorable(text);
