import { LABELS } from '@undertone/protocol';
import { describe, expect, it } from 'vitest';
import { readSignals, type Signals } from '../emotion/signals.js';
import { reading, TONES, type Tone } from '../testing/scripted-call.js';
import type { Moment } from './assess.js';
import { measuresOf } from './assess.js';
import { MEASURES, type Score, type VerticalDefinition } from './definition.js';
import { advanceTrend, freshTrend, type Trend } from './trend.js';
import { assessVertical, VERTICAL_NAMES, verticalNamed, VERTICALS } from './verticals.js';

/** More prototypes near the coordinates of Russell & Mehrabian 1977. */
const FEARFUL: Tone = { label: 'fearful', confidence: 0.6, valence: -0.6, arousal: 0.55, dominance: -0.4 };
const WORRIED: Tone = { label: 'anxious', confidence: 0.5, valence: -0.15, arousal: 0.3, dominance: -0.4 };
const BORED: Tone = { label: 'neutral', confidence: 0.5, valence: -0.1, arousal: -0.4, dominance: -0.05 };
const DOUBTFUL: Tone = { label: 'confused', confidence: 0.5, valence: -0.1, arousal: 0.05, dominance: -0.3 };
const KEEN: Tone = { label: 'content', confidence: 0.5, valence: 0.2, arousal: 0.1, dominance: 0.1 };
const COOL: Tone = { label: 'neutral', confidence: 0.5, valence: -0.1, arousal: 0, dominance: 0.3 };

const STILL = { valence: 0, arousal: 0, energyDb: 0, pitchSemitones: 0 };
const momentOf = (tone: Tone): Moment => {
  const { probabilities } = reading(tone);
  const { valence, arousal, dominance } = tone;
  const dimensions = { valence, arousal, dominance };
  return {
    dimensions,
    probabilities,
    signals: readSignals({ dimensions, z: STILL, prosody: undefined, probabilities }),
  };
};

/** A conversation of tones, in readings of 250 ms: its last moment and its trend. */
const call = (...parts: [seconds: number, tone: Tone][]): [Moment, Trend] => {
  let trend = freshTrend();
  for (const [seconds, tone] of parts) {
    const measures = measuresOf(momentOf(tone));
    for (let i = 0; i < seconds * 4; i++) trend = advanceTrend(trend, 250, measures);
  }
  return [momentOf(parts.at(-1)![1]), trend];
};

/** A moment with exactly these values and middle values for the rest. */
const at = (over: Partial<Signals & { valence: number; arousal: number; dominance: number }>): Moment => {
  const { valence = 0, arousal = 0, dominance = 0, ...signals } = over;
  const middle = { engagement: 0.5, stress: 0.3, certainty: 0.5, intensity: 0.5, escalation: 0.2 };
  return { dimensions: { valence, arousal, dominance }, signals: { ...middle, ...signals } };
};

describe('every state of every vertical', () => {
  const CASES: [vertical: string, state: string, tone: Tone][] = [
    ['contact_center', 'frustrated', TONES.angry],
    ['contact_center', 'distressed', TONES.sad],
    ['contact_center', 'satisfied', TONES.happy],
    ['contact_center', 'neutral', TONES.neutral],
    ['healthcare', 'agitated', TONES.angry],
    ['healthcare', 'distressed', FEARFUL],
    ['healthcare', 'anxious', WORRIED],
    ['healthcare', 'withdrawn', TONES.sad],
    ['healthcare', 'calm', TONES.calm],
    ['healthcare', 'neutral', TONES.neutral],
    ['sales', 'resistant', TONES.angry],
    ['sales', 'enthusiastic', TONES.happy],
    ['sales', 'interested', KEEN],
    ['sales', 'disengaged', BORED],
    ['sales', 'hesitant', DOUBTFUL],
    ['sales', 'neutral', COOL],
    ['general', 'tense', TONES.angry],
    ['general', 'subdued', TONES.sad],
    ['general', 'lively', TONES.happy],
    ['general', 'relaxed', TONES.calm],
    ['general', 'neutral', TONES.neutral],
  ];

  it.each(CASES)('%s: %s', (vertical, state, tone) => {
    expect(assessVertical(vertical, momentOf(tone)).state).toBe(state);
  });

  it('is in the list of cases above', () => {
    const told = new Set(CASES.map(([vertical, state]) => `${vertical} ${state}`));
    const all = VERTICALS.flatMap(({ name, states }) => states.map((state) => `${name} ${state.name}`));
    expect([...told].sort()).toEqual(all.sort());
  });
});

