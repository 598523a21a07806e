import { type DataSet, type Reading, targetsOf } from './example.js';
import type { Head } from './head.js';
import { minimize, type Objective } from './lbfgs.js';

/** A head before its temperature is known. */
export type RawHead = Omit<Head, 'temperature'>;

export interface FitOptions {
  /** The strength of the pull toward the base model: the weight of |weights|² / 2 relative to the mean loss. */
  readonly penalty: number;
  readonly maxIterations: number;
  /** Gets the head after each iteration; false ends the training. */
  readonly onIteration?: (head: RawHead, iteration: number) => boolean;
}

/** How strongly `trust` is held at 1, because a few dozen samples cannot say much about it. */
const TRUST_PENALTY = 0.05;
/** The bias has almost no penalty, because the frequency of a label is what the samples know best. */
const BIAS_PENALTY = 1e-3;
const SCALE_FLOOR = 1e-6;

/**
 * Multinomial logistic regression (Bishop 2006, eq. 4.108 and 4.109) with the base model's log probabilities
 * as offsets, so that the penalty pulls toward the base model and not toward ignorance. Examples are weighted
 * so that each label counts the same, however often it was sent.
 */
export const fitHead = (data: DataSet, { penalty, maxIterations, onIteration }: FitOptions): RawHead => {
  const { labels } = data;
  const { mean, scale } = standardization(data);
  const problem = layOut(data, mean, scale);
  const start = new Float64Array(labels.length * (problem.width + 1) + 1);
  start[start.length - 1] = 1;
  const headAt = (point: Float64Array): RawHead => unpack(point, labels, problem.width, mean, scale);
  const { point } = minimize(lossOf(problem, penalty), start, {
    maxIterations,
    gradientTolerance: 1e-5,
    ...(onIteration !== undefined && {
      onIteration: (at: Float64Array, iteration: number) => onIteration(headAt(at), iteration),
    }),
  });
  return headAt(point);
};

interface Problem {
  readonly count: number;
  readonly width: number;
  readonly classes: number;
  /** [count][width], standardized */
  readonly inputs: Float64Array;
  /** [count][classes] */
  readonly base: Float64Array;
  readonly targets: readonly number[];
  /** They sum to 1. */
  readonly shares: Float64Array;
}

const layOut = (data: DataSet, mean: readonly number[], scale: readonly number[]): Problem => {
  const { labels } = data;
  const width = mean.length;
  const rows = rowsOf(data);
  const inputs = new Float64Array(rows.length * width);
  const base = new Float64Array(rows.length * labels.length);
  rows.forEach(({ reading }, row) => {
    for (let i = 0; i < width; i++) {
      inputs[row * width + i] = ((reading.embedding[i] ?? 0) - (mean[i] ?? 0)) / (scale[i] ?? 1);
    }
    base.set(reading.base, row * labels.length);
  });
  return {
    count: rows.length,
    width,
    classes: labels.length,
    inputs,
    base,
    targets: rows.map(({ target }) => target),
    shares: Float64Array.from(rows, ({ share }) => share),
  };
};

interface Row {
  readonly reading: Reading;
  readonly target: number;
  readonly share: number;
}

/**
 * Every reading is a row. The rows of an example share its weight, and the examples of a label share the
 * label's weight.
 */
const rowsOf = (data: DataSet): Row[] => {
  const targets = targetsOf(data);
  const counts = new Map<number, number>();
  for (const target of targets) counts.set(target, (counts.get(target) ?? 0) + 1);
  return data.examples.flatMap(({ reading, early }, number) => {
    const target = targets[number] ?? 0;
    const readings = [...early, reading];
    const share = 1 / (counts.size * (counts.get(target) ?? 1) * readings.length);
    return readings.map((each) => ({ reading: each, target, share }));
  });
};

