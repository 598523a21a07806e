import { PEAK_REACH } from './frame-peaks.js';
import { WINDOW_SAMPLES } from './prosody-options.js';

/**
 * Half-width of the taper before the center, in samples. It is narrower than the taper after the center, so that voiced
 * frames end sooner after a voice ends.
 */
const JUDGED_BEFORE = 140;

/** Hann taper of a given half-width, from the center outward. */
const peakWeights = (halfWidth: number): Float64Array =>
  Float64Array.from(
    { length: PEAK_REACH },
    (_, i) => 0.5 + 0.5 * Math.cos((Math.PI * (i + 0.5)) / halfWidth),
  );

/** Weights of the samples after a frame's center, and of those before it, from the center outward. */
export const WEIGHTS_AFTER = peakWeights(WINDOW_SAMPLES / 2);
export const WEIGHTS_BEFORE = peakWeights(JUDGED_BEFORE);
