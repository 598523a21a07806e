import { describe, expect, it } from 'vitest';
import { SILENCE_DB, amplitudeToDb, dbToAmplitude, dbToPower, powerToDb } from './index.js';

describe('Decibels', () => {
  it('are 0 at full scale and −6 at half of it', () => {
    expect(amplitudeToDb(1)).toBe(0);
    expect(amplitudeToDb(0.5)).toBeCloseTo(-6.0206, 4);
    expect(powerToDb(0.5)).toBeCloseTo(-3.0103, 4);
    expect(dbToAmplitude(-20)).toBeCloseTo(0.1, 12);
    expect(dbToPower(-20)).toBeCloseTo(0.01, 12);
  });

  it('are −100 for silence and for values that are not numbers', () => {
    for (const value of [0, -1, 1e-30, NaN]) expect(powerToDb(value)).toBe(SILENCE_DB);
    expect(amplitudeToDb(0)).toBe(SILENCE_DB);
  });
});
