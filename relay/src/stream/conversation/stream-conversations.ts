import { retrying } from '../../concurrency/retrying.js';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { Fault } from '../../domain/fault.js';
import type { StreamTimers } from '../ports.js';
import { WRITE_RETRIES_MS } from '../write-retries.js';

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
  | 'describe'
>;

/**
 * The same conversations for a stream's steps: each call is tried again while the store is away, because its turn was told and paid
 * for already. What a client waits for before it may stream is tried once. A {@link Fault} is a refusal and final.
 */
export const retriedConversations = (
  sessions: StreamConversations,
  timers: Pick<StreamTimers, 'after'>,
): StreamConversations => {
  const retry = retrying({
    timers,
    pausesMs: WRITE_RETRIES_MS,
    isAnswer: (error) => error instanceof Fault,
  });
  return {
    assertOpen: (...given) => sessions.assertOpen(...given),
    openStream: (...given) => sessions.openStream(...given),
    add: async (...given) => {
      let tries = 0;
      const added = await retry(() => {
        tries++;
        return sessions.add(...given);
      });
      // An earlier try may have stored the turn and lost the answer; nothing was told or corrected after it.
      return tries > 1 ? { ...added, duplicate: false } : added;
    },
    move: (...given) => retry(() => sessions.move(...given)),
    // Where this is given up, the sweep ends the conversation, without the outcome that the client told.
    endStream: (...given) => retry(() => sessions.endStream(...given)),
    submitOutcome: (...given) => retry(() => sessions.submitOutcome(...given)),
    correct: (...given) => retry(() => sessions.correct(...given)),
    revise: (...given) => retry(() => sessions.revise(...given)),
    give: (...given) => retry(() => sessions.give(...given)),
    newsSince: (...given) => retry(() => sessions.newsSince(...given)),
    knowAgent: (...given) => retry(() => sessions.knowAgent(...given)),
    noteCue: (...given) => retry(() => sessions.noteCue(...given)),
    noteCueAction: (...given) => retry(() => sessions.noteCueAction(...given)),
    noteWords: (...given) => retry(() => sessions.noteWords(...given)),
    describe: (...given) => retry(() => sessions.describe(...given)),
  };
};
