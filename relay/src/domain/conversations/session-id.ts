import { isStorable, storableText } from '../storable-text.js';
import { CONVERSATION_LIMITS } from './conversation-record.js';

/** In the path of a URL these are steps: `/v1/sessions/..` is asked for as `/v1` by every client, whether it is escaped or not. */
const isPathStep = (text: string): boolean => text === '.' || text === '..';

/**
 * Whether a text may name a new session. The organization may choose any text but `.` and `..`, such as a ticket number or a
 * softphone's call id, with slashes, spaces and any script.
 */
export const isSessionId = (text: string): boolean =>
  text.length > 0 && text.length <= CONVERSATION_LIMITS.idCharacters && isStorable(text) && !isPathStep(text);

/** A text for which {@link isSessionId} holds. */
export const sessionIdText = storableText(CONVERSATION_LIMITS.idCharacters)
  .min(1)
  .refine((text) => !isPathStep(text), 'must not be "." or "..", which URLs take for steps');
