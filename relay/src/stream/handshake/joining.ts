import { asSessionFault } from './as-session-fault.js';
import type { StreamDependencies } from '../ports.js';
import type { LiveSession } from '../live-session.js';

/**
 * Called before a place is taken: nothing may be streamed into a conversation that has ended or expired.
 * @returns the vertical of the conversation; undefined when it does not exist yet
 * @throws SessionFault `conflict`
 */
export const assertConversationOpen = async (
  { conversations }: Pick<StreamDependencies, 'conversations'>,
  orgId: string,
  sessionId: string,
): Promise<string | undefined> => {
  try {
    return await conversations?.assertOpen(orgId, sessionId);
  } catch (error) {
    throw asSessionFault(error, 'session_id');
  }
};

/**
 * Loads the session's conversation.
 * @throws SessionFault `conflict` when it ended meanwhile
 */
export const joinConversation = async ({
  turnRecorder,
}: Pick<LiveSession, 'turnRecorder'>): Promise<void> => {
  try {
    await turnRecorder?.open();
  } catch (error) {
    throw asSessionFault(error, 'session_id');
  }
};
