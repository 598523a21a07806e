import type { VerticalAssessment } from '../call/verticals/assess.js';
import { advanceTrend, freshTrend } from '../call/verticals/trend.js';
import { assessVertical, isVerticalName } from '../call/verticals/verticals.js';
import type { Utterance } from './utterances/utterance.js';

/**
 * State and metrics of the conversation's vertical, by the same rules as for a directive and an uploaded recording. They
 * compare the newest caller utterance with the trend of all of them. A corrected utterance counts with its correction.
 * @param utterances in order
 * @returns undefined before the first reading
 */
export const assessConversation = (
  vertical: string,
  utterances: readonly Utterance[],
): Pick<VerticalAssessment, 'state' | 'metrics'> | undefined => {
  if (!isVerticalName(vertical)) return undefined;
  const heard = utterances.flatMap(({ role, tone, measures, startMs, endMs }) =>
    role === 'caller' && tone !== null && measures !== undefined
      ? [{ ms: endMs - startMs, measures: { ...measures, valence: tone.valence, arousal: tone.arousal } }]
      : [],
  );
  const last = heard.at(-1);
  if (last === undefined) return undefined;
  const trend = heard.reduce((sum, { ms, measures }) => advanceTrend(sum, ms, measures), freshTrend());
  const { valence, arousal, dominance, ...signals } = last.measures;
  const { state, metrics } = assessVertical(
    vertical,
    { dimensions: { valence, arousal, dominance }, signals },
    trend,
  );
  return { state, metrics };
};
