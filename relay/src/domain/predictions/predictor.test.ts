import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionText, adviseOn, explain } from './advice.js';
import { answerOf, endPredictions, messageOf } from './answer.js';
import { FEATURES } from './features.js';
import { outcomeSchema } from './outcome.js';
import { exampleOf, learn, predict } from './predictor.js';
import { PRIOR, PRIOR_BASE, priorModel, TARGETS } from './models/prior.js';
import { ANGRY, CALM, callerOnly, conversations, EVEN, SAD } from './testing/utterances.js';
import { TEXT_LANGUAGES, textsFor } from './texts/catalog.js';
import { trajectoryOf } from './trajectory.js';

const live = (...tones: Parameters<typeof callerOnly>) =>
  predict(priorModel(), trajectoryOf(callerOnly(...tones)), 'live');
const souring = () => live(CALM, EVEN, ANGRY, ANGRY, ANGRY);
const pleasant = () => live(EVEN, CALM, CALM, CALM, CALM);

describe('a prediction without any outcome', () => {
  it('has escalation, churn, resolution, satisfaction and the mood to come, each with an interval', () => {
    const { targets } = pleasant();
    expect(Object.keys(targets)).toEqual([
      'escalation_risk',
      'churn_risk',
      'resolution_probability',
      'predicted_csat',
      'sentiment_forecast',
    ]);
    const sour = souring().targets;
    expect(sour.escalation_risk.value).toBeGreaterThan(targets.escalation_risk.value + 0.2);
    expect(sour.churn_risk.value).toBeGreaterThan(targets.churn_risk.value + 0.2);
    expect(sour.resolution_probability.value).toBeLessThan(targets.resolution_probability.value - 0.2);
    expect(sour.predicted_csat.value).toBeLessThan(targets.predicted_csat.value - 1);
    expect(sour.sentiment_forecast.value).toBeLessThan(targets.sentiment_forecast.value - 0.3);
  });

  it('stays on its scale and inside its interval for any conversation', () => {
    const ranges = { predicted_csat: [1, 5], sentiment_forecast: [-1, 1] } as Record<string, number[]>;
    fc.assert(
      fc.property(conversations, fc.constantFrom('live' as const, 'ended' as const), (utterances, stage) => {
        const { targets } = predict(priorModel(), trajectoryOf(utterances), stage);
        for (const target of TARGETS) {
          const { value, interval } = targets[target];
          const [min = 0, max = 1] = ranges[target] ?? [];
          expect(interval.low).toBeGreaterThanOrEqual(min);
          expect(interval.high).toBeLessThanOrEqual(max);
          expect(value).toBeGreaterThanOrEqual(interval.low);
          expect(value).toBeLessThanOrEqual(interval.high);
        }
      }),
    );
  });

  it('reports its number of utterances, and is the ordinary conversation without factors when there are none', () => {
    const { utterancesSeen, targets, trajectory } = live();
    expect(utterancesSeen).toBe(0);
    expect(trajectory).toBe('stable');
    expect(targets.predicted_csat.value).toBeCloseTo(PRIOR_BASE.predicted_csat);
    for (const target of TARGETS) expect(targets[target].factors).toEqual([]);
    expect(live(CALM, CALM).utterancesSeen).toBe(2);
  });

  it('names its factors, strongest first, in plain words of the session’s language', () => {
    const prediction = souring();
    const factors = explain(prediction.targets.escalation_risk, prediction.features, 'en');
    expect(factors.length).toBeGreaterThan(0);
    expect(factors.length).toBeLessThanOrEqual(3);
    const sizes = factors.map(({ contribution }) => Math.abs(contribution));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(factors.find(({ name }) => name === 'heat')).toMatchObject({
      direction: 'raises',
      explanation: 'The customer sounds heated now',
    });
    const german = explain(prediction.targets.escalation_risk, prediction.features, 'de-AT');
    expect(german.map(({ explanation }) => explanation)).toContain('Der Anrufer klingt jetzt aufgebracht');
  });

  it('reports the direction of the trajectory', () => {
    expect(souring().trajectory).toBe('declining');
    expect(live(ANGRY, ANGRY, EVEN, CALM, CALM).trajectory).toBe('improving');
  });

  it.each([
    [0.046, 'improving'],
    [0.044, 'stable'],
    [-0.044, 'stable'],
    [-0.046, 'declining'],
  ])('calls a valence that changes by %f with each of five utterances %s', (step, trajectory) => {
    const tones = Array.from({ length: 5 }, (_, i) => ({ ...EVEN, valence: step * i }));
    expect(live(...tones).trajectory).toBe(trajectory);
  });

  it('recommends a suitable tone and suitable actions', () => {
    expect(adviseOn(souring())).toEqual({
      tone: 'calm_and_slow',
      actions: expect.arrayContaining(['acknowledge', 'next_step']) as string[],
    });
    expect(adviseOn(live(EVEN, SAD, SAD, SAD)).tone).toBe('empathetic');
    expect(adviseOn(pleasant()).tone).toBe('friendly');
    expect(adviseOn(live()).actions.length).toBeGreaterThan(0);
  });

  it('has an answer with the specification’s names, and a realtime message', () => {
    const answer = answerOf(souring(), 'es');
    expect(answer).toMatchObject({ utterances_seen: 5, horizon_s: 60, interval_level: 0.8 });
    expect(answer.recommended_actions).toContain(actionText('acknowledge', 'es'));
    expect(Object.keys(endPredictions(souring()))).toEqual([
      'escalation_risk',
      'churn_risk',
      'resolution_probability',
      'predicted_csat',
    ]);
    const message = messageOf(souring(), 'en');
    expect(message.escalationRisk).toBe(answer.escalation_risk);
    expect(message.intervals).toEqual(answer.intervals);
    for (const target of TARGETS) {
      const told = message.impactFactors.filter((factor) => factor.target === target);
      expect(told.map(({ weight }) => weight)).toEqual(
        answerOf(souring(), 'en').impact_factors[target].map(({ contribution }) => contribution),
      );
      expect(told.length, target).toBeGreaterThan(0);
    }
    expect(message.impactFactors[0]).toMatchObject({ target: 'escalation_risk' });
    expect(message.impactFactors[0]!.weight).toBeGreaterThan(0);
  });
});

