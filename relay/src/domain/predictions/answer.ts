import type { SessionPrediction } from '@undertone/protocol';
import { actionText, adviseOn, explain, type ExplainedFactor } from './advice.js';
import type { RecommendedTone } from './advice-names.js';
import { INTERVAL_LEVEL, type Interval } from './models/interval.js';
import type { Prediction } from './predictor.js';
import { TARGETS, type Target } from './models/prior.js';

/** The REST answer about a session: the figures at the top level under the specification's names, and the rest beside them. */
export interface PredictionAnswer extends Record<Target, number> {
  horizon_s: number;
  utterances_seen: number;
  trajectory: Prediction['trajectory'];
  interval_level: number;
  intervals: Record<Target, Interval>;
  impact_factors: Record<Target, ExplainedFactor[]>;
  recommended_tone: RecommendedTone;
  recommended_actions: string[];
}

/** @param language BCP 47 tag of the texts */
export const answerOf = (prediction: Prediction, language: string): PredictionAnswer => {
  const { tone, actions } = adviseOn(prediction);
  const each = <T>(of: (target: Target) => T) =>
    Object.fromEntries(TARGETS.map((target) => [target, of(target)])) as Record<Target, T>;
  return {
    ...each((target) => prediction.targets[target].value),
    horizon_s: prediction.horizonS,
    utterances_seen: prediction.utterancesSeen,
    trajectory: prediction.trajectory,
    interval_level: INTERVAL_LEVEL,
    intervals: each((target) => prediction.targets[target].interval),
    impact_factors: each((target) => explain(prediction.targets[target], prediction.features, language)),
    recommended_tone: tone,
    recommended_actions: actions.map((action) => actionText(action, language)),
  };
};

/** The realtime message. Each factor names the prediction it moves; factors of the escalation risk come first. */
export const messageOf = (prediction: Prediction, language: string): SessionPrediction => {
  const answer = answerOf(prediction, language);
  return {
    horizonS: answer.horizon_s,
    escalationRisk: answer.escalation_risk,
    churnRisk: answer.churn_risk,
    resolutionProbability: answer.resolution_probability,
    predictedCsat: answer.predicted_csat,
    sentimentForecast: answer.sentiment_forecast,
    intervals: answer.intervals,
    trajectory: answer.trajectory,
    impactFactors: TARGETS.flatMap((target) =>
      answer.impact_factors[target].map(({ explanation, contribution }) => ({
        name: explanation,
        weight: contribution,
        target,
      })),
    ),
    recommendedTone: answer.recommended_tone,
    recommendedActions: answer.recommended_actions,
    utterancesSeen: answer.utterances_seen,
  };
};

/** The four numbers of the event `session.end`. */
export const endPredictions = ({
  targets,
}: Prediction): Record<Exclude<Target, 'sentiment_forecast'>, number> => ({
  escalation_risk: targets.escalation_risk.value,
  churn_risk: targets.churn_risk.value,
  resolution_probability: targets.resolution_probability.value,
  predicted_csat: targets.predicted_csat.value,
});
