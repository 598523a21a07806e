import { describe, expect, it } from 'vitest';
import { exampleOf } from '../predictions/predictor.js';
import { ANGRY, CALM, callerOnly, EVEN } from '../predictions/testing/utterances.js';
import { readFeatures, trajectoryOf } from '../predictions/trajectory.js';
import { firstVersion, learnVersion, rollBack } from '../predictions/models/versions.js';
import { versionSchema } from '../predictions/models/model-schema.js';
import { checkDefinitions, checkOutcome, kpiDefinitionSchema, type KpiDefinition } from './definition.js';
import { kpiModelsSchema, modelOf, type KpiModels } from './kpi-model.js';
import { kpiLearner, predictKpis, wireKpis } from './kpi-predictor.js';

const upsell: KpiDefinition = { kind: 'binary', name: 'upsell', direction: 'higher_is_better' };
const handling: KpiDefinition = {
  kind: 'scalar',
  name: 'handling_minutes',
  direction: 'lower_is_better',
  min: 0,
  max: 60,
};
const topic: KpiDefinition = {
  kind: 'categorical',
  name: 'topic',
  categories: ['billing', 'outage', 'other'],
};
const ALL = [upsell, handling, topic];

const pleasant = trajectoryOf(callerOnly(EVEN, CALM, CALM, CALM));
const hostile = trajectoryOf(callerOnly(EVEN, ANGRY, ANGRY, ANGRY));
const fault = (param: string, words: RegExp) =>
  expect.objectContaining({
    code: 'validation_error',
    details: { [param]: [expect.stringMatching(words)] },
  }) as unknown as Error;

describe('a KPI', () => {
  it('is scalar, binary or categorical, with a direction or a range', () => {
    for (const definition of ALL) expect(kpiDefinitionSchema.parse(definition)).toEqual(definition);
  });

  it.each([
    ['no kind', { name: 'x', direction: 'neutral' }],
    ['an unknown kind', { kind: 'vector', name: 'x' }],
    ['a name that is none', { ...upsell, name: '__proto__' }],
    ['a name with blanks', { ...upsell, name: 'Up sell' }],
    ['no direction', { kind: 'binary', name: 'x' }],
    ['a range upside down', { ...handling, min: 60, max: 0 }],
    ['an empty range', { ...handling, max: 0 }],
    ['an infinite range', { ...handling, max: Infinity }],
    ['one category', { ...topic, categories: ['billing'] }],
    ['a category twice', { ...topic, categories: ['billing', 'billing'] }],
    ['a field of another kind', { ...upsell, min: 0 }],
  ])('is refused with %s', (_, definition) => {
    expect(kpiDefinitionSchema.safeParse(definition).success).toBe(false);
  });

  it('must have a unique name, and there are at most twenty', () => {
    expect(() => checkDefinitions(ALL)).not.toThrow();
    expect(() => checkDefinitions([upsell, upsell])).toThrow(fault('kpis', /name each/));
    const many = Array.from({ length: 21 }, (_, i) => ({ ...upsell, name: `kpi_${i}` }));
    expect(() => checkDefinitions(many)).toThrow(fault('kpis', /at most 20/));
  });
});

describe('a KPI’s outcome', () => {
  it('is checked against its definition, with each error under its name', () => {
    const good = { upsell: true, handling_minutes: 12.5, topic: 'outage' };
    expect(checkOutcome(ALL, good)).toEqual(good);
    expect(() => checkOutcome(ALL, { upsell: 1 })).toThrow(fault('kpis.upsell', /true or false/));
    expect(() => checkOutcome(ALL, { handling_minutes: 61 })).toThrow(
      fault('kpis.handling_minutes', /from 0 to 60/),
    );
    expect(() => checkOutcome(ALL, { handling_minutes: NaN })).toThrow(/does not fit/);
    expect(() => checkOutcome(ALL, { topic: 'weather' })).toThrow(
      fault('kpis.topic', /billing, outage, other/),
    );
    expect(() => checkOutcome(ALL, { other: 1 })).toThrow(fault('kpis.other', /not defined/));
  });
});

