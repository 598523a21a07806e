import { describe, expect, it } from 'vitest';
import { portableArithmetic, shareArithmetic } from './arithmetic.js';
import type { PeriodPlace } from './period-search.js';
import { type Polyphase, sharePolyphase } from './polyphase.js';
import { filterPortably } from './portable-polyphase.js';
import { ProsodyExtractor } from './prosody-extractor.js';
import type { ProsodyFrame } from './prosody-frame.js';
import type { ProsodySummary } from './prosody-summary.js';
import { Resampler } from './resampler.js';
import { SimdKernel } from './simd-kernel.js';
import { simdPolyphase } from './simd-polyphase.js';
import { simdArithmetic, useSimd } from './simd.js';
import { synthesizeSpeech, whiteNoise } from './testing/index.js';

const portable = portableArithmetic();
const simd = simdArithmetic();
const noise = whiteNoise(4_000, 0.2, 3);

describe('vectors in WebAssembly', () => {
  it('take the same mean and peaks around a center', () => {
    for (let center = 320; center < 3_600; center += 137) {
      portable.peaks.measure(noise, center);
      simd.peaks.measure(noise, center);
      expect(simd.peaks.mean).toBe(portable.peaks.mean);
      expect(simd.peaks.peak).toBe(portable.peaks.peak);
      expect(simd.peaks.judgedPeak).toBe(portable.peaks.judgedPeak);
    }
    expect(portable.peaks.peak).toBeGreaterThan(portable.peaks.judgedPeak);
  });

  it('find the largest distance at any place', () => {
    for (let at = 0; at < 214; at++) {
      const samples = new Float32Array(640);
      samples[320 - 107 + at] = -1;
      portable.peaks.measure(samples, 320);
      simd.peaks.measure(samples, 320);
      expect(simd.peaks.peak).toBeGreaterThan(0.99);
      expect(simd.peaks.judgedPeak).toBe(portable.peaks.judgedPeak);
    }
  });

  it.each([1, -1] as const)(
    'correlate periods of every length with equal results, direction %i',
    (direction) => {
      for (let length = 26; length <= 215; length++) {
        const place: PeriodPlace = {
          from: 1_000 + length,
          length,
          shortest: Math.floor(0.8 * length) - 1,
          longest: Math.ceil(1.25 * length) + 1,
          direction,
        };
        const lags = Math.min(104, place.longest - place.shortest + 1);
        for (const { periods } of [portable, simd]) {
          periods.curve.fill(7);
          periods.begin(noise, place);
          periods.correlateEvery(lags);
          periods.correlateAt(1);
          periods.correlateAt(5);
        }
        expect(simd.periods.sourceEnergy).toBe(portable.periods.sourceEnergy);
        expect(simd.periods.highest).toBe(portable.periods.highest);
        expect(simd.periods.curve).toEqual(portable.periods.curve);
      }
    },
  );

  it('correlate at both ends of the available samples', () => {
    const place = { length: 100, shortest: 79, longest: 126 };
    for (const both of [
      { ...place, from: 126, direction: -1 },
      { ...place, from: noise.length - 226, direction: 1 },
    ] as const) {
      for (const { periods } of [portable, simd]) {
        periods.begin(noise, both);
        periods.correlateEvery(48);
      }
      expect(simd.periods.curve.slice(0, 48)).toEqual(portable.periods.curve.slice(0, 48));
    }
  });

  it('give every frame of speech, clean and noisy, the same numbers to the last bit', () => {
    for (const noiseDb of [-70, -30]) {
      const { samples } = synthesizeSpeech({ phrases: [7, 5, 6], pauseSeconds: 0.4, noiseDb });
      shareArithmetic(portableArithmetic());
      const expected = hear(samples);
      shareArithmetic(simdArithmetic());
      expect(hear(samples)).toEqual(expected);
      expect(expected.frames.some((frame) => frame.voiced)).toBe(true);
      expect(expected.summary.voice_quality.jitter).not.toBeNull();
    }
  });

  it.each([4_000, 8_000, 11_025, 12_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000, 192_000, 384_000])(
    'resample from %i Hz to the same samples, however the input is cut',
    (rateHz) => {
      const input = whiteNoise(3_000, 0.3, 5);
      const converted = (polyphase: Polyphase, step: number): Float32Array => {
        sharePolyphase(polyphase);
        const resampler = new Resampler(rateHz);
        const output = new Float32Array(resampler.maxOutput(input.length) + 1);
        let written = 0;
        for (let from = 0; from < input.length; from += step)
          written += resampler.process(input.subarray(from, from + step), output, written);
        return output.slice(0, written + resampler.flush(output, written));
      };
      const expected = converted(filterPortably, input.length);
      const kernel = new SimdKernel();
      for (const step of [input.length, 160, 7])
        expect(converted(simdPolyphase(kernel), step)).toEqual(expected);
      sharePolyphase(filterPortably);
    },
  );

  it('resample streams of several rates in turn', () => {
    const simdOne = simdPolyphase(new SimdKernel());
    const rates = [8_000, 48_000, 44_100, 32_000];
    const input = whiteNoise(1_200, 0.3, 6);
    const all = (polyphase: Polyphase): number[][] => {
      sharePolyphase(polyphase);
      const resamplers = rates.map((rateHz) => new Resampler(rateHz));
      const heard = rates.map((): number[] => []);
      const output = new Float32Array(1_000);
      for (let from = 0; from < input.length; from += 200)
        resamplers.forEach((resampler, n) => {
          const written = resampler.process(input.subarray(from, from + 200), output);
          heard[n]?.push(...output.subarray(0, written));
        });
      return heard;
    };
    const expected = all(filterPortably);
    expect(all(simdOne)).toEqual(expected);
    expect(expected.every((samples) => samples.some((sample) => sample !== 0))).toBe(true);
    sharePolyphase(filterPortably);
  });

  it('are used by extractors made afterwards', () => {
    shareArithmetic(portable);
    useSimd();
    portable.spectrum.power.fill(0);
    hear(synthesizeSpeech({ phrases: [4], pauseSeconds: 0.2, noiseDb: -60 }).samples);
    expect(portable.spectrum.power.every((power) => power === 0)).toBe(true);
  });
});

interface Heard {
  frames: ProsodyFrame[];
  summary: ProsodySummary;
}

const hear = (samples: Float32Array): Heard => {
  const frames: ProsodyFrame[] = [];
  const extractor = new ProsodyExtractor({}, { onFrame: (frame) => frames.push({ ...frame }) });
  for (let from = 0; from < samples.length; from += 640) extractor.push(samples.subarray(from, from + 640));
  extractor.flush();
  return { frames, summary: extractor.summary() };
};
