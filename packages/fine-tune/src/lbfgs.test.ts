import { describe, expect, it } from 'vitest';
import { minimize, type Objective } from './lbfgs.js';

/** f(x) = sum of c_i (x_i − i)². Its minimum is at 0, 1, 2 … */
const bowl =
  (curvatures: readonly number[]): Objective =>
  (point, gradient) =>
    curvatures.reduce((value, curvature, i) => {
      const away = (point[i] ?? 0) - i;
      gradient[i] = 2 * curvature * away;
      return value + curvature * away * away;
    }, 0);

describe('Minimizing', () => {
  it('finds the minimum of an ill-conditioned bowl', () => {
    const { point, iterations } = minimize(bowl([1, 1000, 0.01, 30]), new Float64Array(4), {
      maxIterations: 200,
      gradientTolerance: 1e-9,
    });
    expect([...point].map((value) => Math.round(value * 1e6) / 1e6)).toEqual([0, 1, 2, 3]);
    expect(iterations).toBeLessThan(100);
  });

  it('never increases the value', () => {
    const values: number[] = [];
    const objective = bowl([3, 500, 0.1]);
    minimize(objective, Float64Array.from([9, -9, 40]), {
      maxIterations: 50,
      onIteration: (point) => {
        values.push(objective(point, new Float64Array(3)));
        return true;
      },
    });
    expect(values.length).toBeGreaterThan(3);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });

  it('ends when told to', () => {
    const { iterations } = minimize(bowl([1, 50]), Float64Array.from([5, 5]), {
      maxIterations: 50,
      onIteration: (_, iteration) => iteration < 2,
    });
    expect(iterations).toBe(2);
  });

  it('refuses a start where the function is not a number', () => {
    expect(() => minimize(() => NaN, new Float64Array(1), { maxIterations: 1 })).toThrow(RangeError);
  });
});
