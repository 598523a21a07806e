import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Agreement, leadingOf, logitShift, moveLeading, nothingCompared } from './agreement.js';
import { Baseline } from './baseline.js';
import { twoClasses } from './testing/two-classes.js';

/** Readers that agree as often as not are right a third of the time, those that always do nine of ten times. */
const AGREEMENT: Agreement = { usual: 0.5, clips: 4, intercept: -0.7, slope: 1, strength: 1 };

const probabilities = fc
  .array(fc.double({ min: 1e-6, max: 1, noNaN: true }), { minLength: 2, maxLength: 9 })
  .map((values) => {
    const total = values.reduce((sum, value) => sum + value, 0);
    return Float64Array.from(values, (value) => value / total);
  });

describe('the agreement of both readers', () => {
  it('moves nothing while nothing was compared', () => {
    expect(logitShift(AGREEMENT, nothingCompared(2), 0)).toBeCloseTo(0, 12);
  });

  it('raises a confidence that is too low on a line where they agree, and lowers one that is too high', () => {
    const often = { clips: [400, 0], agreed: [380, 0], confidence: [160, 0] };
    expect(logitShift(AGREEMENT, often, 0)).toBeGreaterThan(2);
    expect(logitShift({ ...AGREEMENT, strength: 0.5 }, often, 0)).toBe(logitShift(AGREEMENT, often, 0) / 2);
    const seldom = { ...often, agreed: [180, 0], confidence: [240, 0] };
    expect(logitShift(AGREEMENT, seldom, 0)).toBeLessThan(-1);
    expect(logitShift(AGREEMENT, { clips: [1], agreed: [1], confidence: [0.4] }, 0)).toBeLessThan(1);
  });

  it('is that of the told class where this one was told often, and else the line’s', () => {
    const mixed = { clips: [400, 40], agreed: [380, 4], confidence: [200, 20] };
    expect(logitShift(AGREEMENT, mixed, 1)).toBeLessThan(-1.5);
    const rare = { clips: [400, 1], agreed: [380, 0], confidence: [200, 0.5] };
    expect(logitShift(AGREEMENT, rare, 1)).toBeGreaterThan(0);
  });

  it('keeps the order of the classes, and a sum of 1', () => {
    fc.assert(
      fc.property(probabilities, fc.double({ min: -8, max: 8, noNaN: true }), (told, by) => {
        const moved = moveLeading(told, by);
        const leading = leadingOf(told);
        expect(moved.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9);
        expect(leadingOf(moved)).toBe(leading);
        const raised = (moved[leading] ?? 0) - (told[leading] ?? 0);
        expect(by > 0 ? -raised : raised).toBeLessThan(1e-5);
        const others = [...told.keys()].filter((c) => c !== leading);
        for (const c of others)
          expect((moved[c] ?? 0) * (told[others[0] ?? 0] ?? 0)).toBeCloseTo(
            (told[c] ?? 0) * (moved[others[0] ?? 0] ?? 0),
            9,
          );
      }),
    );
  });
});

describe('a baseline', () => {
  const heard = (alike: boolean): Baseline => {
    const baseline = new Baseline({ ...twoClasses(), agreement: AGREEMENT }, 2);
    for (let n = 0; n < 40; n++) {
      const judged = baseline.judge([1.2, 0], 'a', 2);
      baseline.compare(
        judged,
        alike ? judged.probabilities : Float64Array.from(judged.probabilities).reverse(),
      );
    }
    return baseline;
  };

  it('is surer of a line on which both readers agree, and goes on so from what is kept of it', () => {
    const clip = [1.2, 0];
    const [fresh, sure, unsure] = [new Baseline(twoClasses(), 2), heard(true), heard(false)].map((each) =>
      each.judge(clip, 'b', 2),
    );
    expect(Math.max(...(sure?.probabilities ?? []))).toBeGreaterThan((fresh?.confidence ?? 1) + 0.1);
    expect(Math.max(...(unsure?.probabilities ?? []))).toBeLessThan((fresh?.confidence ?? 0) - 0.05);
    expect(sure?.confidence).toBeCloseTo(fresh?.confidence ?? 0, 12);
    const later = new Baseline({ ...twoClasses(), agreement: AGREEMENT }, 2, heard(true).snapshot());
    expect(later.judge(clip, 'b', 2).probabilities).toEqual(sure?.probabilities);
  });

  it('of a model that knows of no agreement is as sure as before', () => {
    const baseline = new Baseline(twoClasses(), 2, heard(true).snapshot());
    const { probabilities: told, confidence } = baseline.judge([0.4, 0], 'b', 2);
    expect(Math.max(...told)).toBe(confidence);
  });
});
