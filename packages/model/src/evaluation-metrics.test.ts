import { describe, expect, it } from 'vitest';
import {
  argmax,
  bootstrapOverSpeakers,
  calibrationError,
  seededRandom,
  unweightedAverageRecall,
} from '../scripts/lib/metrics.mjs';

describe('the scores of the evaluation', () => {
  it('average recall over classes, not over clips', () => {
    expect(unweightedAverageRecall([0, 0, 0, 0, 1], [0, 0, 0, 0, 0])).toBe(0.5);
    expect(unweightedAverageRecall([0, 0, 1, 2], [0, 1, 1, 2])).toBeCloseTo(2.5 / 3, 12);
  });

  it('choose only among the classes that a corpus labels', () => {
    expect(argmax([9, 1, 3], [1, 2])).toBe(2);
  });

  it('find no calibration error where confidence is right, and the gap where it is not', () => {
    const random = seededRandom(1);
    const confidences = Array.from({ length: 20_000 }, () => 0.3 + 0.7 * random());
    const honest = confidences.map((confidence) => random() < confidence);
    expect(calibrationError(confidences, honest)).toBeLessThan(0.02);
    const boastful = confidences.map((confidence) => random() < confidence - 0.2);
    expect(calibrationError(confidences, boastful)).toBeCloseTo(0.2, 1);
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
