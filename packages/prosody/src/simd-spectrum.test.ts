import { describe, expect, it } from 'vitest';
import { PortableSpectrum } from './portable-spectrum.js';
import { SimdKernel } from './simd-kernel.js';
import { SimdSpectrum } from './simd-spectrum.js';
import { LAGS } from './spectrum.js';
import { synthesizeSpeech } from './testing/index.js';

const portable = new PortableSpectrum();
const simd = new SimdSpectrum(new SimdKernel());

const compare = (samples: Float32Array, from: number, mean: number): void => {
  portable.transform(samples, from, { mean });
  simd.transform(samples, from, { mean });
  expect(simd.power).toEqual(portable.power);
  expect(simd.highBandShare).toBe(portable.highBandShare);
  expect(simd.correlate('plain')).toBe(portable.correlate('plain'));
  expect(simd.plain).toEqual(portable.plain);
};

describe('SimdSpectrum', () => {
  const { samples } = synthesizeSpeech({ phrases: [6, 4], pauseSeconds: 0.3, noiseDb: -50 });

  it('gives the numbers of the portable spectrum to the last bit, frame by frame of speech', () => {
    let frames = 0;
    for (let from = 0; from + 640 <= samples.length; from += 160) {
      compare(samples, from, 0.001 * (frames % 7));
      frames++;
    }
    expect(frames).toBeGreaterThan(200);
    expect(portable.plain.some((value) => value !== 0)).toBe(true);
  });

  it('does so after the power was changed, and then leaves the plain correlation unchanged', () => {
    compare(samples, 16_000, 0);
    const before = simd.plain.slice();
    for (const spectrum of [portable, simd]) {
      for (let bin = 0; bin < 100; bin++) spectrum.power[bin] = (spectrum.power[bin] ?? 0) * 0.25;
      expect(spectrum.correlate('weighted')).toBe(true);
    }
    expect(simd.weighted).toEqual(portable.weighted);
    expect(simd.plain).toEqual(before);
    expect(simd.weighted).not.toEqual(before);
  });

  it('reports that there is no power, and forgets the frame before', () => {
    compare(samples, 16_000, 0);
    compare(new Float32Array(640).fill(0.25), 0, 0.25);
    expect(simd.correlate('plain')).toBe(false);
    expect(simd.plain).toEqual(new Float64Array(LAGS));
  });

  it('agrees on a full-scale click, denormal hiss and the largest floats', () => {
    const click = new Float32Array(640);
    click[300] = 1;
    compare(click, 0, 0);
    compare(
      Float32Array.from({ length: 640 }, (_, i) => (i % 3) * 1e-40),
      0,
      0,
    );
    compare(
      Float32Array.from({ length: 640 }, (_, i) => (i % 2 === 0 ? 3e38 : -3e38)),
      0,
      0,
    );
  });
});
