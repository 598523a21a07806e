import type { Prediction } from '../../predictions/predictor.js';
import { advanceTrajectory, freshTrajectory } from '../../predictions/trajectory.js';
import { finalWord } from '../conversation-ending.js';
import { isOver } from '../lifecycle.js';
import { type Insight, rebuildProgress } from '../conversation-progress.js';
import type { ConversationChange, ConversationView } from '../conversation-store.js';
import type { ConversationRecord } from '../conversation-record.js';
import { foresightOf } from '../conversation-rules.js';
import { expectedOf, observedOf, placeUtterances, type Utterance } from './utterance.js';
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
  const theirIds = new Set(theirs.map(({ utteranceId }) => utteranceId));
  const given = all.map((each) => (theirIds.has(each.utteranceId) ? asAgent(each, voice) : each));
  const foretold = predictionsThroughout(given, insight);
  const utterances = given.map((each) => withExpected(each, foretold.get(each.utteranceId)));
  const rebuilt = {
    ...rebuildProgress(record.progress, utterances),
    revision: record.progress.revision + 1,
    peakEscalationRisk: Math.max(
      0,
      ...[...foretold.values()].map((then) => then?.targets.escalation_risk.value ?? 0),
    ),
  };
  const next: ConversationRecord = { ...record, progress: rebuilt };
  const settled = record.final === null ? next : { ...next, final: finalWord(next, utterances, insight) };
  return {
    record: settled,
    changed: utterances.filter(
      (each, index) => theirIds.has(each.utteranceId) || !expectsAsBefore(each, all[index]),
    ),
    ...(!voice.mayBeRead && { forgetTraining: [...theirIds] }),
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
  return voice.mayBeRead ? { ...utterance, ...part } : withoutReading({ ...utterance, ...part });
};

/** An utterance of an agent who may not be analyzed. */
export const withoutReading = (utterance: Utterance): Utterance => {
  const unread: { -readonly [Name in keyof Utterance]: Utterance[Name] } = {
    ...utterance,
    emotion: null,
    confidence: null,
    tone: null,
  };
  delete unread.uncertain;
  delete unread.measures;
  delete unread.mood;
  delete unread.moodMs;
  delete unread.corrected;
  delete unread.correction;
  return unread;
};

/** The predictions after each utterance if the agent had been known from the start. */
const predictionsThroughout = (
  utterances: readonly Utterance[],
  { head }: Insight,
): ReadonlyMap<string, Prediction | undefined> => {
  let trajectory = freshTrajectory();
  return new Map(
    placeUtterances(utterances).map((utterance) => {
      trajectory = advanceTrajectory(trajectory, observedOf(utterance));
      const { prediction } = foresee(head, [], trajectory, 'live');
      return [utterance.utteranceId, prediction.utterancesSeen > 0 ? prediction : undefined];
    }),
  );
};

const expectsAsBefore = ({ expected }: Utterance, before: Utterance | undefined): boolean =>
  JSON.stringify(expected) === JSON.stringify(before?.expected);

const withExpected = (utterance: Utterance, then: Prediction | undefined): Utterance => {
  if (then !== undefined) return { ...utterance, expected: expectedOf(then) };
  const unheard: { -readonly [Name in keyof Utterance]: Utterance[Name] } = { ...utterance };
  delete unheard.expected;
  return unheard;
};
