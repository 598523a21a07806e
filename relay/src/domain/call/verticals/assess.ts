import type { EmotionLabel } from '@undertone/protocol';
import type { Dimensions } from '@undertone/hearing';
import { logistic, type Signals } from '../emotion/signals.js';
import { clamp } from '../emotion/smoothing.js';
import {
  MEASURES,
  type Condition,
  type Evidence,
  type Levels,
  type Measure,
  type Measures,
  type MetricRule,
  type Period,
  type Score,
  type Terms,
  type VerticalDefinition,
} from './definition.js';
import { noMeasures, type Trend } from './trend.js';

/** How a person sounds at one moment or in one utterance. */
export interface Moment {
  dimensions: Dimensions;
  signals: Signals;
  probabilities?: Readonly<Partial<Record<EmotionLabel, number>>>;
}

export interface VerticalAssessment {
  /** One of the definition's states. */
  state: string;
  /** With the types of the interface specification: numbers, words and booleans. */
  metrics: Record<string, number | string | boolean>;
  /** The number behind each metric, for messages that carry only numbers and for charts, under the name of {@link figureName}. */
  figures: Record<string, number>;
}

export const measuresOf = ({ dimensions, signals }: Moment): Measures => {
  const { valence, arousal, dominance } = dimensions;
  const { engagement, stress, certainty, intensity, escalation } = signals;
  return { valence, arousal, dominance, engagement, stress, certainty, intensity, escalation };
};

/**
 * Applies a vertical's rules to one moment.
 * @param trend the moments before; without it the moment is its own mean and every trend is 0
 */
export const assess = (vertical: VerticalDefinition, moment: Moment, trend?: Trend): VerticalAssessment => {
  const evidence = evidenceOf(moment, trend);
  const figures: Record<string, number> = {};
  const metrics: VerticalAssessment['metrics'] = {};
  for (const [name, rule] of Object.entries(vertical.metrics)) {
    const figure = scoreOf(rule.score, evidence);
    figures[figureName(name, rule)] = figure;
    metrics[name] = metricOf(rule, figure);
  }
  return { state: stateOf(vertical, evidence), metrics, figures };
};

/** One name has one type everywhere: the number behind a word or a yes is another figure, with another name. */
const figureName = (name: string, { kind }: Pick<MetricRule, 'kind'>): string =>
  kind === 'number' ? name : `${name}_score`;

const evidenceOf = (moment: Moment, trend: Trend | undefined): Evidence => {
  const now = measuresOf(moment);
  const labels = moment.probabilities ?? {};
  if (trend === undefined || trend.speechMs <= 0) return { now, mean: now, trend: noMeasures(), labels };
  const rise = noMeasures();
  for (const measure of MEASURES) rise[measure] = trend.recent[measure] - trend.mean[measure];
  return { now, mean: trend.mean, trend: rise, labels };
};

const scoreOf = (score: Score, evidence: Evidence): number => {
  switch (score.link) {
    case 'linear':
      return clamp(score.base + sumOf(score.terms, evidence), score.min, score.max);
    case 'logistic':
      return logistic(score.base + sumOf(score.terms, evidence));
    case 'highest':
      return Math.max(...score.of.map((part) => scoreOf(part, evidence)));
  }
};

const sumOf = (terms: Terms, evidence: Evidence): number => {
  let sum = 0;
  for (const group in terms) {
    const weights: Readonly<Record<string, number>> = terms[group as keyof Terms] ?? {};
    const values: Readonly<Record<string, number>> = evidence[group as keyof Evidence];
    for (const name in weights) sum += (weights[name] ?? 0) * (values[name] ?? 0);
  }
  return sum;
};

const metricOf = (rule: MetricRule, figure: number): number | string | boolean => {
  switch (rule.kind) {
    case 'number':
      return figure;
    case 'flag':
      return figure >= rule.atLeast;
    case 'level':
      return levelOf(rule.levels, figure);
  }
};

const levelOf = ([lowest, ...higher]: Levels, figure: number): string =>
  higher.filter(({ atLeast }) => figure >= atLeast).at(-1)?.name ?? lowest.name;

const stateOf = ({ name, states }: VerticalDefinition, evidence: Evidence): string => {
  const state = states.find(({ when }) => holds(when, evidence));
  if (state === undefined) throw new Error(`the last state of the vertical ${name} must have no condition`);
  return state.name;
};

const holds = (condition: Condition, evidence: Evidence): boolean => {
  for (const period in condition) {
    const bounds = condition[period as Period] ?? {};
    for (const measure in bounds) {
      const value = evidence[period as Period][measure as Measure];
      const { atLeast = -Infinity, atMost = Infinity } = bounds[measure as Measure] ?? {};
      if (!(value >= atLeast && value <= atMost)) return false;
    }
  }
  return true;
};