describe('the metrics of contact_center', () => {
  const metricsOf = (...parts: [number, Tone][]) =>
    assessVertical('contact_center', ...call(...parts)).metrics;

  it('are the five of the specification, with its types', () => {
    const { metrics } = assessVertical('contact_center', momentOf(TONES.angry));
    expect(metrics).toEqual({
      csat_predicted: expect.any(Number) as number,
      sentiment_trajectory: 'stable',
      escalation_risk: 'high',
      first_call_resolution_likely: false,
      churn_risk: expect.any(Number) as number,
    });
    expect(assessVertical('contact_center', momentOf(TONES.calm)).metrics).toMatchObject({
      escalation_risk: 'low',
      first_call_resolution_likely: true,
    });
  });

  it('predict a happier customer for a friendlier call, within their scales', () => {
    const friendly = metricsOf([30, TONES.happy]);
    const hostile = metricsOf([30, TONES.angry]);
    expect(friendly.csat_predicted).toBeGreaterThan(4);
    expect(hostile.csat_predicted).toBeLessThan(2);
    expect(hostile.csat_predicted).toBeGreaterThanOrEqual(1);
    expect(friendly.churn_risk).toBeLessThan(0.1);
    expect(hostile.churn_risk).toBeGreaterThan(0.7);
  });

  it('show whether the caller’s mood declines, improves or is stable', () => {
    expect(metricsOf([20, TONES.happy], [5, TONES.angry]).sentiment_trajectory).toBe('declining');
    expect(metricsOf([20, TONES.angry], [5, TONES.happy]).sentiment_trajectory).toBe('improving');
    expect(metricsOf([20, TONES.neutral], [5, TONES.neutral]).sentiment_trajectory).toBe('stable');
  });

  it('show escalation at once and forget it slowly', () => {
    expect(metricsOf([20, TONES.calm], [0.25, TONES.angry]).escalation_risk).toBe('high');
    expect(metricsOf([20, TONES.angry], [2, TONES.calm]).escalation_risk).toBe('high');
    expect(metricsOf([20, TONES.angry], [12, TONES.calm]).escalation_risk).toBe('medium');
    expect(metricsOf([20, TONES.angry], [60, TONES.calm]).escalation_risk).toBe('low');
  });

  it('include an escalation_risk whose limits belong to the higher level', () => {
    const risk = (escalation: number) =>
      assessVertical('contact_center', at({ escalation })).metrics.escalation_risk;
    expect([0, 0.349, 0.35, 0.599, 0.6, 1].map(risk)).toEqual([
      'low',
      'low',
      'medium',
      'medium',
      'high',
      'high',
    ]);
  });

  it('say that a resolution is likely from one half on', () => {
    const { metrics, figures } = assessVertical('contact_center', at({ valence: 0.3 }));
    expect(figures.first_call_resolution_likely_score).toBeGreaterThan(0.5);
    expect(metrics.first_call_resolution_likely).toBe(true);
    const worse = assessVertical('contact_center', at({ valence: -0.4 }));
    expect(worse.figures.first_call_resolution_likely_score).toBeLessThan(0.5);
    expect(worse.metrics.first_call_resolution_likely).toBe(false);
  });
});

describe('the metrics of healthcare', () => {
  const metricsOf = (tone: Tone) => assessVertical('healthcare', momentOf(tone)).metrics;

  it('show how distressed a person sounds', () => {
    const level = (stress: number) => assessVertical('healthcare', at({ stress })).metrics.distress_level;
    expect([0.39, 0.4, 0.64, 0.65].map(level)).toEqual(['low', 'moderate', 'moderate', 'high']);
  });

  it('follow the mood', () => {
    const [moment, trend] = call([20, TONES.happy], [5, TONES.sad]);
    expect(assessVertical('healthcare', moment, trend).metrics.sentiment_trajectory).toBe('declining');
  });

  it('show worry for fear, low spirits for sadness, and neither for calm', () => {
    expect(metricsOf(FEARFUL).anxiety_signs).toBeGreaterThan(0.6);
    expect(metricsOf(TONES.sad).low_mood_signs).toBeGreaterThan(0.6);
    expect(metricsOf(TONES.calm).anxiety_signs).toBeLessThan(0.3);
    expect(metricsOf(TONES.calm).low_mood_signs).toBeLessThan(0.3);
  });

  it('show less engagement for a sad patient than for a happy one', () => {
    expect(metricsOf(TONES.sad).patient_engagement).toBeLessThan(
      Number(metricsOf(TONES.happy).patient_engagement),
    );
  });

  it('suggest a follow-up only for low spirits and for distress', () => {
    expect(metricsOf(TONES.sad).follow_up_suggested).toBe(true);
    expect(metricsOf(FEARFUL).follow_up_suggested).toBe(true);
    expect(metricsOf(TONES.neutral).follow_up_suggested).toBe(false);
  });
});

