import { UNCERTAIN } from '@undertone/protocol';
import { dominantLabel, labelAlone } from '../call/emotion/shown-label.js';
import type { Utterance } from './utterances/utterance.js';

/** The conversation in a few figures, in the terms of the specification's `session.end`. */
export interface ConversationSummaryView {
  readonly duration: number;
  readonly utterance_count: number;
  readonly final_emotion: string;
  readonly emotion_trajectory: readonly string[];
  readonly dominant_emotion: string;
  readonly peak_escalation_risk: number;
  readonly sentiment_change: number;
}

/**
 * @param clockMs the conversation's end so far
 * @param utterances in order; only the callers' emotions count, an agent's do not
 */
export const summarizeConversation = (
  utterances: readonly Utterance[],
  { peakEscalationRisk, clockMs }: { readonly peakEscalationRisk: number; readonly clockMs: number },
): ConversationSummaryView => {
  const callers = utterances.filter(({ role }) => role === 'caller');
  const stretches = callers.map((each) => ({ label: labelAlone(each), ms: each.endMs - each.startMs }));
  const trajectory = stretches.flatMap(({ label }) => (label === null ? [] : [label]));
  const endMs = utterances.reduce((latest, utterance) => Math.max(latest, utterance.endMs), clockMs);
  return {
    duration: Math.round(endMs) / 1000,
    utterance_count: utterances.length,
    final_emotion: trajectory.at(-1) ?? UNCERTAIN,
    emotion_trajectory: trajectory,
    dominant_emotion: dominantLabel(stretches),
    peak_escalation_risk: peakEscalationRisk,
    sentiment_change: sentimentChange(callers),
  };
};

/** Mean valence of the second half of the callers' utterances minus that of the first; 0 with fewer than two. */
const sentimentChange = (callers: readonly Utterance[]): number => {
  const valences = callers.flatMap(({ tone }) => (tone === null ? [] : [tone.valence]));
  if (valences.length < 2) return 0;
  const half = Math.floor(valences.length / 2);
  const mean = (part: readonly number[]): number => part.reduce((sum, v) => sum + v, 0) / part.length;
  return mean(valences.slice(-half)) - mean(valences.slice(0, half));
};
