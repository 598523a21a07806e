import type { TemplateResult } from 'lit';
import type { Session } from '@undertone/sdk';
import { type Curve, curveRow, type Mark } from '../timeline/curve.js';
import { judged, type Lane, laneRow, stretchWords } from '../timeline/lane.js';
import { alertWord, clock, cueAnswerWord, percent, riskWords } from '../words/words.js';
import { t } from '../language/text.js';
import { decimal } from '../shell/format.js';
import { voiceNames, voiceOf } from './voice-names.js';

export type Utterance = Session['utterances'][number];

/** The rows of a call's time axis: its voices, how they sounded, and what was expected. */
export const callRows = (session: Session): readonly TemplateResult[] => {
  const { utterances, summary } = session;
  const duration = summary.duration;
  const expected = utterances.filter((each) => each.expected !== null);
  const curveOf = (title: string, kind: string, value: (each: Utterance) => number | null): Curve => ({
    title,
    kind,
    points: utterances.flatMap((each) => {
      const found = each.role === 'caller' ? value(each) : null;
      return found === null ? [] : [{ at: (each.start + each.end) / 2, value: found }];
    }),
  });
  const foretold = (title: string, kind: string, name: keyof NonNullable<Utterance['expected']>): Curve => ({
    title,
    kind,
    points: expected.flatMap(({ end, expected: then }) =>
      then === null ? [] : [{ at: end, value: then[name] }],
    ),
  });
  return [
    ...lanesOf(session).map((lane) => laneRow(lane, duration)),
    curveRow(
      t('How the customer sounded'),
      [
        curveOf(t('Valence'), 'valence', ({ valence }) => valence),
        curveOf(t('Energy'), 'arousal', ({ arousal }) => arousal),
      ],
      {
        low: -1,
        high: 1,
        marks: [
          { value: 1, word: t('pleasant, excited') },
          { value: 0, word: '' },
          { value: -1, word: t('unpleasant, calm') },
        ],
      },
      duration,
    ),
    ...(expected.length === 0
      ? []
      : [
          curveRow(
            t('Escalation risk'),
            [foretold(t('Escalation risk'), 'escalation', 'escalation_risk')],
            SHARES,
            duration,
            marksOf(session),
          ),
          curveRow(
            t('What was expected'),
            [
              foretold(t('Will be resolved'), 'resolution', 'resolution_probability'),
              foretold(t('May leave'), 'churn', 'churn_risk'),
            ],
            SHARES,
            duration,
          ),
          curveRow(
            t('Expected CSAT'),
            [foretold(t('Expected CSAT'), 'csat', 'predicted_csat')],
            {
              low: 1,
              high: 5,
              marks: [
                { value: 5, word: '5' },
                { value: 3, word: '3' },
                { value: 1, word: '1' },
              ],
            },
            duration,
          ),
        ]),
  ];
};

const SHARES = {
  low: 0,
  high: 1,
  marks: [
    { value: 1, word: percent(1) },
    { value: 0.5, word: percent(0.5) },
    { value: 0, word: percent(0) },
  ],
};

const lanesOf = (session: Session): readonly Lane[] =>
  [...voiceNames(session)]
    .map(([key, name]) => ({
      name,
      stretches: session.utterances
        .filter((each) => voiceOf(each) === key)
        .map((each) => ({ ...judged(each), start: each.start, end: each.end, arousal: each.arousal })),
    }))
    .filter(({ stretches }) => stretches.length > 0);

/** Alerts and cues, where they came. */
const marksOf = ({ alerts, cues }: Session): readonly Mark[] => [
  ...alerts.map((alert): Mark => ({
    at: alert.raised_at_s,
    kind: 'alert',
    title: t('{at} alert: {alert}', { at: clock(alert.raised_at_s), alert: alertWord(alert.alert_type) }),
  })),
  ...cues.map((cue): Mark => ({
    at: cue.at_s,
    kind: cue.severity === 'info' ? 'good' : 'cue',
    title: t('{at} cue: {title}, {answer}', {
      at: clock(cue.at_s),
      title: cue.title,
      answer: cueAnswerWord(cue),
    }),
  })),
];

/** Everything that was at a moment, in one sentence. */
export const momentWords = (session: Session, seconds: number): string => {
  const names = voiceNames(session);
  const speaking = session.utterances.filter(({ start, end }) => start <= seconds && seconds <= end);
  const told = speaking.map((each) => {
    const { valence, arousal } = each;
    const tone =
      valence === null || arousal === null
        ? ''
        : ` ${t('(valence {valence}, energy {energy})', { valence: decimal(valence, 1), energy: decimal(arousal, 1) })}`;
    const heard = each.emotion === null ? t('speaks') : stretchWords(judged(each));
    return `${names.get(voiceOf(each)) ?? ''} ${heard}${tone}`;
  });
  const expected = session.utterances
    .filter(({ end, expected: after }) => end <= seconds && after !== null)
    .at(-1);
  const then = expected?.expected;
  const isNear = (at: number): boolean =>
    Math.abs(at - seconds) < Math.max(1, session.summary.duration / 150);
  const events = marksOf(session)
    .filter(({ at }) => isNear(at))
    .map(({ title }) => title);
  return [
    clock(seconds),
    told.length > 0 ? told.join(', ') : t('nobody speaks'),
    ...(then === null || then === undefined
      ? []
      : [
          t('escalation risk {risk}', { risk: riskWords(then.escalation_risk) }),
          t('expected CSAT {csat}', { csat: decimal(then.predicted_csat, 1) }),
        ]),
    ...events,
  ].join(' · ');
};

/** Where the arrow keys stop: each utterance, alert and cue. */
export const momentsOf = ({ utterances, alerts, cues }: Session): readonly number[] =>
  [
    ...utterances.map(({ start, end }) => (start + end) / 2),
    ...alerts.map(({ raised_at_s: at }) => at),
    ...cues.map(({ at_s: at }) => at),
  ].sort((a, b) => a - b);
