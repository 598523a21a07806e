import { describe, expect, it } from 'vitest';
import {
  argmax,
  bootstrapOverSpeakers,
  calibrationError,
  fitTemperature,
  seededRandom,
  softmax,
  unweightedAverageRecall,
} from '../scripts/lib/metrics.mjs';

/** Draws an index from probabilities. */
const draw = (probabilities: readonly number[], uniform: number): number => {
  let total = 0;
  const found = probabilities.findIndex((probability) => (total += probability) > uniform);
  return found < 0 ? probabilities.length - 1 : found;
};

describe('the scores of the evaluation', () => {
  it('average recall over classes, not over clips', () => {
    expect(unweightedAverageRecall([0, 0, 0, 0, 1], [0, 0, 0, 0, 0])).toBe(0.5);
    expect(unweightedAverageRecall([0, 0, 1, 2], [0, 1, 1, 2])).toBeCloseTo(2.5 / 3, 12);
  });

  it('choose only among the classes that a corpus labels', () => {
    expect(argmax([9, 1, 3], [1, 2])).toBe(2);
  });

  it('find no calibration error where confidence is honest, and the gap where it is not', () => {
    const random = seededRandom(1);
    const confidences = Array.from({ length: 20_000 }, () => 0.3 + 0.7 * random());
    const honest = confidences.map((confidence) => random() < confidence);
    expect(calibrationError(confidences, honest)).toBeLessThan(0.02);
    const boastful = confidences.map((confidence) => random() < confidence - 0.2);
    expect(calibrationError(confidences, boastful)).toBeCloseTo(0.2, 1);
  });

  it('recover the temperature that overconfident logits were made with', () => {
    const random = seededRandom(2);
    const rows = Array.from({ length: 4_000 }, () => {
      const honest = [0, 1, 2, 3].map(() => 4 * (random() - 0.5));
      const truth = draw(softmax(honest, 1), random());
      return { logits: honest.map((logit) => logit * 2.5), truth, weight: 1 };
    });
    expect(fitTemperature(rows)).toBeCloseTo(2.5, 0);
  });

  it('draw whole speakers for the interval, the same on every run', () => {
    const rows = ['a', 'b', 'c', 'd'].flatMap((speaker, index) =>
      Array.from({ length: 25 }, () => ({ speaker, hit: index % 2 })),
    );
    const score = (members: readonly { hit: number }[]): number =>
      members.reduce((sum, { hit }) => sum + hit, 0) / members.length;
    const interval = bootstrapOverSpeakers(rows, score);
    expect(interval).toEqual(bootstrapOverSpeakers(rows, score));
    expect(interval[0]).toBe(0);
    expect(interval[1]).toBe(1);
  });
});
