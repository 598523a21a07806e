import { FEATURES, type FeatureName } from '../features.js';
import { independent, type Gaussian } from './gaussian.js';
import type { LinearModel } from './linear-model.js';
import type { LogisticModel } from './logistic-model.js';

export const TARGETS = [
  'escalation_risk',
  'churn_risk',
  'resolution_probability',
  'predicted_csat',
  'sentiment_forecast',
] as const;
export type Target = (typeof TARGETS)[number];

/** Coefficients before any outcome: log-odds for the first three, points of 1 to 5, and valence. */
interface PriorRow extends Readonly<Record<Target, number>> {
  reason: string;
}

/** The expectation for an ordinary conversation: every feature is 0. */
export const PRIOR_BASE: PriorRow = {
  escalation_risk: -1.8,
  churn_risk: -1.6,
  resolution_probability: 0.9,
  predicted_csat: 3.6,
  sentiment_forecast: 0,
  reason:
    'One ordinary call in seven escalates, one in six leaves, seven in ten settle, and a score is a bit above the middle. Wide on purpose: every organization differs here first.',
};

/** One row per feature. The signs come from the sources. The sizes are set by hand so that one unit moves a doubtful case. */
export const PRIOR: Readonly<Record<FeatureName, PriorRow>> = {
  level: {
    escalation_risk: -0.5,
    churn_risk: -0.9,
    resolution_probability: 0.8,
    predicted_csat: 0.8,
    sentiment_forecast: 0.4,
    reason:
      'Felt and shown displeasure goes with complaints, leaving and low scores (Zeelenberg & Pieters 2004); the mean counts less than the end.',
  },
  recent: {
    escalation_risk: -1,
    churn_risk: -1,
    resolution_probability: 1.2,
    predicted_csat: 1,
    sentiment_forecast: 0.4,
    reason:
      'An episode is remembered by its peak and its end (Kahneman et al. 1993); mood persists (Kuppens et al. 2010).',
  },
  slope: {
    escalation_risk: -0.6,
    churn_risk: -0.5,
    resolution_probability: 0.6,
    predicted_csat: 0.4,
    sentiment_forecast: 0.1,
    reason: 'A rising line is liked better than the same mean falling (Loewenstein & Prelec 1993).',
  },
  volatility: {
    escalation_risk: 0.4,
    churn_risk: 0.3,
    resolution_probability: -0.2,
    predicted_csat: -0.2,
    sentiment_forecast: 0,
    reason:
      'Unsteady feeling goes with poorer adjustment (Houben et al. 2015); says nothing of where it goes next.',
  },
  recovery: {
    escalation_risk: -0.5,
    churn_risk: -0.5,
    resolution_probability: 0.7,
    predicted_csat: 0.4,
    sentiment_forecast: 0.05,
    reason: 'A failure that was made good is mostly forgiven (Smith, Bolton & Wagner 1999).',
  },
  heat: {
    escalation_risk: 3,
    churn_risk: 1,
    resolution_probability: -1.2,
    predicted_csat: -0.8,
    sentiment_forecast: -0.1,
    reason:
      'The signal is escalation itself, heard now; anger leads to complaints first and to leaving second (Bougie et al. 2003).',
  },
  peak_heat: {
    escalation_risk: 0.8,
    churn_risk: 0.5,
    resolution_probability: -0.2,
    predicted_csat: -0.4,
    sentiment_forecast: -0.05,
    reason:
      'The other half of peak and end (Kahneman et al. 1993): what got hot once is not forgotten when it cools.',
  },
  hot_time: {
    escalation_risk: 1,
    churn_risk: 0.9,
    resolution_probability: -0.7,
    predicted_csat: -0.7,
    sentiment_forecast: -0.1,
    reason: 'Time spent in anger or fear (Russell 1980): a passing flare is less than a tone that stays.',
  },
  arousal_above_own: {
    escalation_risk: 0.5,
    churn_risk: 0.1,
    resolution_probability: -0.2,
    predicted_csat: -0.1,
    sentiment_forecast: 0,
    reason:
      'Arousal rises before hot anger is shown (Scherer 2003); against the own mean, since voices differ.',
  },
  valence_below_own: {
    escalation_risk: 0.4,
    churn_risk: 0.3,
    resolution_probability: -0.3,
    predicted_csat: -0.2,
    sentiment_forecast: 0.05,
    reason:
      'Darker than usual for this voice: as `recent`, for speakers whose usual is dark. A dip also comes back a little.',
  },
  interruptions: {
    escalation_risk: 0.8,
    churn_risk: 0.3,
    resolution_probability: -0.3,
    predicted_csat: -0.3,
    sentiment_forecast: -0.05,
    reason: 'Overlap beyond turn-taking slips is competition for the floor (Schegloff 2000).',
  },
  silence: {
    escalation_risk: 0.1,
    churn_risk: 0.3,
    resolution_probability: -0.3,
    predicted_csat: -0.3,
    sentiment_forecast: 0,
    reason:
      'Waiting lowers scores (Taylor 1994); gaps of ordinary speech are far shorter (Heldner & Edlund 2010).',
  },
  talk_share: {
    escalation_risk: 0.2,
    churn_risk: 0.1,
    resolution_probability: -0.2,
    predicted_csat: -0.1,
    sentiment_forecast: 0,
    reason: 'A caller who has to explain at length is not helped yet. A weak guess, for outcomes to correct.',
  },
  agent_warmth: {
    escalation_risk: -0.4,
    churn_risk: -0.3,
    resolution_probability: 0.3,
    predicted_csat: 0.4,
    sentiment_forecast: 0.1,
    reason: 'Shown warmth is caught by the customer (Pugh 2001).',
  },
  length: {
    escalation_risk: -0.3,
    churn_risk: -0.1,
    resolution_probability: 0.1,
    predicted_csat: 0.1,
    sentiment_forecast: 0,
    reason:
      'The same even features mean more after ten utterances than after one: what has not happened by then is less likely to. A weak guess, for outcomes to correct.',
  },
  low_time: {
    escalation_risk: -0.3,
    churn_risk: 0.8,
    resolution_probability: -0.6,
    predicted_csat: -0.6,
    sentiment_forecast: -0.05,
    reason:
      'Who has given up does not complain but leaves: exit instead of voice (Hirschman 1970); disappointment goes with silence and switching (Zeelenberg & Pieters 2004).',
  },
  talk_above_own: {
    escalation_risk: 0.2,
    churn_risk: 0.1,
    resolution_probability: -0.1,
    predicted_csat: -0.1,
    sentiment_forecast: 0,
    reason:
      'Who begins to talk more than before explains it once again. A weak guess, for outcomes to correct.',
  },
};

