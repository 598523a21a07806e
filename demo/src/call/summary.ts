import type { EndedInfo } from '@undertone/client';

/** A few facts about a finished call; empty when there is no summary from the relay. */
export const summaryFacts = (info: EndedInfo): readonly (readonly [string, string])[] => {
  const { summary } = info;
  if (summary === undefined) return [];
  const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });
  const peak = summary.summary.peakEscalationRisk;
  const facts: [string, string | undefined][] = [
    ['Length', `${Math.round(summary.durationS)} s`],
    ['Utterances', String(summary.utteranceCount)],
    ['Mostly', summary.summary.dominantEmotion],
    ['At the end', summary.finalEmotion],
    ['Highest escalation', peak === undefined ? undefined : percent.format(peak)],
    ['Course', summary.emotionTrajectory.join(' → ') || undefined],
  ];
  return facts.filter((fact): fact is [string, string] => fact[1] !== undefined);
};
