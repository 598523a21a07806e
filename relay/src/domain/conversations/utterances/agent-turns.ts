import { advanceTrajectory, freshTrajectory } from '../../predictions/trajectory.js';
import { finalWord } from '../conversation-ending.js';
import { isOver } from '../lifecycle.js';
import { type Insight, rebuildProgress } from '../conversation-progress.js';
import type { ConversationChange, ConversationView } from '../conversation-store.js';
import type { ConversationRecord } from '../conversation-record.js';
import { foresightOf } from '../conversation-rules.js';
import { observedOf, placeUtterances, type Utterance } from './utterance.js';
import type { TakenBack } from '../conversation-views.js';
import { foresee } from '../learning/learned-model.js';

/** A speaker of a live stream who was recognized as the agent. */
export interface AgentSpeaker {
  /** The speaker id in the utterances. */
  readonly speakerId: string;
  /** Set for a channel without a name; its utterances are named after the role. */
  readonly channel?: number;
  /** Whether policy allows analyzing agents. If so, their readings are kept. */
  readonly mayBeRead: boolean;
}

/**
 * Assigns a speaker's turns to the agent. If agents may not be analyzed, their readings are removed from the utterances, the
 * predictions and training. Raised alerts stay raised, because they were already sent.
 */
export const giveToAgent = async (
  view: ConversationView,
  voice: AgentSpeaker,
  insight: Insight,
): Promise<ConversationChange<TakenBack>> => {
  const { record } = view;
  const all = await view.all();
  const theirs = all.filter((utterance) => isOf(utterance, voice) && utterance.role === 'caller');
  if (theirs.length === 0) {
    return { record, result: { record, insight, foresight: foresightOf(record, insight), changed: false } };
  }
  const changed = new Map(theirs.map((each) => [each.utteranceId, asAgent(each, voice)]));
  const utterances = all.map((each) => changed.get(each.utteranceId) ?? each);
  const rebuilt = {
    ...rebuildProgress(record.progress, utterances),
    revision: record.progress.revision + 1,
    peakEscalationRisk: peakOf(utterances, insight),
  };
  const next: ConversationRecord = { ...record, progress: rebuilt };
  const settled = record.final === null ? next : { ...next, final: finalWord(next, utterances, insight) };
  return {
    record: settled,
    changed: [...changed.values()],
    ...(!voice.mayBeRead && { forgetTraining: [...changed.keys()] }),
    result: {
      record: settled,
      insight,
      foresight: foresightOf(settled, insight),
      changed: !isOver(settled.lifecycle),
    },
  };
};

const isOf = ({ source, speakerId, channel }: Utterance, voice: AgentSpeaker): boolean =>
  source === 'stream' &&
  speakerId === voice.speakerId &&
  (voice.channel === undefined || channel === voice.channel);

const asAgent = (utterance: Utterance, voice: AgentSpeaker): Utterance => {
  const part = { role: 'agent', ...(voice.channel !== undefined && { speakerId: 'agent' }) } as const;
  if (voice.mayBeRead) return { ...utterance, ...part };
  const unread: { -readonly [Name in keyof Utterance]: Utterance[Name] } = {
    ...utterance,
    ...part,
    emotion: null,
    confidence: null,
    tone: null,
  };
  delete unread.uncertain;
  delete unread.measures;
  delete unread.corrected;
  delete unread.correction;
  return unread;
};

/** The highest risk that would have been reported if the agent had been known from the start. */
const peakOf = (utterances: readonly Utterance[], { head }: Insight): number => {
  let trajectory = freshTrajectory();
  let peak = 0;
  for (const utterance of placeUtterances(utterances)) {
    trajectory = advanceTrajectory(trajectory, observedOf(utterance));
    const { targets, utterancesSeen } = foresee(head, [], trajectory, 'live').prediction;
    if (utterancesSeen > 0) peak = Math.max(peak, targets.escalation_risk.value);
  }
  return peak;
};
