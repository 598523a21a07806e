import { designVector, FEATURES, type FeatureName, type Features } from './features.js';
import type { Interval } from './models/interval.js';
import { learnNumber, predictNumber, type LinearModel } from './models/linear-model.js';
import {
  CHANCE_MISFIT,
  learnChance,
  predictChance,
  type Estimate,
  type LogisticModel,
} from './models/logistic-model.js';
import { CHANCE_TARGETS, observedTargets, type Outcome } from './outcome.js';
import { TARGETS, type OutcomeModels, type PredictorModel, type Stage, type Target } from './models/prior.js';
import { readFeatures, TRAJECTORY, type Trajectory } from './trajectory.js';

/** A feature that moved a prediction away from that of an ordinary conversation. */
export interface Factor {
  feature: FeatureName;
  /** Coefficient × feature, in the model's own unit: log-odds, points of the score, valence. */
  contribution: number;
  direction: 'raises' | 'lowers';
}

export interface TargetPrediction {
  value: number;
  interval: Interval;
  /** Strongest first; at most three, without negligible ones. */
  factors: Factor[];
}

/** What is expected of a conversation after its utterances so far. */
export interface Prediction {
  /** Horizon of the sentiment forecast. The other targets are about the outcome of the whole conversation. */
  horizonS: number;
  /** Caller utterances with a tone, the evidence for all predictions. With 0, they describe the organization's ordinary call. */
  utterancesSeen: number;
  trajectory: 'declining' | 'stable' | 'improving';
  targets: Record<Target, TargetPrediction>;
  features: Features;
}

const FACTORS = { maximum: 3, least: 0.05 } as const;
/** Change of valence over the conversation from which the trajectory is improving or declining. */
const TRAJECTORY_MARGIN = 0.15;

/** @param stage whether the conversation is live or has ended */
export const predict = (model: PredictorModel, trajectory: Trajectory, stage: Stage): Prediction => {
  const features = readFeatures(trajectory);
  const targets = {} as Record<Target, TargetPrediction>;
  for (const target of TARGETS) {
    targets[target] = {
      ...estimate(model, stage, target, features),
      factors: factorsOf(model, stage, target, features),
    };
  }
  return {
    horizonS: TRAJECTORY.horizonMs / 1000,
    utterancesSeen: trajectory.tonedByCallers,
    trajectory:
      features.slope >= TRAJECTORY_MARGIN
        ? 'improving'
        : features.slope <= -TRAJECTORY_MARGIN
          ? 'declining'
          : 'stable',
    targets,
    features,
  };
};

/** Estimates one target from given features. */
export const estimate = (
  model: PredictorModel,
  stage: Stage,
  target: Target,
  features: Features,
): Estimate => {
  const x = designVector(features);
  const part = partOf(model, stage, target);
  return part.kind === 'logistic' ? predictChance(part, x, CHANCE_MISFIT[target]) : predictNumber(part, x);
};

const partOf = (model: PredictorModel, stage: Stage, target: Target): LogisticModel | LinearModel =>
  target === 'sentiment_forecast' ? model.forecast : model[stage][target];

const factorsOf = (model: PredictorModel, stage: Stage, target: Target, features: Features): Factor[] => {
  const { mean } = partOf(model, stage, target).coefficients;
  return FEATURES.map((feature, i): Factor => {
    const contribution = (mean[i + 1] ?? 0) * features[feature];
    return { feature, contribution, direction: contribution >= 0 ? 'raises' : 'lowers' };
  })
    .filter(({ contribution }) => Math.abs(contribution) >= FACTORS.least)
    .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution))
    .slice(0, FACTORS.maximum);
};

/** Features at a moment, and the number of caller utterances until then. */
export interface Moment {
  features: Features;
  utterances: number;
}

/** One conversation to learn from: features and what followed, without words. */
export interface Example {
  /** The state at the end. */
  final: Moment;
  /** The states at the milestones, with the mean valence of what followed if the caller continued. */
  onTheWay: readonly (Moment & { followedBy?: number })[];
  outcome: Outcome;
}

export const exampleOf = (trajectory: Trajectory, outcome: Outcome): Example => ({
  final: { features: readFeatures(trajectory), utterances: trajectory.tonedByCallers },
  onTheWay: trajectory.milestones.map(({ features, utterances, followedBy: { count, valenceSum } }) => ({
    features,
    utterances,
    ...(count === 0 ? {} : { followedBy: valenceSum / count }),
  })),
  outcome,
});

/**
 * The model after one more conversation. The models for ended conversations learn from its end. The live models learn from
 * the moments on the way, which share the weight of one outcome because they are not independent. Without an outcome only
 * the forecast learns, because what followed is known from the conversation itself.
 */
export const learn = (model: PredictorModel, { final, onTheWay, outcome }: Example): PredictorModel => {
  const next = {
    live: onTheWay.reduce(
      (models, { features }) => learnOutcome(models, features, outcome, 1 / onTheWay.length),
      model.live,
    ),
    ended: learnOutcome(model.ended, final.features, outcome, 1),
    forecast: model.forecast,
  };
  for (const { features, followedBy } of onTheWay) {
    if (followedBy !== undefined)
      next.forecast = learnNumber(next.forecast, designVector(features), followedBy);
  }
  return next;
};

const learnOutcome = (
  models: OutcomeModels,
  features: Features,
  outcome: Outcome,
  weight: number,
): OutcomeModels => {
  const next = { ...models };
  const observed = observedTargets(outcome);
  const x = designVector(features);
  for (const target of CHANCE_TARGETS) {
    const y = observed[target];
    if (y !== undefined) next[target] = learnChance(next[target], x, y === 1 ? 1 : 0, weight);
  }
  const score = observed.predicted_csat;
  if (score !== undefined) next.predicted_csat = learnNumber(next.predicted_csat, x, score, weight);
  return next;
};