describe('predictions of KPIs', () => {
  it('start from the direction: a good call raises a KPI that is better higher, and lowers one that is better lower', () => {
    const told = (trajectory: typeof pleasant) => predictKpis(ALL, {}, readFeatures(trajectory));
    expect(told(pleasant).upsell!.value).toBe(true);
    expect(told(hostile).upsell!.value).toBe(false);
    expect(told(pleasant).handling_minutes!.value).toBeLessThan(
      Number(told(hostile).handling_minutes!.value),
    );
    expect(told(pleasant).topic!.confidence).toBeCloseTo(1 / 3);
  });

  it('learn from outcomes and become more confident', () => {
    const learn = kpiLearner(ALL);
    let models: KpiModels = {};
    for (let i = 0; i < 40; i++) {
      const calm = exampleOf(pleasant, {});
      models = learn(models, { ...calm, values: { upsell: false, handling_minutes: 10, topic: 'billing' } });
      const loud = exampleOf(hostile, {});
      models = learn(models, { ...loud, values: { upsell: true, handling_minutes: 30, topic: 'outage' } });
    }
    const calm = predictKpis(ALL, models, readFeatures(pleasant));
    expect(calm.upsell).toMatchObject({ value: false });
    expect(calm.topic).toMatchObject({ value: 'billing' });
    expect(calm.handling_minutes!.value).toBeCloseTo(10, -1);
    const { low, high } = calm.handling_minutes!.interval!;
    expect(low).toBeGreaterThanOrEqual(0);
    expect(low).toBeLessThan(10);
    expect(high).toBeGreaterThan(10);
    const before = predictKpis(ALL, {}, readFeatures(pleasant));
    for (const { name } of ALL) expect(calm[name]!.confidence).toBeGreaterThan(before[name]!.confidence);
    const sum = Object.values(calm.topic!.probabilities!).reduce((a, b) => a + b, 0);
    expect(sum).toBeCloseTo(1);
  });

  it('are versioned like everything learned: stored, read back and rolled back', () => {
    const prior = firstVersion<KpiModels>('org_a', {}, '2026-11-21T10:00:00Z');
    const lesson = {
      organizationId: 'org_a',
      sessionId: 'ses_1',
      example: { ...exampleOf(pleasant, {}), values: { upsell: false } },
    };
    const one = learnVersion(prior, lesson, kpiLearner(ALL), '2026-11-21T10:00:01Z');
    const stored = JSON.stringify(one);
    expect(JSON.stringify(versionSchema(kpiModelsSchema).parse(JSON.parse(stored)))).toBe(stored);
    expect(rollBack(one, prior, '2026-11-21T10:00:02Z').model).toEqual({});
  });

  it('start again when the definition of the KPI changes', () => {
    const example = { ...exampleOf(pleasant, {}), values: { handling_minutes: 50, topic: 'outage' } };
    const models = kpiLearner(ALL)({}, example);
    const wider = { ...handling, max: 120 };
    expect(modelOf(models, handling)).toBe(models.handling_minutes);
    expect(modelOf(models, wider)).toEqual(modelOf({}, wider));
    const renamed = { ...topic, categories: ['billing', 'outage', 'spam'] };
    expect(modelOf(models, renamed)).toEqual(modelOf({}, renamed));
    expect(kpiLearner([topic])(models, example)).not.toHaveProperty('handling_minutes');
  });

  it('have a numeric form for the realtime message: a yes is 1, and a category is its position', () => {
    const predictions = predictKpis(ALL, {}, readFeatures(pleasant));
    const wire = wireKpis(ALL, { ...predictions, topic: { value: 'outage', confidence: 0.7 } });
    expect(wire.upsell).toMatchObject({ value: 1 });
    expect(wire.topic).toEqual({ value: 1, confidence: 0.7 });
    expect(wire.handling_minutes!.value).toBeGreaterThan(0);
  });
});
