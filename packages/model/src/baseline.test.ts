import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Baseline } from './baseline.js';
import type { GaussianHead, LinearGaussian } from './linear-gaussian.js';
import { parseClassifier } from './parse-classifier.js';
import { twoClasses, twoClassHead } from './testing/two-classes.js';

const share = { slope: 8, least: 0.01 };

/** Clips of both classes in turn, on a line that is shifted by (4, 0). */
const heardBaseline = (): Baseline => {
  const baseline = new Baseline(twoClasses(), 2);
  for (let n = 0; n < 40; n++) {
    const clip = [4 + (n % 2 === 0 ? -2 : 2), 0.1 * (n % 3)];
    baseline.hear(`voice ${n % 4}`, 2, baseline.judge(clip, `voice ${n % 4}`, 2));
  }
  return baseline;
};

describe('a baseline', () => {
  it('learns what a line always sounds like, and then judges the same clip differently', () => {
    const clip = [2.2, 0];
    expect(new Baseline(twoClasses(), 2).judge(clip, 'a', 2).probabilities[1]).toBeGreaterThan(0.5);
    expect(heardBaseline().judge(clip, 'voice 1', 2).probabilities[0]).toBeGreaterThan(0.5);
  });

  it('judges a voice that it never heard from its line alone', () => {
    const { shift } = heardBaseline().judge([4, 0], 'nobody', 2);
    expect(shift[0]).toBeGreaterThan(1);
  });

  it('learns from a sure first guess only as much as its doubt allows', () => {
    // A line so far off that every clip sounds like the second class: surely wrong for half of them.
    const heardWith = (doubt: number): number => {
      const baseline = new Baseline({ ...twoClasses(), doubt }, 2);
      for (const place of [-2, 2]) baseline.hear('a', 2, baseline.judge([9 + place, 0], 'a', 2));
      return baseline.judge([9, 0], 'a', 2).shift[0] ?? NaN;
    };
    // Both were taken for the second class, 2 beside the middle. With doubt the middle is nearer to the truth, 9.
    expect(heardWith(1)).toBeLessThan(heardWith(8));
    expect(heardWith(8)).toBeLessThan(heardWith(64));
    expect(heardWith(64)).toBeLessThan(9);
  });

  describe('that waits until moods are told apart', () => {
    const narrow = twoClasses([twoClassHead({ line: [1, 1] })]);
    const waiting = { ...narrow, apart: { variance: 200, nats: 0.25 } };
    /** Where the middle of a line is taken to be after clips of each voice. */
    const middleAfter = (clips: readonly (readonly [voice: string, place: number])[]): number => {
      const baseline = new Baseline(waiting, 2);
      for (const [voice, place] of clips) baseline.hear(voice, 2, baseline.judge([place, 0], voice, 2));
      return baseline.judge([4, 0], clips[0]?.[0] ?? '', 2).shift[0] ?? NaN;
    };
    const turns = (voices: number, places: readonly number[]): [string, number][] =>
      Array.from({ length: 40 }, (_, n) => [`voice ${n % voices}`, places[n % places.length] ?? 0]);

    it('does not take a mood that lasts for a voice or a line', () => {
      const one = turns(1, [3]);
      const plain = new Baseline(narrow, 2);
      for (const [voice, place] of one) plain.hear(voice, 2, plain.judge([place, 0], voice, 2));
      expect(plain.judge([3, 0], 'voice 0', 2).shift[0]).toBeGreaterThan(0.5);
      expect(Math.abs(middleAfter(one))).toBeLessThan(0.1);
    });

    it('learns a voice whose moods change', () => {
      expect(middleAfter(turns(1, [-1, 3]))).toBeCloseTo(1, 0);
    });

    it('learns a line from voices of one clip each, as soon as they differ', () => {
      const strangers = (places: readonly number[]): number =>
        middleAfter(turns(40, places).map(([, place], n): [string, number] => [`clip ${n}`, place]));
      expect(Math.abs(strangers([3]))).toBeLessThan(0.1);
      expect(strangers([-1, 3])).toBeGreaterThan(0.7);
    });
  });

  it('does not change when it judges', () => {
    const baseline = heardBaseline();
    const before = baseline.snapshot();
    baseline.judge([1, 1], 'voice 1', 2);
    expect(baseline.snapshot()).toEqual(before);
  });

  it('continues unchanged from a snapshot that went through JSON', () => {
    const own = heardBaseline();
    const other = new Baseline(twoClasses(), 2, JSON.parse(JSON.stringify(own.snapshot())) as never);
    for (const baseline of [own, other]) baseline.hear('voice 2', 1, baseline.judge([5, 1], 'voice 2', 1));
    expect(other.snapshot()).toEqual(own.snapshot());
    expect(other.known('voice 2')).toEqual({ lineSeconds: 81, voiceSeconds: 21 });
  });

  it('does not share its sums with a snapshot', () => {
    const baseline = heardBaseline();
    const before = baseline.snapshot();
    const kept = JSON.stringify(before);
    baseline.hear('voice 1', 2, baseline.judge([9, 9], 'voice 1', 2));
    expect(JSON.stringify(before)).toBe(kept);
  });

  it('gives finite probabilities that sum to 1, for any clips in any order', () => {
    const clips = fc.array(
      fc.record({
        x: fc.tuple(
          fc.float({ min: -50, max: 50, noNaN: true }),
          fc.float({ min: -50, max: 50, noNaN: true }),
        ),
        voice: fc.constantFrom('a', 'b', '__proto__'),
        seconds: fc.double({ min: 0, max: 20, noNaN: true }),
      }),
      { minLength: 1, maxLength: 30 },
    );
    fc.assert(
      fc.property(clips, (heard) => {
        const baseline = new Baseline(twoClasses(), 2);
        for (const { x, voice, seconds } of heard) {
          const judged = baseline.judge(x, voice, seconds);
          expect([...judged.probabilities].every(Number.isFinite)).toBe(true);
          expect(judged.probabilities.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
          baseline.hear(voice, seconds, judged);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('trusts the head of a corpus on a line that sounds like it, and not on another', () => {
    const known = twoClassHead({
      name: 'studio',
      line: [0.1, 0.1],
      start: 2,
      means: [
        [2, 0],
        [-2, 0],
      ],
      gate: { mean: [3, 3], variance: [0.5, 0.5], least: 0 },
    });
    const classifier = { ...twoClasses([twoClassHead(), known]), share };
    const baseline = new Baseline(classifier, 2);
    const there = baseline.judge([3, 3, 2, 0], 'a', 2);
    expect(there.shares[1]).toBeGreaterThan(0.8);
    expect(there.probabilities[0]).toBeGreaterThan(0.8);
    expect(baseline.judge([-6, -6, 2, 0], 'a', 2).shares[1]).toBeLessThan(0.1);
  });

  it('lets the heads of lines that are alike share their say, and none jump from one to the other', () => {
    const studio = (place: number, toward: number): GaussianHead =>
      twoClassHead({
        name: `studio ${place}`,
        start: 2,
        means: [
          [toward, 0],
          [-toward, 0],
        ],
        gate: { mean: [place, 3], variance: [0.5, 0.5], least: 0 },
      });
    const heads: LinearGaussian['heads'] = [twoClassHead(), studio(3, 2), studio(3.2, -2)];
    const baseline = new Baseline({ ...twoClasses(heads), share }, 2);
    // Between the two lines, a hair nearer to either.
    const [left, right] = [3.0999, 3.1001].map((place) => baseline.judge([place, 3, 2, 0], 'a', 2));
    expect(left?.shares[1]).toBeCloseTo(left?.shares[2] ?? NaN, 2);
    expect(left?.probabilities[0]).toBeCloseTo(right?.probabilities[0] ?? NaN, 2);
    for (const shares of [left?.shares, right?.shares])
      expect(shares?.reduce((sum, own) => sum + own, 0)).toBeCloseTo(1, 12);
  });

  it('gives no class less than nothing where heads of known lines have all the say', () => {
    const shared = twoClassHead({
      classes: [0, 1, 2],
      means: [
        [-2, 0],
        [2, 0],
        [0, 2],
      ],
    });
    const at = (place: number): GaussianHead =>
      twoClassHead({
        name: `studio ${place}`,
        gate: { mean: [place, 3], variance: [0.5, 0.5], least: -1_000 },
      });
    const heads: LinearGaussian['heads'] = [shared, at(3), at(3.2), at(3.5), at(3.9)];
    const baseline = new Baseline({ ...twoClasses(heads), share }, 3);
    const place = fc.double({ min: 2, max: 5, noNaN: true });
    fc.assert(
      fc.property(place, place, (x, y) => {
        const { probabilities, shares } = baseline.judge([x, y], 'a', 2);
        expect(shares[0]).toBeGreaterThanOrEqual(0);
        expect([...probabilities].every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it.each([undefined, { slope: 0, least: 0 }, { slope: 8 }])(
    'is not read from metadata whose known heads share their say as %j',
    (wrong) => {
      const known = twoClassHead({ gate: { mean: [0, 0], variance: [1, 1], least: 0 } });
      const classifier = { ...twoClasses([twoClassHead(), known]), share };
      expect(parseClassifier(classifier, 2, 2).share).toEqual(share);
      expect(() => parseClassifier({ ...classifier, share: wrong }, 2, 2)).toThrow('classifier.share');
    },
  );

  it('does not ask a head whose line is far less likely than another', () => {
    const far = twoClassHead({ gate: { mean: [3, 12], variance: [0.5, 0.5], least: -Infinity } });
    const near = twoClassHead({ gate: { mean: [3, 3], variance: [0.5, 0.5], least: 0 } });
    const baseline = new Baseline({ ...twoClasses([twoClassHead(), near, far]), share }, 2);
    expect(baseline.judge([3, 3], 'a', 2).shares[2]).toBe(0);
  });
});
