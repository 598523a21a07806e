import type { TemplateResult } from 'lit';
import type { AnalysisResult } from '@undertone/sdk';
import { waveformRow } from '../audio/waveform.js';
import { type Curve, curveRow, type Mark } from '../timeline/curve.js';
import { hueIn, laneRow, stretchWords } from '../timeline/lane.js';
import { clock, type Hue } from '../words/words.js';
import { t } from '../language/text.js';
import { decimal } from '../shell/format.js';

/** A stretch of a recording with one reading: a segment, or the whole recording where it is too short to have several. */
export interface Reading {
  readonly channel: number;
  readonly start: number;
  readonly end: number;
  readonly emotion: string | null;
  readonly uncertain: boolean;
  readonly valence: number | null;
  readonly arousal: number | null;
  readonly dominance: number | null;
}

const readingOf = (
  from: Pick<AnalysisResult, 'emotion' | 'uncertain' | 'valence' | 'arousal' | 'dominance'>,
  channel: number,
  start: number,
  end: number,
): Reading => ({
  channel,
  start,
  end,
  emotion: from.emotion ?? null,
  uncertain: from.uncertain === true,
  valence: from.valence ?? null,
  arousal: from.arousal ?? null,
  dominance: from.dominance ?? null,
});

/** How the recording went, in order. */
export const readingsOf = (answer: AnalysisResult): readonly Reading[] => {
  const { segments = [] } = answer;
  if (segments.length > 0)
    return segments.map((segment) => readingOf(segment, segment.channel, segment.start, segment.end));
  return answer.speech ? [readingOf(answer, 0, 0, answer.duration)] : [];
};

/** The rows of the recording's time axis. */
export const analysisRows = (
  answer: AnalysisResult,
  peaks: readonly number[],
  durationS: number,
): readonly TemplateResult[] => {
  const readings = readingsOf(answer);
  const hueAt = (share: number): Hue | undefined => {
    const there = readings.find(({ start, end }) => start <= share * durationS && share * durationS <= end);
    return there === undefined ? undefined : hueIn(there);
  };
  const turns = answer.turns ?? [];
  const speakers = new Map(turns.map(({ speaker }) => [speaker.id, speaker.label]));
  // Channels that were heard apart overlap in time, so each has rows of its own.
  const channels = [...new Set(readings.map(({ channel }) => channel))].sort((a, b) => a - b);
  const named = (name: string, channel: number): string =>
    channels.length < 2 ? name : t('{name}, channel {number}', { name, number: channel + 1 });
  const of = (channel: number): readonly Reading[] => readings.filter((each) => each.channel === channel);
  return [
    waveformRow(t('Sound'), peaks, hueAt),
    ...channels.map((channel) =>
      laneRow({ name: named(t('Segments'), channel), stretches: of(channel) }, durationS),
    ),
    ...[...speakers].map(([id, label]) =>
      laneRow(
        {
          name: label,
          stretches: turns
            .filter(({ speaker }) => speaker.id === id)
            .map((turn) => readingOf(turn, turn.channel, turn.start, turn.end)),
        },
        durationS,
      ),
    ),
    ...channels.map((channel) =>
      curveRow(
        named(t('Valence, arousal, dominance'), channel),
        [
          curveOf(of(channel), t('Valence'), 'valence'),
          curveOf(of(channel), t('Arousal'), 'arousal'),
          curveOf(of(channel), t('Dominance'), 'dominance'),
        ],
        DIMENSIONS,
        durationS,
        marksOf(answer).filter((mark) => channels.length < 2 || mark.channel === channel),
      ),
    ),
  ];
};

/** Cues where they would have come. */
const marksOf = ({ cues = [] }: AnalysisResult): readonly (Mark & { readonly channel: number })[] =>
  cues.map(({ at, channel, severity, title }) => ({
    at,
    channel,
    kind: severity === 'info' ? 'good' : 'cue',
    title: t('{at} cue: {title}', { at: clock(at), title }),
  }));

const DIMENSIONS = {
  low: -1,
  high: 1,
  marks: [
    { value: 1, word: '1' },
    { value: 0, word: '0' },
    { value: -1, word: '−1' },
  ],
};

const curveOf = (
  readings: readonly Reading[],
  title: string,
  name: 'valence' | 'arousal' | 'dominance',
): Curve => ({
  title,
  kind: name,
  points: readings.flatMap((each) => {
    const value = each[name];
    return value === null ? [] : [{ at: (each.start + each.end) / 2, value }];
  }),
});

/** What was at a moment of the recording. */
export const analysisWords = (answer: AnalysisResult, seconds: number): string => {
  const turn = (answer.turns ?? []).find(({ start, end }) => start <= seconds && seconds <= end);
  const there = readingsOf(answer).find(({ start, end }) => start <= seconds && seconds <= end);
  const figure = (name: string, value: number | null): string[] =>
    value === null ? [] : [`${name} ${decimal(value, 2)}`];
  return [
    clock(seconds),
    turn?.speaker.label ?? t('nobody speaks'),
    ...(there === undefined
      ? []
      : [
          stretchWords(there),
          ...figure(t('valence'), there.valence),
          ...figure(t('arousal'), there.arousal),
          ...figure(t('dominance'), there.dominance),
        ]),
    ...marksOf(answer)
      .filter(({ at }) => Math.abs(at - seconds) < Math.max(0.5, answer.duration / 150))
      .map(({ title }) => title),
  ].join(' · ');
};

export const analysisMoments = (answer: AnalysisResult): readonly number[] =>
  [
    ...readingsOf(answer).map(({ start, end }) => (start + end) / 2),
    ...(answer.cues ?? []).map(({ at }) => at),
  ].sort((a, b) => a - b);
