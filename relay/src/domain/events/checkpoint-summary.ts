import { Conversation } from '../conversation.js';
import { SnapshotError } from '../conversation-state.js';
import { newId } from '../ids.js';
import type { ClosedSession } from './session-end-event.js';

/**
 * What the last checkpoint of a session says about it, for one whose relay died and that nobody resumed.
 * @param heldS for how long it is known to have been held: its duration where the checkpoint cannot be read
 */
export const summarizeCheckpoint = (checkpoint: unknown, heldS: number): ClosedSession['ended'] => {
  const nothing = { durationS: heldS, utteranceCount: 0, transcript: { turns: [] }, emotionTrajectory: [] };
  if (typeof checkpoint !== 'object' || checkpoint === null || !('conversation' in checkpoint))
    return nothing;
  try {
    return Conversation.restore(checkpoint.conversation, { newId }).end().summary;
  } catch (error) {
    // Of an older version: nobody can read it any more.
    if (error instanceof SnapshotError) return nothing;
    throw error;
  }
};
