import { isStorable } from '../storable-text.js';
import { CONVERSATION_LIMITS } from './conversation-record.js';

/**
 * Whether a text may name a session. The organization may choose any text, such as a ticket number or a softphone's call
 * id, with slashes, spaces and any script.
 */
export const isSessionId = (text: string): boolean =>
  text.length > 0 && text.length <= CONVERSATION_LIMITS.idCharacters && isStorable(text);
