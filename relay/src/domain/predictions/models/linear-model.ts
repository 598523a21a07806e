import { clamp } from '../../call/emotion/smoothing.js';
import { condition, project, type Gaussian } from './gaussian.js';
import { studentZ } from './interval.js';
import type { Estimate } from './logistic-model.js';

/** The unexplained part: a scaled inverse χ² distribution (Gelman et al. 2013, "Bayesian Data Analysis", § 3.2). */
export interface Residual {
  freedom: number;
  variance: number;
}

/** A number on a scale; coefficients in units of the scale. */
export interface LinearModel {
  kind: 'linear';
  coefficients: Gaussian;
  residual: Residual;
  range: { min: number; max: number };
}

/** The expected value, and the interval of the value itself: from the coefficients' uncertainty and the residual. */
export const predictNumber = (model: LinearModel, x: readonly number[]): Estimate => {
  const { min, max } = model.range;
  const { mean, variance } = project(model.coefficients, x);
  const { residual } = model;
  const reach = studentZ(residual.freedom) * Math.sqrt(variance + residual.variance);
  return {
    value: clamp(mean, min, max),
    interval: { low: clamp(mean - reach, min, max), high: clamp(mean + reach, min, max) },
  };
};

/** Learns one value: recursive least squares (Plackett 1950), and the residual's variance from the prediction error. */
export const learnNumber = (model: LinearModel, x: readonly number[], y: number, weight = 1): LinearModel => {
  const { mean, variance } = project(model.coefficients, x);
  const { residual } = model;
  const miss = y - mean;
  const total = variance + residual.variance;
  // The expected share of the squared error that comes from the residual and not from the coefficients.
  const share = residual.variance / total;
  const freedom = residual.freedom + weight;
  const learned = (residual.freedom * residual.variance + weight * share * miss * miss) / freedom;
  const noise = residual.variance / weight;
  return {
    ...model,
    coefficients: condition(model.coefficients, x, miss / (variance + noise), 1 / noise),
    residual: { freedom, variance: learned },
  };
};
