import { describe, expect, it } from 'vitest';
import { Autocorrelation } from './autocorrelation.js';
import { PortableSpectrum } from './portable-spectrum.js';
import { LAGS } from './spectrum.js';

const noise = (length: number, seed: number): Float32Array => {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
};

describe('Autocorrelation', () => {
  it('equals the sum of products divided by the autocorrelation of the window, at every lag', () => {
    const samples = noise(700, 7);
    const autocorrelation = new Autocorrelation(new PortableSpectrum());
    expect(autocorrelation.compute(samples, 30, { mean: 0.01 })).toBe(true);
    const window = Array.from({ length: 640 }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / 641));
    const windowed = window.map((w, i) => w * (samples[30 + i]! - 0.01));
    const at = (x: number[], lag: number): number =>
      x.reduce((sum, value, i) => sum + (i + lag < x.length ? value * x[i + lag]! : 0), 0);
    for (let lag = 0; lag < LAGS; lag++) {
      const expected = at(windowed, lag) / at(windowed, 0) / (at(window, lag) / at(window, 0));
      expect(autocorrelation.values[lag]).toBeCloseTo(expected, 10);
    }
  });

  it('is zero for a frame without power', () => {
    const autocorrelation = new Autocorrelation(new PortableSpectrum());
    expect(autocorrelation.compute(new Float32Array(640).fill(0.25), 0, { mean: 0.25 })).toBe(false);
    expect(autocorrelation.values.every((value) => value === 0)).toBe(true);
  });

  it('measures the share of power between 4.3 and 7.5 kHz', () => {
    const autocorrelation = new Autocorrelation(new PortableSpectrum());
    const tone = (hz: number): Float32Array =>
      Float32Array.from({ length: 640 }, (_, i) => Math.sin((2 * Math.PI * hz * i) / 16000));
    autocorrelation.compute(tone(1000), 0, { mean: 0 });
    expect(autocorrelation.highBandShare).toBeLessThan(1e-8);
    autocorrelation.compute(tone(6000), 0, { mean: 0 });
    expect(autocorrelation.highBandShare).toBeGreaterThan(0.999);
    const both = tone(1000).map((value, i) => value + 0.1 * tone(6000)[i]!);
    autocorrelation.compute(both, 0, { mean: 0 });
    expect(autocorrelation.highBandShare).toBeCloseTo(0.01 / 1.01, 4);
  });
});