describe('the prior', () => {
  it('has a row with a reason for every feature and a number for every target', () => {
    expect(Object.keys(PRIOR).sort()).toEqual([...FEATURES].sort());
    for (const row of [PRIOR_BASE, ...Object.values(PRIOR)]) {
      expect(row.reason.length).toBeGreaterThan(30);
      for (const target of TARGETS) expect(Number.isFinite(row[target])).toBe(true);
    }
  });

  it.each(TEXT_LANGUAGES)('has texts for every feature in %s', (language) => {
    const { factors, actions } = textsFor(language);
    for (const name of FEATURES) {
      expect(factors[name].above.length).toBeGreaterThan(8);
      expect(factors[name].below).not.toBe(factors[name].above);
    }
    for (const text of Object.values(actions)) expect(text).toMatch(/\.$/);
    expect(textsFor(language).language).toBe(language);
  });
});

describe('learning from outcomes', () => {
  const call = trajectoryOf(callerOnly(CALM, EVEN, ANGRY, ANGRY));
  const outcome = { escalated: false, churned: true, resolved: false, csat: 4 };

  it('moves every prediction toward the outcomes of similar calls', () => {
    const before = priorModel();
    let after = before;
    for (let i = 0; i < 10; i++) after = learn(after, exampleOf(call, outcome));
    for (const stage of ['live', 'ended'] as const) {
      const told = predict(before, call, stage).targets;
      const learned = predict(after, call, stage).targets;
      expect(learned.escalation_risk.value).toBeLessThan(told.escalation_risk.value);
      expect(learned.churn_risk.value).toBeGreaterThan(told.churn_risk.value);
      expect(learned.resolution_probability.value).toBeLessThan(told.resolution_probability.value);
      expect(Math.abs(learned.predicted_csat.value - 4)).toBeLessThan(
        Math.abs(told.predicted_csat.value - 4),
      );
      const width = ({ interval }: { interval: { low: number; high: number } }) =>
        interval.high - interval.low;
      expect(width(learned.predicted_csat)).toBeLessThan(width(told.predicted_csat));
    }
  });

  it('learns from the known targets and does not change the rest', () => {
    const before = priorModel();
    const after = learn(before, exampleOf(call, { csat: 5 }));
    expect(after.ended.escalation_risk).toEqual(before.ended.escalation_risk);
    expect(after.ended.predicted_csat).not.toEqual(before.ended.predicted_csat);
  });

  it('learns the forecast from the conversation itself when there is no outcome', () => {
    const before = priorModel();
    const after = learn(before, exampleOf(call, {}));
    expect(after.forecast).not.toEqual(before.forecast);
    expect(after.live).toEqual(before.live);
  });

  it('never changes the given model', () => {
    const model = priorModel();
    const copy = JSON.stringify(model);
    learn(model, exampleOf(call, outcome));
    expect(JSON.stringify(model)).toBe(copy);
  });

  it('stays finite after a thousand contradicting outcomes', () => {
    let model = priorModel();
    for (let i = 0; i < 1_000; i++) {
      model = learn(model, exampleOf(call, { escalated: i % 2 === 0, csat: 1 + (i % 5) }));
    }
    const { targets } = predict(model, call, 'ended');
    expect(targets.escalation_risk.value).toBeCloseTo(0.5, 1);
    expect(targets.predicted_csat.value).toBeCloseTo(3, 1);
    expect(targets.escalation_risk.interval.low).toBeLessThanOrEqual(targets.escalation_risk.value);
  });

  it('rejects outcomes outside their scale or with another name', () => {
    for (const wrong of [{ csat: 0 }, { csat: 6 }, { csat: NaN }, { escalated: 'yes' }, { happy: true }]) {
      expect(outcomeSchema.safeParse(wrong).success).toBe(false);
    }
    expect(outcomeSchema.parse({ csat: 4.5, churned: false })).toEqual({ csat: 4.5, churned: false });
  });
});
