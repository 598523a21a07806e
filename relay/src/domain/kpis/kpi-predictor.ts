import { designVector, type Features } from '../predictions/features.js';
import { NORMAL_Z, type Interval } from '../predictions/models/interval.js';
import { learnNumber, predictNumber } from '../predictions/models/linear-model.js';
import { learnChance, predictChance } from '../predictions/models/logistic-model.js';
import type { Example } from '../predictions/predictor.js';
import type { KpiDefinition, KpiOutcome, KpiValue } from './definition.js';
import { modelOf, type KpiModel, type KpiModels } from './kpi-model.js';

export interface KpiPrediction {
  /** In the units of the KPI. */
  value: KpiValue;
  /**
   * 0 to 1. For a binary or a category, its probability. For a scalar, the probability that the true value
   * lies within a tenth of the range around the predicted value.
   */
  confidence: number;
  /** For a scalar: the range that holds 80 % of the values. */
  interval?: Interval;
  /** For a binary, the probability of yes. For a categorical, the probability of each category. */
  probabilities?: Record<string, number>;
}

/** A scalar prediction counts as right if it is within this share of the range. */
const TOLERANCE = 0.1;

/** Predictions of all KPIs, by name. */
export const predictKpis = (
  definitions: readonly KpiDefinition[],
  models: KpiModels,
  features: Features,
): Record<string, KpiPrediction> => {
  const x = designVector(features);
  return Object.fromEntries(
    definitions.map((definition) => [definition.name, predictKpi(modelOf(models, definition), x)]),
  );
};

const predictKpi = (kpi: KpiModel, x: readonly number[]): KpiPrediction => {
  switch (kpi.kind) {
    case 'scalar':
      return predictScalar(kpi, x);
    case 'binary': {
      const chance = predictChance(kpi.model, x).value;
      return {
        value: chance >= 0.5,
        confidence: Math.max(chance, 1 - chance),
        probabilities: { true: chance, false: 1 - chance },
      };
    }
    case 'categorical':
      return predictCategory(kpi, x);
  }
};

const predictScalar = (kpi: Extract<KpiModel, { kind: 'scalar' }>, x: readonly number[]): KpiPrediction => {
  const unbounded = { ...kpi.model, range: { min: -Infinity, max: Infinity } };
  const { interval: reach } = predictNumber(unbounded, x);
  const { value, interval } = predictNumber(kpi.model, x);
  const deviation = (reach.high - reach.low) / 2 / NORMAL_Z;
  const scaled = (place: number) => kpi.min + place * (kpi.max - kpi.min);
  return {
    value: scaled(value),
    confidence: withinNormal(TOLERANCE / deviation),
    interval: { low: scaled(interval.low), high: scaled(interval.high) },
  };
};

const predictCategory = (
  { categories }: Extract<KpiModel, { kind: 'categorical' }>,
  x: readonly number[],
): KpiPrediction => {
  const chances = categories.map(({ model }) => predictChance(model, x).value);
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  const shares = chances.map((chance) => chance / total);
  const confidence = Math.max(...shares);
  return {
    value: categories[shares.indexOf(confidence)]?.name ?? '',
    confidence,
    probabilities: Object.fromEntries(categories.map(({ name }, i) => [name, shares[i] ?? 0])),
  };
};

/** The probability that a standard normal lies within ±z: Abramowitz & Stegun 7.1.26, accurate to 1.5e-7. */
const withinNormal = (z: number): number => {
  const x = z / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return 1 - series * Math.exp(-x * x);
};

/** One conversation with the outcomes of its KPIs. `values` passed `checkOutcome`. */
export interface KpiExample extends Pick<Example, 'final' | 'onTheWay'> {
  values: KpiOutcome;
}

/**
 * The models after one more conversation, for `learnVersion`. The end of the conversation and the moments
 * before it share the weight of one outcome. KPIs that are no longer defined are dropped.
 */
export const kpiLearner =
  (definitions: readonly KpiDefinition[]) =>
  (models: KpiModels, { final, onTheWay, values }: KpiExample): KpiModels => {
    const moments = [...onTheWay, final];
    return Object.fromEntries(
      definitions.map((definition) => {
        const start = modelOf(models, definition);
        const value = Object.hasOwn(values, definition.name) ? values[definition.name] : undefined;
        if (value === undefined) return [definition.name, start];
        const taught = moments.reduce(
          (model, { features }) => learnKpi(model, designVector(features), value, 1 / moments.length),
          start,
        );
        return [definition.name, taught];
      }),
    );
  };

const learnKpi = (kpi: KpiModel, x: readonly number[], value: KpiValue, weight: number): KpiModel => {
  switch (kpi.kind) {
    case 'scalar': {
      const place = (Number(value) - kpi.min) / (kpi.max - kpi.min);
      return { ...kpi, model: learnNumber(kpi.model, x, place, weight) };
    }
    case 'binary':
      return { ...kpi, model: learnChance(kpi.model, x, value === true ? 1 : 0, weight) };
    case 'categorical':
      return {
        ...kpi,
        categories: kpi.categories.map(({ name, model }) => ({
          name,
          model: learnChance(model, x, value === name ? 1 : 0, weight),
        })),
      };
  }
};

/**
 * The realtime form, which holds only numbers: a yes is 1, and a category is its position in the definition.
 */
export const wireKpis = (
  definitions: readonly KpiDefinition[],
  predictions: Readonly<Record<string, KpiPrediction>>,
): Record<string, { value: number; confidence: number }> =>
  Object.fromEntries(
    definitions.flatMap((definition) => {
      const prediction = predictions[definition.name];
      if (prediction === undefined) return [];
      const { value, confidence } = prediction;
      const number = typeof value === 'string' ? categoryIndex(definition, value) : Number(value);
      return [[definition.name, { value: number, confidence }]];
    }),
  );

const categoryIndex = (definition: KpiDefinition, value: string): number =>
  definition.kind === 'categorical' ? definition.categories.indexOf(value) : -1;
