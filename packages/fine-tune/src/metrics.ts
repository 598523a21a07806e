import type { Random } from './random.js';

/** One held-out example: its true label and the predicted probabilities. */
export interface Prediction {
  /** Number of the true label. */
  readonly truth: number;
  /** [labels] 0 to 1 each, summing to 1. */
  readonly probabilities: readonly number[];
}

/** Where a figure lies, at the level of whoever made it. */
export interface Interval {
  /** Its lower end. */
  readonly low: number;
  /** Its upper end, not below the lower one. */
  readonly high: number;
}

/** The index of the largest value, the first of several; 0 of none. */
export const argmax = (values: readonly number[]): number =>
  values.reduce((best, value, index) => (value > (values[best] ?? -Infinity) ? index : best), 0);

/** Rows are true labels, columns are predicted labels. */
export const confusionOf = (predictions: readonly Prediction[], classes: number): number[][] => {
  const counts = Array.from({ length: classes }, () => new Array<number>(classes).fill(0));
  for (const { truth, probabilities } of predictions) {
    const row = counts[truth];
    const said = argmax(probabilities);
    if (row !== undefined) row[said] = (row[said] ?? 0) + 1;
  }
  return counts;
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** The mean recall over the classes that occur: unweighted average recall (Schuller et al. 2009). */
export const averageRecall = (confusion: readonly (readonly number[])[]): number => {
  const recalls = confusion.flatMap((row, k) => (sum(row) === 0 ? [] : [(row[k] ?? 0) / sum(row)]));
  return recalls.length === 0 ? 0 : sum(recalls) / recalls.length;
};

/** The 95 % interval of a proportion (Wilson 1927; Brown, Cai and DasGupta 2001, eq. 4). */
export const wilsonInterval = (hits: number, count: number): Interval => {
  if (count === 0) return { low: 0, high: 1 };
  const z = 1.959964;
  const share = hits / count;
  const center = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const half = ((z / (1 + (z * z) / count)) * Math.sqrt(count * share * (1 - share) + (z * z) / 4)) / count;
  return { low: Math.max(0, center - half), high: Math.min(1, center + half) };
};

/** The class-balanced mean of −log of the probability of the true label. */
export const balancedLogLoss = (predictions: readonly Prediction[]): number => {
  const byClass = new Map<number, { loss: number; count: number }>();
  for (const { truth, probabilities } of predictions) {
    const tally = byClass.get(truth) ?? { loss: 0, count: 0 };
    tally.loss -= Math.log(Math.max(probabilities[truth] ?? 0, 1e-12));
    tally.count++;
    byClass.set(truth, tally);
  }
  const means = [...byClass.values()].map(({ loss, count }) => loss / count);
  return means.length === 0 ? 0 : sum(means) / means.length;
};

/** Predictions of about the same confidence: whether they were right as often as they said. */
export interface CalibrationBin {
  /** Predictions in it. */
  readonly count: number;
  /** Their mean confidence, 0 to 1. */
  readonly confidence: number;
  /** The share of them that was right, 0 to 1. */
  readonly accuracy: number;
}

const BINS = 10;

/** Confidence and accuracy in ten equal bins; empty bins are left out. */
export const calibrationBins = (predictions: readonly Prediction[]): CalibrationBin[] => {
  const bins = Array.from({ length: BINS }, () => ({ count: 0, confidence: 0, accuracy: 0 }));
  for (const { truth, probabilities } of predictions) {
    const said = argmax(probabilities);
    const confidence = probabilities[said] ?? 0;
    const bin = bins[Math.min(BINS - 1, Math.floor(confidence * BINS))];
    if (bin === undefined) continue;
    bin.count++;
    bin.confidence += confidence;
    if (said === truth) bin.accuracy++;
  }
  return bins
    .filter(({ count }) => count > 0)
    .map(({ count, confidence, accuracy }) => ({
      count,
      confidence: confidence / count,
      accuracy: accuracy / count,
    }));
};

/** Expected calibration error (Guo et al. 2017, eq. 3). */
export const calibrationError = (bins: readonly CalibrationBin[]): number => {
  const count = sum(bins.map((bin) => bin.count));
  if (count === 0) return 0;
  return sum(bins.map((bin) => (bin.count / count) * Math.abs(bin.accuracy - bin.confidence)));
};

const ROUNDS = 500;

/**
 * The average recall of `ours` minus that of `theirs` on the same examples, with a percentile interval over
 * resampled groups (people, or recordings when people are not known).
 * @param level share of the resamples inside the interval
 */
export const gainInterval = (
  ours: readonly Prediction[],
  theirs: readonly Prediction[],
  groups: readonly string[],
  classes: number,
  level: number,
  random: Random,
): { readonly gain: number; readonly interval: Interval } => {
  const members = new Map<string, number[]>();
  groups.forEach((group, number) => members.set(group, [...(members.get(group) ?? []), number]));
  const lists = [...members.values()];
  const gainOf = (numbers: readonly number[]): number => {
    const pick = (from: readonly Prediction[]): Prediction[] =>
      numbers.flatMap((number) => from[number] ?? []);
    return (
      averageRecall(confusionOf(pick(ours), classes)) - averageRecall(confusionOf(pick(theirs), classes))
    );
  };
  const gains = Array.from({ length: ROUNDS }, () =>
    gainOf(lists.flatMap(() => lists[Math.floor(random() * lists.length)] ?? [])),
  ).sort((a, b) => a - b);
  const at = (share: number): number => gains[Math.round(share * (ROUNDS - 1))] ?? 0;
  return {
    gain: gainOf(groups.map((_, number) => number)),
    interval: { low: at((1 - level) / 2), high: at((1 + level) / 2) },
  };
};

/** The probabilities of scores at a temperature. The largest score is subtracted first, so that nothing overflows. */
export const softmaxAt = (scores: readonly number[], temperature: number): number[] => {
  const top = Math.max(...scores);
  const powers = scores.map((score) => Math.exp((score - top) / temperature));
  const total = powers.reduce((all, power) => all + power, 0);
  return powers.map((power) => power / total);
};
