/** A normal distribution over coefficients. */
export interface Gaussian {
  mean: number[];
  /** Lower triangle of the covariance, row by row: n(n+1)/2 numbers. */
  covariance: number[];
}

const at = (row: number, column: number) =>
  row >= column ? (row * (row + 1)) / 2 + column : (column * (column + 1)) / 2 + row;

/** Independent coefficients with these means and standard deviations. */
export const independent = (mean: readonly number[], deviation: readonly number[]): Gaussian => {
  const covariance = new Array<number>((mean.length * (mean.length + 1)) / 2).fill(0);
  deviation.forEach((sigma, i) => {
    covariance[at(i, i)] = sigma * sigma;
  });
  return { mean: [...mean], covariance };
};

const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

/** Σx. */
const spread = ({ covariance }: Gaussian, x: readonly number[]): number[] =>
  x.map((_, row) => x.reduce((sum, value, column) => sum + (covariance[at(row, column)] ?? 0) * value, 0));

/** Mean and variance of the weighted sum with `x`. */
export const project = (gaussian: Gaussian, x: readonly number[]): { mean: number; variance: number } => ({
  mean: dot(gaussian.mean, x),
  variance: Math.max(0, dot(x, spread(gaussian, x))),
});

/**
 * Conditions on one observation along `x`: the mean moves by `step`·Σx, and `precision`·xxᵀ is added to the inverse of
 * Σ (Sherman & Morrison 1950).
 */
export const condition = (
  gaussian: Gaussian,
  x: readonly number[],
  step: number,
  precision: number,
): Gaussian => {
  const direction = spread(gaussian, x);
  const shrink = precision / (1 + precision * Math.max(0, dot(x, direction)));
  const covariance = [...gaussian.covariance];
  for (let row = 0; row < x.length; row++) {
    for (let column = 0; column <= row; column++) {
      covariance[at(row, column)] =
        (covariance[at(row, column)] ?? 0) - shrink * (direction[row] ?? 0) * (direction[column] ?? 0);
    }
  }
  return { mean: gaussian.mean.map((mean, i) => mean + step * (direction[i] ?? 0)), covariance };
};
