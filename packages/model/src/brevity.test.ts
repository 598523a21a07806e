import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Baseline } from './baseline.js';
import { asWhole, temperatureOf } from './brevity.js';
import { parseClassifier } from './parse-classifier.js';
import { twoClasses } from './testing/two-classes.js';

const brief = { shift: [3, -1], leastSeconds: 0.5, wholeSeconds: 2 };

const classifier = { ...twoClasses(), brief };
/** How the whole `x` sounds after so many seconds. */
const begun = (x: readonly [number, number], seconds: number): number[] =>
  x.map((value, d) => value + (1 / seconds - 1 / 2) * (brief.shift[d] ?? 0));

describe('speech that has just begun', () => {
  it('is as it would be as a whole', () => {
    expect(Array.from(asWhole(brief, begun([1, 2], 0.8), 0.8))).toEqual([
      expect.closeTo(1),
      expect.closeTo(2),
    ]);
  });

  it('lacks nothing once it is as long as a whole utterance, or where nothing was fitted', () => {
    const heard = [1, 2];
    expect(asWhole(brief, heard, 2)).toBe(heard);
    expect(asWhole(brief, heard, 30)).toBe(heard);
    expect(asWhole(undefined, heard, 0.5)).toBe(heard);
  });

  it('is never moved further than the shortest that was fitted, and stays finite', () => {
    const seconds = fc.double({ min: 0, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(seconds, (s) => {
        expect(asWhole(brief, [0, 0], s)).toEqual(asWhole(brief, [0, 0], 0.5));
      }),
    );
    expect(Array.from(asWhole(brief, [0, 0], 0))).toEqual([-4.5, 1.5]);
  });

  it('is judged as the whole is, and V/A/D lose what it lacks', () => {
    const baseline = new Baseline(classifier, 2);
    const whole = baseline.judge([-1, 0], 'a', 2);
    const early = baseline.judge(begun([-1, 0], 0.5), 'a', 0.5);
    expect(whole.probabilities[0]).toBeGreaterThan(0.55);
    expect(early.probabilities[0]).toBeCloseTo(whole.probabilities[0] ?? NaN, 9);
    expect(early.shift[0]).toBeCloseTo((whole.shift[0] ?? NaN) + 4.5, 9);
    const unknowing = { ...classifier, brief: { ...brief, shift: [0, 0] } };
    const taken = new Baseline(unknowing, 2).judge(begun([-1, 0], 0.5), 'a', 0.5);
    expect(taken.probabilities[0]).toBeLessThan(0.45);
  });

  it('teaches its line what a whole of it would', () => {
    const middles = [2, 0.5].map((seconds) => {
      const baseline = new Baseline({ ...classifier, clipSeconds: 0.5 }, 2);
      for (const place of [3, 7])
        baseline.hear('a', seconds, baseline.judge(begun([place, 0], seconds), 'a', seconds));
      return baseline.judge([0, 0], 'a', 2).shift[0] ?? NaN;
    });
    expect(middles[0]).toBeGreaterThan(1);
    expect(middles[1]).toBeCloseTo(middles[0] ?? NaN, 9);
  });

  it('is judged less surely the less was heard, and the likeliest class stays', () => {
    const softer = { ...classifier, brief: { ...brief, softening: 0.5 } };
    const [plain, soft] = [classifier, softer].map((each) => new Baseline(each, 2));
    const sureAfter = (baseline: Baseline | undefined, seconds: number): number =>
      baseline?.judge(begun([-1, 0], seconds), 'a', seconds).probabilities[0] ?? NaN;
    expect(sureAfter(soft, 2)).toBe(sureAfter(plain, 2));
    const after = [0.5, 1, 1.5, 2].map((seconds) => sureAfter(soft, seconds));
    expect(after).toEqual([...after].sort((a, b) => a - b));
    const [first = NaN, odds] = [after[0], (p: number) => Math.log(p / (1 - p))];
    expect(first).toBeGreaterThan(0.5);
    expect(odds(sureAfter(plain, 0.5)) / odds(first)).toBeCloseTo(temperatureOf(softer.brief, 0.5), 9);
    expect(temperatureOf(softer.brief, 0.5)).toBe(1.75);
    expect(temperatureOf(brief, 0.5)).toBe(1);
    expect(temperatureOf(undefined, 0.5)).toBe(1);
  });

  it.each<[string, object]>([
    ['brief.shift', { ...brief, shift: [1] }],
    ['brief.shift[1]', { ...brief, shift: [1, null] }],
    ['brief.leastSeconds', { ...brief, leastSeconds: 0 }],
    ['brief.wholeSeconds', { ...brief, wholeSeconds: 0.4 }],
    ['brief.softening', { ...brief, softening: -0.1 }],
    ['brief.softening', { ...brief, softening: 'much' }],
  ])('is refused in metadata whose %s is wrong', (field, wrong) => {
    expect(parseClassifier(classifier, 2, 2).brief).toEqual(brief);
    expect(() => parseClassifier({ ...classifier, brief: wrong }, 2, 2)).toThrow(`classifier.${field}:`);
  });
});
