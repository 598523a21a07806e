import type { Conversations } from '../../domain/conversations/conversations.js';

/** What a stream needs from the conversations that all routes share. */
export type StreamConversations = Pick<
  Conversations,
  | 'assertOpen'
  | 'openStream'
  | 'add'
  | 'move'
  | 'endStream'
  | 'submitOutcome'
  | 'correct'
  | 'revise'
  | 'give'
  | 'newsSince'
  | 'knowAgent'
  | 'noteCue'
  | 'noteCueAction'
  | 'noteWords'
>;