/** Standard deviations around the table: how far an organization may differ without many outcomes as evidence. */
export const PRIOR_WIDTH = {
  /**
   * Log-odds: one unit moves a doubtful case from 50 % to 73 %. With wider features the untaught model was worse than the base
   * rate, because a chance is averaged over the prior, and the model after fifty outcomes was no better.
   */
  logistic: { base: 1.2, feature: 0.8 },
  predicted_csat: { base: 0.7, feature: 1, residual: 0.9, range: { min: 1, max: 5 } },
  sentiment_forecast: { base: 0.15, feature: 0.2, residual: 0.3, range: { min: -1, max: 1 } },
  /** The residual's prior counts as much as this many outcomes. */
  residualFreedom: 8,
} as const;

/** One model per target that learns from outcomes. */
export interface OutcomeModels {
  escalation_risk: LogisticModel;
  churn_risk: LogisticModel;
  resolution_probability: LogisticModel;
  predicted_csat: LinearModel;
}

/** Separate models, because anything can still happen in a live conversation, and its end is information too. */
export type Stage = 'live' | 'ended';

export interface PredictorModel extends Record<Stage, OutcomeModels> {
  /** Predicts what comes next, so there is no forecast for an ended conversation. */
  forecast: LinearModel;
}

export const priorModel = (): PredictorModel => {
  const outcomes: OutcomeModels = {
    escalation_risk: chance('escalation_risk'),
    churn_risk: chance('churn_risk'),
    resolution_probability: chance('resolution_probability'),
    predicted_csat: number('predicted_csat'),
  };
  return { live: outcomes, ended: outcomes, forecast: number('sentiment_forecast') };
};

const coefficients = (target: Target, width: { base: number; feature: number }): Gaussian =>
  independent(
    [PRIOR_BASE[target], ...FEATURES.map((feature) => PRIOR[feature][target])],
    [width.base, ...FEATURES.map(() => width.feature)],
  );

const chance = (target: Target): LogisticModel => ({
  kind: 'logistic',
  coefficients: coefficients(target, PRIOR_WIDTH.logistic),
});

const number = (target: 'predicted_csat' | 'sentiment_forecast'): LinearModel => {
  const width = PRIOR_WIDTH[target];
  return {
    kind: 'linear',
    coefficients: coefficients(target, width),
    residual: { freedom: PRIOR_WIDTH.residualFreedom, variance: width.residual ** 2 },
    range: { ...width.range },
  };
};
