import { z } from 'zod';
import { CHANCE_TARGETS, observedTargets } from './outcome.js';
import { estimate, type Example, type Moment } from './predictor.js';
import type { PredictorModel } from './models/prior.js';
import {
  chanceQuality,
  chanceScoreSchema,
  freshChanceScore,
  freshNumberScore,
  numberQuality,
  numberScoreSchema,
  scoreChance,
  scoreNumber,
  type ChanceQuality,
  type NumberQuality,
} from './models/quality.js';

/** How good an organization's predictions were so far. Plain data, stored beside its versions. */
export const predictionScoresSchema = z.strictObject({
  schema: z.literal(1),
  escalation_risk: chanceScoreSchema,
  churn_risk: chanceScoreSchema,
  resolution_probability: chanceScoreSchema,
  predicted_csat: numberScoreSchema,
  sentiment_forecast: numberScoreSchema,
});
export type PredictionScores = z.infer<typeof predictionScoresSchema>;

export const freshPredictionScores = (): PredictionScores => ({
  schema: 1,
  escalation_risk: freshChanceScore(),
  churn_risk: freshChanceScore(),
  resolution_probability: freshChanceScore(),
  predicted_csat: freshNumberScore(),
  sentiment_forecast: freshNumberScore(),
});

/**
 * Scores the predictions at a conversation's end. Call it before learning from the example.
 * @param model the model that predicted
 * @param prior the untaught model, for comparison
 */
export const scorePredictions = (
  scores: PredictionScores,
  model: PredictorModel,
  prior: PredictorModel,
  { final, onTheWay, outcome }: Example,
): PredictionScores => {
  const next = { ...scores };
  const observed = observedTargets(outcome);
  for (const target of CHANCE_TARGETS) {
    const y = observed[target];
    if (y === undefined) continue;
    const told = estimate(model, 'ended', target, final.features).value;
    const untaught = estimate(prior, 'ended', target, final.features).value;
    next[target] = scoreChance(next[target], told, untaught, y === 1 ? 1 : 0);
  }
  const score = (target: 'predicted_csat' | 'sentiment_forecast', { features }: Moment, y: number) => {
    const told = estimate(model, 'ended', target, features);
    const untaught = estimate(prior, 'ended', target, features).value;
    next[target] = scoreNumber(next[target], told, untaught, y);
  };
  if (observed.predicted_csat !== undefined) score('predicted_csat', final, observed.predicted_csat);
  for (const moment of onTheWay) {
    if (moment.followedBy !== undefined) score('sentiment_forecast', moment, moment.followedBy);
  }
  return next;
};

/** The answer of `GET /v1/predictions/quality`: reliability curve, Brier score and lift per target. */
export interface PredictionQuality {
  escalation_risk: ChanceQuality;
  churn_risk: ChanceQuality;
  resolution_probability: ChanceQuality;
  predicted_csat: NumberQuality;
  sentiment_forecast: NumberQuality;
}

export const predictionQuality = (scores: PredictionScores): PredictionQuality => ({
  escalation_risk: chanceQuality(scores.escalation_risk),
  churn_risk: chanceQuality(scores.churn_risk),
  resolution_probability: chanceQuality(scores.resolution_probability),
  predicted_csat: numberQuality(scores.predicted_csat),
  sentiment_forecast: numberQuality(scores.sentiment_forecast),
});
