import { UNCERTAIN } from '@undertone/protocol';
import type { SessionUtterance } from './session-utterance.js';

/** The conversation in a few figures, in the words of the specification's `session.end`. */
export interface SessionSummaryView {
  readonly duration: number;
  readonly utterance_count: number;
  readonly final_emotion: string;
  readonly emotion_trajectory: readonly string[];
  readonly dominant_emotion: string;
  readonly peak_escalation_risk: number;
  readonly sentiment_change: number;
}

/**
 * @param clockMs how far the conversation has come
 * @param utterances in order; only the callers' emotions count, an agent's is not what a conversation felt like
 */
export function summarizeSession(
  utterances: readonly SessionUtterance[],
  { peakEscalationRisk, clockMs }: { readonly peakEscalationRisk: number; readonly clockMs: number },
): SessionSummaryView {
  const callers = utterances.filter(({ role }) => role === 'caller');
  const trajectory = callers.flatMap(({ emotion }) => (emotion === null ? [] : [emotion]));
  const endMs = utterances.reduce((latest, utterance) => Math.max(latest, utterance.endMs), clockMs);
  return {
    duration: Math.round(endMs) / 1000,
    utterance_count: utterances.length,
    final_emotion: trajectory.at(-1) ?? UNCERTAIN,
    emotion_trajectory: trajectory,
    dominant_emotion: dominantOf(callers),
    peak_escalation_risk: peakEscalationRisk,
    sentiment_change: sentimentChange(callers),
  };
}

function dominantOf(callers: readonly SessionUtterance[]): string {
  const spokenMs = new Map<string, number>();
  for (const { emotion, startMs, endMs } of callers) {
    if (emotion !== null) spokenMs.set(emotion, (spokenMs.get(emotion) ?? 0) + endMs - startMs);
  }
  let dominant: string = UNCERTAIN;
  for (const [emotion, ms] of spokenMs) {
    if (ms > (spokenMs.get(dominant) ?? -1)) dominant = emotion;
  }
  return dominant;
}

/** Mean valence of the second half of the callers' utterances minus that of the first; 0 with fewer than two. */
function sentimentChange(callers: readonly SessionUtterance[]): number {
  const valences = callers.flatMap(({ tone }) => (tone === null ? [] : [tone.valence]));
  if (valences.length < 2) return 0;
  const half = Math.floor(valences.length / 2);
  const mean = (part: readonly number[]): number => part.reduce((sum, v) => sum + v, 0) / part.length;
  return mean(valences.slice(-half)) - mean(valences.slice(0, half));
}
