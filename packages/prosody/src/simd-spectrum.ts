import { reversedPosition } from './fourier.js';
import { WINDOW_SAMPLES } from './prosody-options.js';
import type { SimdKernel } from './simd-kernel.js';
import * as layout from './simd-layout.js';
import { HIGH_BAND_FROM, HIGH_BAND_TO, spectralTables } from './spectral-tables.js';
import { LAGS, TRANSFORM_SIZE, type Spectrum } from './spectrum.js';

const HALF = TRANSFORM_SIZE / 2;
const QUARTER = TRANSFORM_SIZE / 4;

/**
 * {@link Spectrum} in WebAssembly with 128-bit vectors: two of `PortableSpectrum`'s numbers at a time, in less than half the
 * time (`npm run bench:prosody`), and the same to the last bit.
 */
export class SimdSpectrum implements Spectrum {
  readonly power: Float64Array;
  readonly plain: Float64Array;
  readonly weighted: Float64Array;
  highBandShare = 0;

  private readonly share: Float64Array;

  constructor(private readonly kernel: SimdKernel) {
    this.power = kernel.numbers(layout.POWER, HALF + 1);
    this.plain = kernel.numbers(layout.PLAIN, LAGS);
    this.weighted = kernel.numbers(layout.WEIGHTED, LAGS);
    this.share = kernel.numbers(layout.HIGH_BAND_SHARE, 1);
    const tables = spectralTables();
    kernel.numbers(layout.WINDOW, WINDOW_SAMPLES).set(tables.window);
    kernel.numbers(layout.COSINE, HALF + 1).set(tables.cosine);
    kernel.numbers(layout.SINE, HALF + 1).set(tables.sine);
    kernel.numbers(layout.INVERSE_WINDOW_CORRELATION, LAGS).set(tables.inverseWindowCorrelation);
    kernel.numbers(layout.TURNS, HALF).set(turns());
    const twiddles = [QUARTER, QUARTER / 4, QUARTER / 16].flatMap(twiddlesOf);
    kernel.numbers(layout.TWIDDLES, twiddles.length).set(twiddles);
    kernel.shorts(layout.FORWARD_PLACES, HALF + 2).set(places(HALF));
    kernel.shorts(layout.BACKWARD_PLACES, QUARTER + 2).set(places(QUARTER));
  }

  transform(samples: Float32Array, from: number, peaks: { readonly mean: number }): void {
    this.kernel.take(samples, from, from + WINDOW_SAMPLES);
    this.kernel.exports.transform(peaks.mean, HIGH_BAND_FROM, HIGH_BAND_TO);
    this.highBandShare = this.share[0] ?? 0;
  }

  correlate(target: 'plain' | 'weighted'): boolean {
    return this.kernel.exports.correlate(target === 'plain' ? layout.PLAIN : layout.WEIGHTED) !== 0;
  }
}

/** Twiddle factors of the radix-2 pass over 512 points: all cosines, then all sines. */
const turns = (): number[] => {
  const angles = Array.from({ length: QUARTER }, (_, j) => (2 * Math.PI * j) / HALF);
  return [...angles.map(Math.cos), ...angles.map((angle) => -Math.sin(angle))];
};

/**
 * For a radix-4 pass over `length` points: for every two points, the cosine and sine of the angle, of twice and of
 * three times the angle.
 */
const twiddlesOf = (length: number): number[] => {
  const step = HALF / length;
  const angle = (j: number, times: number): number => (2 * Math.PI * (j * step * times)) / HALF;
  return Array.from({ length: length / 8 }, (_, pair) =>
    [1, 2, 3].flatMap((times) => {
      const both = [angle(2 * pair, times), angle(2 * pair + 1, times)];
      return [...both.map(Math.cos), ...both.map((value) => -Math.sin(value))];
    }),
  ).flat();
};

/** Bytes from bin 0 to bins k and size − k of a transform, k from 0 to half of its size. */
const places = (size: number): number[] =>
  Array.from({ length: size / 2 + 1 }, (_, k) =>
    [k, (size - k) % size].map((bin) => 8 * reversedPosition(bin, size)),
  ).flat();
