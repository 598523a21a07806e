import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  baselineSchema,
  freshBaseline,
  hzToSemitones,
  isBaselineReady,
  learnBaseline,
  zScore,
} from './baseline.js';
import { BASELINE } from '../thresholds.js';

const learn = (values: readonly number[], seconds = 0.5) =>
  values.reduce(
    (baseline, arousal) => learnBaseline(baseline, seconds, { arousal, valence: 0 }),
    freshBaseline(),
  );

describe('a speaker’s own baseline', () => {
  it('has the mean and variance of what it learned, whatever the order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 8, maxLength: 60 }),
        (values) => {
          const { arousal } = learn(values, 1);
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
          expect(arousal.mean).toBeCloseTo(mean, 9);
          expect(arousal.sumOfSquares / arousal.weight).toBeCloseTo(variance, 9);
        },
      ),
    );
  });

  it('compares nothing before 4 s of speech and 8 updates', () => {
    const short = learn(Array<number>(7).fill(0.1));
    expect(isBaselineReady(short)).toBe(false);
    expect(zScore(short, 'arousal', 0.9)).toBe(0);
    expect(isBaselineReady(learn(Array<number>(8).fill(0.1)))).toBe(true);
    expect(isBaselineReady(learn([0.1, 0.1], 2))).toBe(false);
  });

  it('does not count every breath of an even speaker as an outlier', () => {
    const even = learn(Array<number>(20).fill(0.1));
    expect(zScore(even, 'arousal', 0.15)).toBeCloseTo(0.05 / BASELINE.deviationFloor.arousal, 9);
  });

  it('[RT44] can be read again from any checkpoint, also where rounding is all there is of a deviation', () => {
    const value = fc.double({ min: -1, max: 1, noNaN: true });
    const seconds = fc.double({ min: 0.001, max: 0.25, noNaN: true });
    fc.assert(
      fc.property(fc.array(fc.tuple(seconds, value), { minLength: 1, maxLength: 3 }), (spoken) => {
        let baseline = freshBaseline();
        for (const [length, valence] of spoken) baseline = learnBaseline(baseline, length, { valence });
        expect(baselineSchema.parse(JSON.parse(JSON.stringify(baseline)))).toEqual(baseline);
      }),
      { numRuns: 2_000 },
    );
  });

  it('[RT44] is read from checkpoints of releases that rounded to less than no deviation', () => {
    const old = { ...freshBaseline(), valence: { weight: 0.2, mean: 0.1, sumOfSquares: -1e-18 } };
    expect(baselineSchema.parse(old).valence.sumOfSquares).toBe(0);
  });

  it('limits scores', () => {
    expect(zScore(learn(Array<number>(20).fill(-0.5)), 'arousal', 1)).toBe(BASELINE.maximumZ);
  });

  it('forgets old speech: after minutes of a new tone, that tone is the usual one', () => {
    const { arousal } = learn([...Array<number>(100).fill(-0.4), ...Array<number>(600).fill(0.4)]);
    expect(arousal.mean).toBeGreaterThan(0.35);
    expect(arousal.weight).toBeCloseTo(BASELINE.memorySeconds, 6);
  });

  it('does not change a measure that was not given', () => {
    const baseline = learnBaseline(learn(Array<number>(10).fill(0)), 0.5, { energyDb: -20 });
    expect(baseline.arousal.weight).toBe(5);
    expect(zScore(baseline, 'energyDb', -10)).toBe(0);
  });

  it('compares pitch in semitones', () => {
    expect(hzToSemitones(240) - hzToSemitones(120)).toBeCloseTo(12, 9);
  });
});
