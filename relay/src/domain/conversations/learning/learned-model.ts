import { z } from 'zod';
import type { KpiDefinition, KpiOutcome } from '../../kpis/definition.js';
import { kpiModelsSchema, type KpiModels } from '../../kpis/kpi-model.js';
import { kpiLearner, predictKpis, type KpiPrediction } from '../../kpis/kpi-predictor.js';
import { predictorModelSchema, versionSchema } from '../../predictions/models/model-schema.js';
import { storedOutcomeSchema } from '../../predictions/outcome.js';
import { learn, predict, type Example, type Prediction } from '../../predictions/predictor.js';
import { priorModel, type PredictorModel, type Stage } from '../../predictions/models/prior.js';
import { featuresSchema, type Trajectory } from '../../predictions/trajectory.js';
import { firstVersion, type ModelVersion } from '../../predictions/models/versions.js';

/** All that was learned from an organization's outcomes: the model for every conversation and the models of its own KPIs. */
export interface LearnedModel {
  readonly predictor: PredictorModel;
  readonly kpis: KpiModels;
}
export type LearnedVersion = ModelVersion<LearnedModel>;

/** What the model learns from one conversation: features and outcomes, without words. */
export interface LearnedExample {
  readonly example: Example;
  readonly kpis: KpiOutcome;
}

const moment = { features: featuresSchema, utterances: z.number() };
/** As it is stored. */
export const learnedExampleSchema: z.ZodType<LearnedExample> = z.strictObject({
  example: z.strictObject({
    final: z.strictObject(moment),
    onTheWay: z.array(z.strictObject({ ...moment, followedBy: z.number().exactOptional() })),
    outcome: storedOutcomeSchema,
  }),
  kpis: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
});

/** As it is stored. */
export const learnedVersionSchema: z.ZodType<LearnedVersion> = versionSchema(
  z.strictObject({ predictor: predictorModelSchema, kpis: kpiModelsSchema }),
);

export const initialModel = (): LearnedModel => ({ predictor: priorModel(), kpis: {} });

/** Version 0, with the same model for every organization. */
export const initialVersion = (orgId: string): LearnedVersion =>
  firstVersion(orgId, initialModel(), new Date(0).toISOString());

/** The learning function for `learnVersion` and for relearning. */
export const learnerOf = (definitions: readonly KpiDefinition[]) => {
  const learnKpis = kpiLearner(definitions);
  return (model: LearnedModel, { example, kpis }: LearnedExample): LearnedModel => ({
    predictor: learn(model.predictor, example),
    kpis: learnKpis(model.kpis, { final: example.final, onTheWay: example.onTheWay, values: kpis }),
  });
};

/** All predictions for a conversation at one moment. */
export interface Foresight {
  readonly prediction: Prediction;
  readonly kpis: Readonly<Record<string, KpiPrediction>>;
  readonly modelVersion: number;
}

export const foresee = (
  { model, version }: LearnedVersion,
  definitions: readonly KpiDefinition[],
  trajectory: Trajectory,
  stage: Stage,
): Foresight => {
  const prediction = predict(model.predictor, trajectory, stage);
  return {
    prediction,
    kpis: predictKpis(definitions, model.kpis, prediction.features),
    modelVersion: version,
  };
};
