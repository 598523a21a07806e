/** Logistic regression from a cosine and its seconds of speech to a log-likelihood ratio. */

const SECONDS = [0.5, 10];
const STEPS = 60;

const features = ({ value, seconds }) => {
  const log = Math.log(Math.min(SECONDS[1], Math.max(SECONDS[0], seconds)));
  return [value, value * log, 1, log];
};

const round = (value) => Number(value.toFixed(4));

/** Newton's method for weighted logistic regression with a small ridge; both classes have the same weight. */
export function fitCalibration(trials) {
  const rows = trials.map(({ same, score }) => ({ same, x: features(score) }));
  const count = rows.filter(({ same }) => same).length;
  let weights = [1, 0, -1, 0];
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((value) => 1e-4 * value);
    const hessian = weights.map((_, n) => weights.map((__, m) => (n === m ? 1e-4 : 0)));
    for (const { same, x } of rows) {
      const share = same ? 0.5 / count : 0.5 / (rows.length - count);
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, n) => sum + value * weights[n], 0)));
      for (let n = 0; n < 4; n += 1) {
        gradient[n] += share * (p - (same ? 1 : 0)) * x[n];
        for (let m = 0; m < 4; m += 1) hessian[n][m] += share * p * (1 - p) * x[n] * x[m];
      }
    }
    const change = solve(hessian, gradient);
    weights = weights.map((value, n) => value - change[n]);
  }
  const [slope, slopeLog, offset, offsetLog] = weights.map(round);
  return { slope: [slope, slopeLog], offset: [offset, offsetLog], seconds: SECONDS };
}

/** Gaussian elimination of four equations; the ridge keeps the pivots away from 0. */
function solve(matrix, right) {
  const rows = matrix.map((row, n) => [...row, right[n]]);
  for (let pivot = 0; pivot < rows.length; pivot += 1)
    for (let other = 0; other < rows.length; other += 1) {
      if (other === pivot) continue;
      const factor = rows[other][pivot] / rows[pivot][pivot];
      rows[other] = rows[other].map((value, n) => value - factor * rows[pivot][n]);
    }
  return rows.map((row, n) => row[rows.length] / row[n]);
}

/** The log-likelihood ratio that only `share` of the impostors reach. */
export function impostorThreshold({ slope, offset }, trials, share) {
  const ratios = trials
    .filter(({ same }) => !same)
    .map(({ score }) => {
      const [value, valueLog, one, log] = features(score);
      return slope[0] * value + slope[1] * valueLog + offset[0] * one + offset[1] * log;
    })
    .sort((a, b) => b - a);
  return round(ratios[Math.floor(share * ratios.length)]);
}
