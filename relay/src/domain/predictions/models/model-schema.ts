import { z } from 'zod';
import { FEATURES } from '../features.js';
import { PRIOR_WIDTH, type PredictorModel } from './prior.js';
import { changeSchema, type ModelVersion } from './versions.js';

const size = FEATURES.length + 1;

const triangle = (n: number) => (n * (n + 1)) / 2;

/** A model stored before a feature existed gets it with mean 0 and the prior width of the logistic models. */
const gaussianSchema = z
  .strictObject({ mean: z.array(z.number()).min(1).max(size), covariance: z.array(z.number()) })
  .refine(({ mean, covariance }) => covariance.length === triangle(mean.length), 'is no triangle')
  .transform(({ mean, covariance }) => {
    const missing = Array.from({ length: size - mean.length }, (_, i) => mean.length + i);
    const rows = missing.map((row) => [...new Array<number>(row).fill(0), PRIOR_WIDTH.logistic.feature ** 2]);
    return { mean: [...mean, ...missing.map(() => 0)], covariance: [...covariance, ...rows.flat()] };
  });
export const logisticSchema = z.strictObject({ kind: z.literal('logistic'), coefficients: gaussianSchema });
const residualSchema = z.strictObject({ freedom: z.number().positive(), variance: z.number().positive() });
export const linearSchema = z.strictObject({
  kind: z.literal('linear'),
  coefficients: gaussianSchema,
  residual: residualSchema,
  range: z.strictObject({ min: z.number(), max: z.number() }),
});

const outcomeModelsSchema = z.strictObject({
  escalation_risk: logisticSchema,
  churn_risk: logisticSchema,
  resolution_probability: logisticSchema,
  predicted_csat: linearSchema,
});
export const predictorModelSchema = z.strictObject({
  live: outcomeModelsSchema,
  ended: outcomeModelsSchema,
  forecast: linearSchema,
}) satisfies z.ZodType<PredictorModel>;

/** The stored form of a version around a model's own schema. */
export const versionSchema = <M extends z.ZodType>(model: M) =>
  z.strictObject({
    schema: z.literal(1),
    organizationId: z.string(),
    version: z.number().int().min(0),
    parent: z.number().int().min(0).nullable(),
    change: changeSchema,
    createdAt: z.iso.datetime(),
    outcomes: z.number().int().min(0),
    model,
  });

const predictorVersionSchema = versionSchema(predictorModelSchema);

/** The stored model is damaged or of another schema. */
export class ModelVersionError extends Error {
  override readonly name = 'ModelVersionError';
  readonly code = 'model_version_invalid';
  readonly retryable = false;
}

/** @throws ModelVersionError */
export const parsePredictorVersion = (json: unknown): ModelVersion<PredictorModel> => {
  const parsed = predictorVersionSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ModelVersionError(`not a stored predictor: ${z.prettifyError(parsed.error)}`, {
    cause: parsed.error,
  });
};
