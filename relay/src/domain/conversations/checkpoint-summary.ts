import { CallAnalysis } from '../call/call-analysis.js';
import { SnapshotError } from '../call/call-state.js';
import { newId } from '../ids.js';
import { type TurnListenerState, TurnListener } from './utterances/turn-listener.js';
import { labelAlone } from '../call/emotion/shown-label.js';
import type { ClosedSession } from '../events/session-end-event.js';

/** Turns that were open, as a stream's checkpoint keeps them. */
type HeardTurns = readonly { readonly channel: number; readonly state: TurnListenerState }[];
const entryOf = ({ channel, state }: HeardTurns[number]) => [channel, state] as const;

/** The summary of a session in which nobody spoke. @param heldS how long it lasted */
export const nothingHeard = (heldS: number): ClosedSession['ended'] => ({
  durationS: heldS,
  utteranceCount: 0,
  transcript: { turns: [] },
  emotionTrajectory: [],
});

/**
 * The summary from a session's last checkpoint, for a session whose relay died and that nobody resumed.
 * @param heldS how long a relay is known to have held it; the duration if the checkpoint cannot be read
 */
export const summarizeCheckpoint = (checkpoint: unknown, heldS: number): ClosedSession['ended'] => {
  if (typeof checkpoint !== 'object' || checkpoint === null || !('conversation' in checkpoint))
    return nothingHeard(heldS);
  try {
    const conversation = CallAnalysis.restore(checkpoint.conversation, { newId });
    const heard = new Map('heard' in checkpoint ? (checkpoint.heard as HeardTurns).map(entryOf) : []);
    for (const body of conversation.end()) {
      const state = body.kind === 'turn.end' ? heard.get(body.value.channel) : undefined;
      if (body.kind !== 'turn.end' || state === undefined) continue;
      const listener = new TurnListener(state);
      conversation.label(body.value.turnId, labelAlone(listener.read()), listener.isRevised);
    }
    return conversation.summary();
  } catch (error) {
    // An older version, which cannot be read any more.
    if (error instanceof SnapshotError) return nothingHeard(heldS);
    throw error;
  }
};
