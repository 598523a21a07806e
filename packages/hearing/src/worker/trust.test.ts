import { describe, expect, it } from 'vitest';
import { trustIn, type Evidence } from './trust.js';

const GOOD: Evidence = { outOfDomain: 0, snrDb: 30, clipping: 0, voicedMs: 2_000, by: 'model' };
const shares = (cases: readonly Partial<Evidence>[]): number[] =>
  cases.map((evidence) => trustIn({ ...GOOD, ...evidence }, 0.6).share);
const falls = (values: readonly number[]): boolean =>
  values.every((value, i) => i === 0 || value <= (values[i - 1] ?? 1)) &&
  (values.at(-1) ?? 1) < (values[0] ?? 0);

describe('the trust in a reading', () => {
  it('is full for clean speech', () => {
    expect(trustIn(GOOD, 0.6)).toEqual({ share: 1, doubts: [] });
  });

  it('keeps the confidence at or below the probability of speech', () => {
    for (const outOfDomain of [0, 0.2, 0.5, 0.9, 1]) {
      const { share } = trustIn({ ...GOOD, outOfDomain }, 0.6);
      expect(0.6 * share).toBeCloseTo(Math.min(0.6, 1 - outOfDomain), 9);
    }
    expect(trustIn({ ...GOOD, outOfDomain: 0.7 }, 0.6).doubts).toEqual(['out_of_domain']);
  });

  it('falls with a lower SNR, with more clipping and with less voiced audio', () => {
    expect(falls(shares([30, 10, 8, 6, 5, 2].map((snrDb) => ({ snrDb }))))).toBe(true);
    expect(falls(shares([0, 0.02, 0.05, 0.1, 0.2, 0.5].map((clipping) => ({ clipping }))))).toBe(true);
    expect(falls(shares([2_000, 150, 100, 50, 0].map((voicedMs) => ({ voicedMs }))))).toBe(true);
    expect(shares([{ voicedMs: 0 }, { voicedMs: 0, by: 'reader' }])).toEqual([0, 0.7]);
  });

  it('comes with the reasons for doubt', () => {
    const { doubts } = trustIn({ ...GOOD, outOfDomain: 0.9, snrDb: 6, clipping: 0.1, voicedMs: 40 }, 0.5);
    expect(doubts).toEqual(['out_of_domain', 'low_snr', 'clipping', 'little_voice']);
  });

  it('counts an unknown SNR as low once there was enough speech to measure it', () => {
    const { outOfDomain, clipping, by } = GOOD;
    const unknown = { outOfDomain, clipping, by };
    expect(trustIn({ ...unknown, voicedMs: 300 }, 0.5).doubts).toEqual([]);
    expect(trustIn({ ...unknown, voicedMs: 600 }, 0.5).doubts).toEqual(['low_snr']);
  });

  it('stays between 0 and 1 for a reading without a leading label', () => {
    expect(trustIn({ ...GOOD, outOfDomain: 1 }, 0).share).toBe(1);
    expect(trustIn({ ...GOOD, outOfDomain: 1 }, 1e-9).share).toBe(0);
  });
});
