import { describe, expect, it } from 'vitest';
import { Baseline } from './baseline.js';
import { parseClassifier } from './parse-classifier.js';
import { softeningOf, type Strangeness } from './strangeness.js';
import { twoClasses, twoClassHead } from './testing/two-classes.js';

const strange: Strangeness = { softening: 0.5, clips: 4 };
const clip = [-0.4, 0];
const odds = (p = NaN): number => Math.log(p / (1 - p));

describe('a line of which nothing is known', () => {
  it('is judged as much less surely as its calibration says, and the likeliest class stays', () => {
    const [plain, soft] = [twoClasses(), { ...twoClasses(), strange }].map(
      (classifier) => new Baseline(classifier, 2).judge(clip, 'a', 2).probabilities[0],
    );
    expect(soft).toBeGreaterThan(0.5);
    expect(odds(plain) / odds(soft)).toBeCloseTo(1 + strange.softening, 9);
  });

  it('is judged as surely as ever once enough was heard', () => {
    const [plain, soft] = [new Baseline(twoClasses(), 2), new Baseline({ ...twoClasses(), strange }, 2)];
    const ratioAfter = (clips: number): number => {
      for (let n = 0; n < clips; n++)
        for (const each of [plain, soft]) each.hear('a', 2, each.judge([n % 2 === 0 ? -2 : 2, 0], 'a', 2));
      const [before, now] = [plain, soft].map((each) => odds(each.judge(clip, 'b', 2).probabilities[0]));
      return (before ?? NaN) / (now ?? NaN);
    };
    expect(ratioAfter(4)).toBeCloseTo(1.25, 9);
    expect(ratioAfter(400)).toBeLessThan(1.01);
  });

  it('is softer the less it sounds like a known one', () => {
    const known = twoClassHead({ name: 'known', gate: { mean: [-4, 0], variance: [1, 1], least: 1 } });
    const classifier = { ...twoClasses([twoClassHead(), known]), share: { slope: 8, least: 0.01 } };
    const softeningAt = (place: number): number => {
      const [plain, soft] = [classifier, { ...classifier, strange }].map(
        (each) => new Baseline(each, 2).judge([place, 0], 'a', 2).probabilities[0],
      );
      return odds(plain) / odds(soft) - 1;
    };
    expect(softeningAt(-4)).toBeLessThan(0.35);
    expect(softeningAt(6)).toBeCloseTo(strange.softening, 6);
  });

  it('is as any other to a classifier that knows of no strangeness', () => {
    expect(softeningOf(undefined, 1, 0)).toBe(0);
  });

  it.each<[string, object]>([
    ['strange.softening', { ...strange, softening: -0.1 }],
    ['strange.softening', { clips: 4 }],
    ['strange.clips', { ...strange, clips: 0 }],
    ['strange.clips', { ...strange, clips: 'ten' }],
  ])('is refused in metadata whose %s is wrong', (field, wrong) => {
    expect(parseClassifier({ ...twoClasses(), strange }, 2, 2).strange).toEqual(strange);
    expect(() => parseClassifier({ ...twoClasses(), strange: wrong }, 2, 2)).toThrow(`classifier.${field}:`);
  });
});
