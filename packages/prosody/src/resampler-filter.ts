import { kaiser } from './kaiser.js';
import { ProsodyError } from './prosody-error.js';

/** Taps per phase at the lower of the two rates; with β = 10 the stop band lies 100 dB down, 800 Hz beyond the edge. */
const TAPS = 64;
const KAISER_BETA = 10;
/** Middle of the transition band, relative to the lower Nyquist frequency. */
const ROLL_OFF = 0.95;
const LOWEST_RATE_HZ = 4_000;
const HIGHEST_RATE_HZ = 384_000;
/** Bounds the table: 11,025 to 16,000 Hz needs 640 phases, and no audio device needs more. */
const MOST_PHASES = 2_000;
const CACHE_SIZE = 8;

/** Coefficients of one rate pair. Shared by every resampler of that pair, never written to after design. */
export interface ResamplerFilter {
  /** Output samples per `down` input samples. */
  readonly up: number;
  readonly down: number;
  /** Even; a multiple of 4. */
  readonly tapsPerPhase: number;
  /** `up` rows of `tapsPerPhase`, oldest input first. */
  readonly taps: Float64Array;
}

const cache = new Map<string, ResamplerFilter>();

/**
 * Polyphase bank of a windowed-sinc low-pass (Crochiere & Rabiner 1983, "Multirate Digital Signal Processing",
 * section 4.3; window: Kaiser 1974). The prototype is symmetric with an odd number of taps, so it delays by whole samples
 * and output 0 lies exactly on input 0.
 * @throws ProsodyError `unsupported_sample_rate`
 */
export const resamplerFilter = (inputRateHz: number, outputRateHz: number): ResamplerFilter => {
  checkRate(inputRateHz);
  checkRate(outputRateHz);
  const divisor = greatestCommonDivisor(inputRateHz, outputRateHz);
  const up = outputRateHz / divisor;
  const down = inputRateHz / divisor;
  if (up > MOST_PHASES) {
    throw new ProsodyError(
      'unsupported_sample_rate',
      `${inputRateHz} to ${outputRateHz} Hz needs ${up} filter phases of at most ${MOST_PHASES}`,
    );
  }
  const key = `${up}/${down}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const filter = design(up, down);
  const oldest = cache.keys().next();
  if (cache.size >= CACHE_SIZE && oldest.done !== true) cache.delete(oldest.value);
  cache.set(key, filter);
  return filter;
};

const design = (up: number, down: number): ResamplerFilter => {
  const stretch = Math.max(1, down / up);
  const tapsPerPhase = 4 * Math.ceil((TAPS * stretch) / 4);
  const half = tapsPerPhase / 2;
  const cutoff = ROLL_OFF / stretch;
  const taps = new Float64Array(up * tapsPerPhase);
  for (let phase = 0; phase < up; phase++) {
    let sum = 0;
    for (let i = 0; i < tapsPerPhase; i++) {
      const distance = phase / up + half - 1 - i;
      const tap =
        Math.abs(distance) < half ? sinc(cutoff * distance) * kaiser(distance / half, KAISER_BETA) : 0;
      taps[phase * tapsPerPhase + i] = tap;
      sum += tap;
    }
    // Every phase must pass DC with the same gain; otherwise a constant input would produce a tone.
    for (let i = 0; i < tapsPerPhase; i++) {
      taps[phase * tapsPerPhase + i] = (taps[phase * tapsPerPhase + i] ?? 0) / sum;
    }
  }
  return { up, down, tapsPerPhase, taps };
};

const sinc = (x: number): number => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

const checkRate = (rateHz: number): void => {
  if (Number.isInteger(rateHz) && rateHz >= LOWEST_RATE_HZ && rateHz <= HIGHEST_RATE_HZ) return;
  throw new ProsodyError(
    'unsupported_sample_rate',
    `a sample rate is a whole number from ${LOWEST_RATE_HZ} to ${HIGHEST_RATE_HZ} Hz, got ${rateHz}`,
  );
};

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