describe('the metrics of sales', () => {
  const metricsOf = (tone: Tone) => assessVertical('sales', momentOf(tone)).metrics;

  it('rise with interest and fall with resistance', () => {
    expect(metricsOf(TONES.happy).buying_interest).toBeGreaterThan(0.7);
    expect(metricsOf(TONES.angry).buying_interest).toBeLessThan(0.3);
  });

  it('show the risk of an objection', () => {
    const risk = (escalation: number) => assessVertical('sales', at({ escalation })).metrics.objection_risk;
    expect([0.29, 0.3, 0.49, 0.5].map(risk)).toEqual(['low', 'medium', 'medium', 'high']);
  });

  it('show whether engagement rises', () => {
    const trajectory = (...parts: [number, Tone][]) =>
      assessVertical('sales', ...call(...parts)).metrics.engagement_trajectory;
    expect(trajectory([20, BORED], [5, TONES.happy])).toBe('rising');
    expect(trajectory([20, TONES.happy], [5, BORED])).toBe('falling');
    expect(trajectory([25, COOL])).toBe('steady');
  });

  it('have a hesitation of one minus the certainty', () => {
    expect(assessVertical('sales', at({ certainty: 0.2 })).metrics.hesitation).toBeCloseTo(0.8);
  });

  it('say that a close is likely for a happy voice but not for a neutral one', () => {
    expect(metricsOf(TONES.happy).close_likely).toBe(true);
    expect(metricsOf(TONES.neutral).close_likely).toBe(false);
  });
});

describe('the metrics of general', () => {
  it('are means over the last sentences', () => {
    const { metrics } = assessVertical('general', at({ valence: 0.3, stress: 0.4, engagement: 0.7 }));
    expect(metrics.sentiment).toBeCloseTo(0.3);
    expect(metrics.stress).toBeCloseTo(0.4);
    expect(metrics.engagement).toBeCloseTo(0.7);
    expect(metrics.sentiment_trajectory).toBe('stable');
  });

  it('suggest attention for stress and for escalation', () => {
    const suggested = (over: Partial<Signals>) =>
      assessVertical('general', at(over)).metrics.attention_suggested;
    expect(suggested({ stress: 0.5 })).toBe(true);
    expect(suggested({ escalation: 0.5 })).toBe(true);
    expect(suggested({ stress: 0.49, escalation: 0.49 })).toBe(false);
  });

  it('follow the mood', () => {
    const [moment, trend] = call([20, TONES.sad], [5, TONES.calm]);
    expect(assessVertical('general', moment, trend).metrics.sentiment_trajectory).toBe('improving');
  });
});

describe('a vertical', () => {
  it('is rejected when its name is unknown, with the list of known names', () => {
    const unknown = () => verticalNamed('call_centre');
    expect(unknown).toThrow(expect.objectContaining({ code: 'validation_error' }));
    expect(unknown).toThrow(/contact_center, healthcare, sales, general/);
    expect(() => assessVertical('__proto__', momentOf(TONES.calm))).toThrow(/must be one of/);
  });

  it('gives the same answer for a single utterance and for a conversation with only that tone', () => {
    for (const vertical of VERTICAL_NAMES) {
      const [moment, trend] = call([10, TONES.angry]);
      const alone = assessVertical(vertical, moment);
      const within = assessVertical(vertical, moment, trend);
      expect(within.state).toBe(alone.state);
      for (const [name, figure] of Object.entries(alone.figures)) {
        expect(within.figures[name]).toBeCloseTo(figure, 9);
      }
    }
  });

  it.each(VERTICALS.map((vertical) => [vertical.name, vertical] as const))(
    '%s is well formed: unconditional last state, ascending levels, known terms, a text for everything',
    (_, vertical) => {
      const { states, metrics } = vertical;
      expect(states.at(-1)!.when).toEqual({});
      for (const { means } of [...states, ...Object.values(metrics)]) expect(means.length).toBeGreaterThan(5);
      for (const rule of Object.values(metrics)) {
        expectKnownTerms(rule.score);
        if (rule.kind !== 'level') continue;
        const limits = rule.levels.flatMap((level) => ('atLeast' in level ? [level.atLeast] : []));
        expect(limits).toEqual([...limits].sort((a, b) => a - b));
      }
      expect(namesOf(vertical)).toEqual(namesOf(vertical).filter((name) => /^[a-z_]+$/.test(name)));
    },
  );
});

const namesOf = ({ states, metrics }: VerticalDefinition): string[] => [
  ...states.map(({ name }) => name),
  ...Object.keys(metrics),
];

const expectKnownTerms = (score: Score): void => {
  if (score.link === 'highest') {
    for (const part of score.of) expectKnownTerms(part);
    return;
  }
  for (const [group, weights] of Object.entries(score.terms)) {
    expect(group === 'labels' ? LABELS : MEASURES).toEqual(
      expect.arrayContaining(Object.keys(weights as Record<string, number>)),
    );
  }
};