const lossOf = (problem: Problem, penalty: number): Objective => {
  const { count, width, classes, inputs, base, targets, shares } = problem;
  const stride = width + 1;
  const scores = new Float64Array(classes);
  return (point, gradient) => {
    const last = point.length - 1;
    const trust = point[last] ?? 0;
    gradient.fill(0);
    let loss = 0;
    for (let row = 0; row < count; row++) {
      const from = row * width;
      for (let k = 0; k < classes; k++) {
        let score = trust * (base[row * classes + k] ?? 0) + (point[k * stride + width] ?? 0);
        for (let i = 0; i < width; i++) score += (point[k * stride + i] ?? 0) * (inputs[from + i] ?? 0);
        scores[k] = score;
      }
      const target = targets[row] ?? 0;
      const share = shares[row] ?? 0;
      toProbabilities(scores);
      const own = Math.max(scores[target] ?? 0, 1e-300);
      loss -= share * Math.log(own);
      for (let k = 0; k < classes; k++) {
        const error = share * ((scores[k] ?? 0) - (k === target ? 1 : 0));
        for (let i = 0; i < width; i++) {
          gradient[k * stride + i] = (gradient[k * stride + i] ?? 0) + error * (inputs[from + i] ?? 0);
        }
        gradient[k * stride + width] = (gradient[k * stride + width] ?? 0) + error;
        gradient[last] = (gradient[last] ?? 0) + error * (base[row * classes + k] ?? 0);
      }
    }
    return loss + pull(point, gradient, classes, width, penalty);
  };
};

/** Converts scores to probabilities in place. */
const toProbabilities = (scores: Float64Array): void => {
  let top = -Infinity;
  for (const score of scores) top = Math.max(top, score);
  let total = 0;
  for (let k = 0; k < scores.length; k++) {
    const power = Math.exp((scores[k] ?? 0) - top);
    scores[k] = power;
    total += power;
  }
  for (let k = 0; k < scores.length; k++) scores[k] = (scores[k] ?? 0) / total;
};

/** Adds the penalties to the gradient. @returns their value */
const pull = (
  point: Float64Array,
  gradient: Float64Array,
  classes: number,
  width: number,
  penalty: number,
): number => {
  let value = 0;
  const add = (index: number, strength: number, center: number): void => {
    const away = (point[index] ?? 0) - center;
    value += (strength / 2) * away * away;
    gradient[index] = (gradient[index] ?? 0) + strength * away;
  };
  for (let k = 0; k < classes; k++) {
    for (let i = 0; i < width; i++) add(k * (width + 1) + i, penalty, 0);
    add(k * (width + 1) + width, BIAS_PENALTY, 0);
  }
  add(point.length - 1, TRUST_PENALTY, 1);
  return value;
};

const standardization = ({ examples }: DataSet): { mean: number[]; scale: number[] } => {
  const width = examples[0]?.reading.embedding.length ?? 0;
  const mean = new Array<number>(width).fill(0);
  const square = new Array<number>(width).fill(0);
  for (const { reading } of examples) {
    reading.embedding.forEach((value, i) => {
      mean[i] = (mean[i] ?? 0) + value / examples.length;
      square[i] = (square[i] ?? 0) + (value * value) / examples.length;
    });
  }
  const scale = square.map((value, i) => Math.sqrt(Math.max(0, value - (mean[i] ?? 0) ** 2)));
  const typical = Math.max(SCALE_FLOOR, scale.reduce((sum, value) => sum + value, 0) / Math.max(1, width));
  // A number that hardly varies must not be amplified until it counts like the others.
  return { mean, scale: scale.map((value) => Math.max(value, typical / 4)) };
};

const unpack = (
  point: Float64Array,
  labels: readonly string[],
  width: number,
  mean: readonly number[],
  scale: readonly number[],
): RawHead => ({
  labels,
  mean,
  scale,
  trust: point[point.length - 1] ?? 0,
  weights: labels.map((_, k) => [...point.subarray(k * (width + 1), k * (width + 1) + width)]),
  bias: labels.map((_, k) => point[k * (width + 1) + width] ?? 0),
});
