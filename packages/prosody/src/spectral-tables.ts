import { ANALYSIS_SAMPLE_RATE_HZ, WINDOW_SAMPLES } from './prosody-options.js';
import { LAGS, TRANSFORM_SIZE } from './spectrum.js';

/** Bins of the band that a telephone line leaves empty: 4.3 to 7.5 kHz. */
export const HIGH_BAND_FROM = Math.round((4300 / ANALYSIS_SAMPLE_RATE_HZ) * TRANSFORM_SIZE);
export const HIGH_BAND_TO = Math.round((7500 / ANALYSIS_SAMPLE_RATE_HZ) * TRANSFORM_SIZE);

/** What both kinds of spectrum read. */
export interface SpectralTables {
  readonly window: Float64Array;
  /** cos and sin of πk / 512, k = 0 … 512. */
  readonly cosine: Float64Array;
  readonly sine: Float64Array;
  /** One over the window's own autocorrelation: it takes out the window's taper (Boersma 1993, eq. 8 and 9). */
  readonly inverseWindowCorrelation: Float64Array;
}

/** Makes the tables: 15 kB, once for a thread. */
export const spectralTables = (): SpectralTables => {
  const half = TRANSFORM_SIZE / 2;
  const window = hannWindow(WINDOW_SAMPLES);
  return {
    window,
    cosine: Float64Array.from({ length: half + 1 }, (_, k) => Math.cos((Math.PI * k) / half)),
    sine: Float64Array.from({ length: half + 1 }, (_, k) => Math.sin((Math.PI * k) / half)),
    inverseWindowCorrelation: inverseCorrelation(window),
  };
};

const hannWindow = (length: number): Float64Array =>
  Float64Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (length + 1)));

const inverseCorrelation = (window: Float64Array): Float64Array => {
  const correlation = Float64Array.from({ length: LAGS }, (_, lag) => {
    let sum = 0;
    for (let i = 0; i + lag < window.length; i++) sum += (window[i] ?? 0) * (window[i + lag] ?? 0);
    return sum;
  });
  const zero = correlation[0] ?? 1;
  return correlation.map((value) => zero / value);
};
