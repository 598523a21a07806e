import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { condition, independent, project } from './gaussian.js';
import { studentZ } from './interval.js';
import { learnNumber, predictNumber, type LinearModel } from './linear-model.js';
import {
  CHANCE_GRAIN,
  learnChance,
  predictChance,
  USUAL_MISFIT,
  type LogisticModel,
} from './logistic-model.js';

const vector = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 3, maxLength: 3 });
const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
const fresh = (): LogisticModel => ({
  kind: 'logistic',
  coefficients: independent([0.5, -1, 0.2], [1, 2, 0.7]),
});

describe('the logistic model', () => {
  it('moves to the mode of prior and outcome, where the slope of their product is 0', () => {
    fc.assert(
      fc.property(vector, fc.constantFrom(0 as const, 1 as const), (x, y) => {
        const { mean } = learnChance(fresh(), x, y).coefficients;
        const chance = sigmoid(mean.reduce((sum, m, i) => sum + m * x[i]!, 0));
        [0.5, -1, 0.2].forEach((prior, i) => {
          const slope = -(mean[i]! - prior) / [1, 4, 0.49][i]! + (y - chance) * x[i]!;
          expect(slope).toBeCloseTo(0, 9);
        });
      }),
    );
  });

  it('never has a larger variance after an outcome than before, and never a negative one', () => {
    fc.assert(
      fc.property(vector, vector, (x, other) => {
        const before = fresh();
        const after = learnChance(before, x, 1);
        const width = (model: LogisticModel) => project(model.coefficients, other).variance;
        expect(width(after)).toBeLessThanOrEqual(width(before) + 1e-9);
        expect(width(after)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('finds the share of yes, with the interval width expected for that many outcomes', () => {
    let model: LogisticModel = { kind: 'logistic', coefficients: independent([0], [2]) };
    for (let i = 0; i < 400; i++) model = learnChance(model, [1], i % 4 === 0 ? 1 : 0);
    const { value, interval } = predictChance(model, [1]);
    expect(value).toBeCloseTo(0.25, 1);
    const slope = 0.25 * 0.75;
    const ofLine = Math.hypot(Math.sqrt(slope / 400), slope * USUAL_MISFIT);
    const expected = 2 * Math.hypot(1.28 * ofLine, CHANCE_GRAIN);
    expect(interval.high - interval.low).toBeGreaterThan(0.8 * expected);
    expect(interval.high - interval.low).toBeLessThan(1.2 * expected);
  });
});

describe('the linear model', () => {
  const model = (): LinearModel => ({
    kind: 'linear',
    coefficients: independent([0, 0], [10, 10]),
    residual: { freedom: 1, variance: 1 },
    range: { min: -100, max: 100 },
  });

  it('finds a line and its residual', () => {
    let learned = model();
    for (let i = 0; i < 600; i++) {
      const x = (i % 21) / 10 - 1;
      learned = learnNumber(learned, [1, x], 2 + 3 * x + (i % 2 === 0 ? 0.5 : -0.5));
    }
    expect(learned.coefficients.mean[0]).toBeCloseTo(2, 1);
    expect(learned.coefficients.mean[1]).toBeCloseTo(3, 1);
    expect(learned.residual.variance).toBeCloseTo(0.25, 1);
    const { interval } = predictNumber(learned, [1, 0]);
    expect(interval.high - interval.low).toBeCloseTo(2 * 1.28 * 0.5, 1);
  });
});

describe('the functions behind both', () => {
  it('condition a normal distribution to the inverse of the summed precisions', () => {
    const x = [1, 2];
    const { covariance } = condition(independent([0, 0], [1, 2]), x, 0, 3);
    // (diag(1, 1/4) + 3·xxᵀ)⁻¹ by hand: the matrix is [[4, 6], [6, 12.25]], its determinant 13.
    expect(covariance[0]).toBeCloseTo(12.25 / 13);
    expect(covariance[1]).toBeCloseTo(-6 / 13);
    expect(covariance[2]).toBeCloseTo(4 / 13);
  });

  it('compute the quantile of Student’s t', () => {
    // Tables: t(.9) with 10 and 30 degrees of freedom.
    expect(studentZ(10)).toBeCloseTo(1.372, 2);
    expect(studentZ(30)).toBeCloseTo(1.31, 2);
  });
});
