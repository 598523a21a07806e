import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProsodyError } from './prosody-error.js';
import { Resampler, resample } from './resampler.js';
import { whiteNoise } from './testing/index.js';

const RATES = [8_000, 11_025, 12_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 192_000];

const tone = (rateHz: number, hz: number, seconds = 0.5, amplitude = 0.5): Float32Array =>
  Float32Array.from({ length: Math.round(rateHz * seconds) }, (_, i) =>
    Math.fround(amplitude * Math.sin((2 * Math.PI * hz * i) / rateHz)),
  );

/** RMS of the rest after the best-fitting sine of that frequency is removed, edges excluded. */
const residual = (
  samples: Float32Array,
  rateHz: number,
  hz: number,
): { amplitude: number; restRms: number } => {
  const inner = samples.subarray(800, samples.length - 800);
  let [cc, ss, cs, xc, xs] = [0, 0, 0, 0, 0];
  inner.forEach((x, i) => {
    const c = Math.cos((2 * Math.PI * hz * (i + 800)) / rateHz);
    const s = Math.sin((2 * Math.PI * hz * (i + 800)) / rateHz);
    cc += c * c;
    ss += s * s;
    cs += c * s;
    xc += x * c;
    xs += x * s;
  });
  const det = cc * ss - cs * cs;
  const a = (xc * ss - xs * cs) / det;
  const b = (xs * cc - xc * cs) / det;
  let rest = 0;
  inner.forEach((x, i) => {
    const angle = (2 * Math.PI * hz * (i + 800)) / rateHz;
    rest += (x - a * Math.cos(angle) - b * Math.sin(angle)) ** 2;
  });
  return { amplitude: Math.hypot(a, b), restRms: Math.sqrt(rest / inner.length) };
};

const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

const db = (ratio: number): number => 20 * Math.log10(ratio);

describe('Resampler', () => {
  it.each(RATES)('from %d Hz: THD+N of a 997 Hz tone below -105 dB, level exact to .001 dB', (rateHz) => {
    const { amplitude, restRms } = residual(resample(tone(rateHz, 997), rateHz), 16_000, 997);
    expect(Math.abs(db(amplitude / 0.5))).toBeLessThan(0.001);
    expect(db(restRms / (0.5 / Math.SQRT2))).toBeLessThan(rateHz >= 24_000 ? -130 : -105);
  });

  it.each(RATES.filter((rateHz) => rateHz > 16_000))(
    'from %d Hz: aliases of tones above the band at least 99 dB down',
    (rateHz) => {
      for (const hz of [8_500, 9_500, 10_900, 13_000, 15_990, 21_000, 40_000].filter(
        (hz) => hz < rateHz / 2,
      )) {
        const output = resample(tone(rateHz, hz), rateHz).subarray(800, 7_200);
        expect(db(rms(output) / (0.5 / Math.SQRT2))).toBeLessThan(-99);
      }
    },
  );

  it('from 8,000 Hz: images of the telephone band at least 99 dB down', () => {
    for (const hz of [300, 1_000, 3_000]) {
      const { restRms } = residual(resample(tone(8_000, hz), 8_000), 16_000, hz);
      expect(db(restRms / (0.5 / Math.SQRT2))).toBeLessThan(-99);
    }
  });

  it('is flat within .01 dB up to 6.7 kHz from 48 kHz', () => {
    for (const hz of [60, 500, 2_000, 5_000, 6_700]) {
      expect(
        Math.abs(db(residual(resample(tone(48_000, hz), 48_000), 16_000, hz).amplitude / 0.5)),
      ).toBeLessThan(0.01);
    }
  });

  it.each(RATES)('from %d Hz: keeps time, so output n is the input at n / 16,000 s', (rateHz) => {
    const hz = 440;
    const output = resample(tone(rateHz, hz), rateHz);
    expect(output).toHaveLength(Math.ceil((Math.round(0.5 * rateHz) * 16_000) / rateHz));
    for (let n = 1_000; n < 7_000; n += 97) {
      expect(output[n]).toBeCloseTo(0.5 * Math.sin((2 * Math.PI * hz * n) / 16_000), 5);
    }
  });

  it.each([44_100, 48_000, 8_000, 16_000])(
    'from %d Hz: gives the same samples however it is chunked',
    (rateHz) => {
      const input = whiteNoise(6_000, 0.2, 4);
      const whole = resample(input, rateHz);
      fc.assert(
        fc.property(
          fc.array(fc.integer({ min: 0, max: 1_500 }), { minLength: 1, maxLength: 30 }),
          (chunks) => {
            fc.pre(chunks.some((length) => length > 0));
            const resampler = new Resampler(rateHz);
            const output = new Float32Array(40_000);
            let written = 0;
            for (let from = 0, i = 0; from < input.length; i++) {
              const length = chunks[i % chunks.length]!;
              written += resampler.process(input.subarray(from, from + length), output, written);
              from += length;
            }
            written += resampler.flush(output, written);
            expect(output.slice(0, written)).toEqual(whole);
          },
        ),
        { numRuns: 25 },
      );
    },
  );

  it('flushes to ceil(received × 16,000 / rate) samples, and starts over', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000 }), fc.constantFrom(...RATES), (length, rateHz) => {
        const resampler = new Resampler(rateHz);
        const output = new Float32Array(20_000);
        for (let round = 0; round < 2; round++) {
          const written = resampler.process(new Float32Array(length).fill(0.25), output);
          expect(written + resampler.flush(output, written)).toBe(Math.ceil((length * 16_000) / rateHz));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('passes a constant without ripple', () => {
    const output = resample(new Float32Array(4_410).fill(0.5), 44_100).subarray(200, 1_400);
    for (const value of output) expect(Math.abs(value - 0.5)).toBeLessThan(1e-7);
  });

  it('keeps one NaN from spreading to other samples', () => {
    const input = tone(48_000, 300, 0.1);
    input[1_000] = NaN;
    input[2_000] = Infinity;
    expect(resample(input, 48_000).every(Number.isFinite)).toBe(true);
  });

  it('has a delay of 2 ms from 48 kHz', () => {
    expect(new Resampler(48_000).lookaheadSamples).toBe(96);
    expect(new Resampler(16_000).lookaheadSamples).toBe(0);
  });

  it.each([0, -16_000, NaN, Infinity, 3_999, 44_100.5, 4e9, 44_101])('refuses a rate of %d Hz', (rateHz) => {
    expect(() => new Resampler(rateHz)).toThrow(ProsodyError);
    expect(() => new Resampler(rateHz)).toThrow(
      expect.objectContaining({ code: 'unsupported_sample_rate', retryable: false }),
    );
  });

  it('refuses an output without enough room, and then consumes nothing', () => {
    const resampler = new Resampler(48_000);
    expect(() => resampler.process(new Float32Array(480), new Float32Array(100))).toThrow(
      expect.objectContaining({ code: 'output_too_small' }),
    );
    const output = new Float32Array(400);
    const written = resampler.process(new Float32Array(480), output);
    expect(written + resampler.flush(output, written)).toBe(160);
  });
});
