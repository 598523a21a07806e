import { describe, expect, it } from 'vitest';
import { microCreditsForMs, unusedMicroCredits } from './credits.js';

describe('the price of audio', () => {
  it('is one credit for a second, rounded up to a millionth', () => {
    expect(microCreditsForMs(1_000)).toBe(1_000_000);
    expect(microCreditsForMs(10_300)).toBe(10_300_000);
    expect(microCreditsForMs(0)).toBe(0);
    expect(microCreditsForMs(0.0001)).toBe(1);
    expect(microCreditsForMs(0.1 + 0.2)).toBe(300);
  });

  it('adds up for the used and the unused part of a second, at every rate', () => {
    for (const rate of [8_000, 11_025, 16_000, 22_050, 44_100, 48_000]) {
      expect(unusedMicroCredits(0, rate)).toBe(1_000_000);
      expect(unusedMicroCredits(rate, rate)).toBe(0);
      for (const used of [1, 7, rate / 5, Math.floor(rate / 3), rate - 1]) {
        const kept = 1_000_000 - unusedMicroCredits(used, rate);
        expect(kept).toBe(Math.ceil((used * 1_000_000) / rate));
      }
    }
  });
});
