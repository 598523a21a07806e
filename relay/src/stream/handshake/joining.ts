import { Fault } from '../../domain/fault.js';
import { SessionFault } from '../../domain/live/session-fault.js';
import type { StreamDependencies } from '../ports.js';
import type { LiveSession } from '../live-session.js';

/** A conversation's refusal in the words of a stream. */
const asSessionFault = (error: unknown): unknown =>
  error instanceof Fault
    ? new SessionFault(error.code, error.message, { param: 'session_id', cause: error })
    : error;

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
    throw asSessionFault(error);
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
    throw asSessionFault(error);
  }
};
