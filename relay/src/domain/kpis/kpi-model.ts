import { z } from 'zod';
import { FEATURES } from '../predictions/features.js';
import { independent } from '../predictions/models/gaussian.js';
import { linearSchema, logisticSchema } from '../predictions/models/model-schema.js';
import { PRIOR } from '../predictions/models/prior.js';
import type { LinearModel } from '../predictions/models/linear-model.js';
import type { LogisticModel } from '../predictions/models/logistic-model.js';
import type { KpiDefinition } from './definition.js';

/** A scalar is learned as its position between min and max, 0 to 1. */
const kpiModelSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('scalar'), min: z.number(), max: z.number(), model: linearSchema }),
  z.strictObject({ kind: z.literal('binary'), model: logisticSchema }),
  /** One probability per category. They are normalized to sum to 1 when read. */
  z.strictObject({
    kind: z.literal('categorical'),
    categories: z.array(z.strictObject({ name: z.string(), model: logisticSchema })),
  }),
]);
export type KpiModel = z.infer<typeof kpiModelSchema>;

/** The models of an organization's KPIs, by name. Kept in versions, like the predictor. */
export const kpiModelsSchema = z.record(z.string(), kpiModelSchema);
export type KpiModels = z.infer<typeof kpiModelsSchema>;

/** The prior for a KPI of which only the good direction is known. */
const KPI_PRIOR = {
  /** Half of the prior for CSAT or resolution. A good call is good for most measures, but not for all. */
  share: 0.5,
  scalar: { base: 0.3, feature: 0.2, residual: 0.25, freedom: 4 },
  chance: { base: 1.5, feature: 1.5 },
} as const;

/** The model of a KPI: the stored one if it fits the definition, otherwise a new one. */
export const modelOf = (models: KpiModels, definition: KpiDefinition): KpiModel => {
  const stored = Object.hasOwn(models, definition.name) ? models[definition.name] : undefined;
  return stored !== undefined && fits(stored, definition) ? stored : freshModel(definition);
};

/**
 * If the range or the categories of a KPI changed, it measures something else. Its old model then no longer
 * applies.
 */
const fits = (model: KpiModel, definition: KpiDefinition): boolean => {
  switch (model.kind) {
    case 'scalar':
      return definition.kind === 'scalar' && model.min === definition.min && model.max === definition.max;
    case 'binary':
      return definition.kind === 'binary';
    case 'categorical':
      return (
        definition.kind === 'categorical' &&
        model.categories.length === definition.categories.length &&
        model.categories.every(({ name }, i) => name === definition.categories[i])
      );
  }
};

const freshModel = (definition: KpiDefinition): KpiModel => {
  switch (definition.kind) {
    case 'scalar':
      return {
        kind: 'scalar',
        min: definition.min,
        max: definition.max,
        model: freshScalar(signOf(definition)),
      };
    case 'binary':
      return { kind: 'binary', model: freshChance(0, signOf(definition)) };
    case 'categorical': {
      const even = -Math.log(definition.categories.length - 1);
      return {
        kind: 'categorical',
        categories: definition.categories.map((name) => ({ name, model: freshChance(even, 0) })),
      };
    }
  }
};

const signOf = ({ direction }: Exclude<KpiDefinition, { kind: 'categorical' }>): number => {
  switch (direction) {
    case 'higher_is_better':
      return 1;
    case 'lower_is_better':
      return -1;
    case 'neutral':
      return 0;
  }
};

const freshScalar = (sign: number): LinearModel => {
  const { base, feature, residual, freedom } = KPI_PRIOR.scalar;
  // The CSAT coefficients are points on a scale that is four points wide (1 to 5).
  const weight = (name: (typeof FEATURES)[number]) =>
    (sign * KPI_PRIOR.share * PRIOR[name].predicted_csat) / 4;
  return {
    kind: 'linear',
    coefficients: independent([0.5, ...FEATURES.map(weight)], [base, ...FEATURES.map(() => feature)]),
    residual: { freedom, variance: residual * residual },
    range: { min: 0, max: 1 },
  };
};

const freshChance = (base: number, sign: number): LogisticModel => {
  const weight = (name: (typeof FEATURES)[number]) =>
    sign * KPI_PRIOR.share * PRIOR[name].resolution_probability;
  const width = KPI_PRIOR.chance;
  return {
    kind: 'logistic',
    coefficients: independent(
      [base, ...FEATURES.map(weight)],
      [width.base, ...FEATURES.map(() => width.feature)],
    ),
  };
};
