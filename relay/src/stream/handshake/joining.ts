import { asSessionFault } from './as-session-fault.js';
import type { StreamDependencies } from '../ports.js';
import type { LiveSession } from '../live-session.js';

/**
 * Before a place is taken: nothing is streamed into a conversation that has ended or expired.
 * @returns in what vertical it is held; undefined where nobody began it
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
 * Takes the session's conversation up.
 * @throws SessionFault `conflict` where it ended meanwhile
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
