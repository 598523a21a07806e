import { CallAnalysis } from '../call/call-analysis.js';
import { SnapshotError } from '../call/call-state.js';
import { HeardMoods, type SavedMoods } from '../call/emotion/heard-mood.js';
import { newId } from '../ids.js';
import { TurnListener, type TurnListenerState } from './utterances/turn-listener.js';
import { utteranceOf } from './utterances/turn-utterance.js';
import type { NewUtterance } from './utterances/utterance.js';

/** What a stream's checkpoint says of the turns that are being spoken. */
interface SpokenTurns {
  readonly conversation: { readonly config?: { readonly agentAnalysis?: boolean } };
  readonly config: { readonly channels?: readonly { readonly subject: string }[] };
  readonly heard?: readonly { readonly channel: number; readonly state: TurnListenerState }[];
  readonly moods?: SavedMoods;
}

/**
 * The turns that were being spoken when a checkpoint was written, as utterances: what its conversation lacks when the relay died and
 * nobody takes the stream up. None where the checkpoint cannot be read.
 */
export const turnsLeftIn = (checkpoint: unknown): readonly NewUtterance[] => {
  if (!isSpokenTurns(checkpoint)) return [];
  const { conversation, config, heard = [], moods } = checkpoint;
  let call: CallAnalysis;
  try {
    call = CallAnalysis.restore(conversation, { newId });
  } catch (error) {
    if (error instanceof SnapshotError) return [];
    throw error;
  }
  const voices = new HeardMoods(moods);
  const mayReadAgents = conversation.config?.agentAnalysis === true;
  return call.end().flatMap(({ kind, value }) => {
    if (kind !== 'turn.end') return [];
    const isAgent = call.agents().includes(value.speakerId);
    const role = isAgent || config.channels?.[value.channel]?.subject === 'agent' ? 'agent' : 'caller';
    const isUnread = isAgent && !mayReadAgents;
    const state = heard.find(({ channel }) => channel === value.channel)?.state;
    const listener = new TurnListener(isUnread ? undefined : state);
    const mood = isUnread ? undefined : voices.atTurnEnd(value.channel, value.speakerId);
    return [utteranceOf(value, listener.read(), role, mood)];
  });
};

const isSpokenTurns = (checkpoint: unknown): checkpoint is SpokenTurns =>
  typeof checkpoint === 'object' &&
  checkpoint !== null &&
  'config' in checkpoint &&
  'conversation' in checkpoint &&
  typeof checkpoint.conversation === 'object' &&
  checkpoint.conversation !== null;
