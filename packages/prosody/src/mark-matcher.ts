import { MOST_LAGS, type PeriodPlace, type PeriodSearch } from './period-search.js';
import type { RunningPeak } from './running-peak.js';
import type { SampleBuffer } from './sample-buffer.js';

/** Lags searched, in periods (Praat's choice for "To PointProcess (cc)"). */
const SHORTEST = 0.8;
const LONGEST = 1.25;
/** Only coarse peaks at most this far below the highest coarse value are refined with the lags between. */
const NEAR_PEAK = 0.2;
/** Lags searched first, because F0 is seldom wrong by a tenth. */
const LIKELY_SHORTEST = 0.9;
const LIKELY_LONGEST = 1.1;
/** A peak at least this high among the likely lags is the period. A lag further away hardly ever has a higher peak. */
const SURE = 0.85;

/** Below this correlation (13 dB and less), noise is so strong that the peak's place is taken from a smoothed curve. */
const NOISY = 0.95;
/** Lags on each side for the smoothing (2), for the parabola after it (1), and for a move of the peak (1). */
const SMOOTH_REACH = 4;
/** Power of the slope of white noise, relative to the noise's power before smoothing: as is, and after (1, 2, 1) / 4. */
const SLOPE_OF_NOISE = 2;
const SLOPE_OF_SMOOTH_NOISE = 0.25;

/** The most noise, as a share of the period's power. Periods that differ more are two sounds, not one sound in noise. */
const MOST_NOISE = 0.3;

/** Finds the next period: cross-correlates the waveform around a mark with the waveform one period away. */
export class MarkMatcher {
  /**
   * In: the mark to start from. Out: the matched time in fractional samples, or one period away when nothing matched.
   */
  time = 0;
  /** In: the period there, in samples. */
  period = 0;
  /** Out: normalized cross-correlation at the match; −1 when nothing matched. */
  correlation = -1;
  /** Out: power of the part that one period does not share with the next, at most {@link MOST_NOISE} of its own power. */
  noisePower = 0;
  /**
   * Out: energy of the period's slope without the slope of the noise, at least a fifth of the whole. It decides how
   * exactly the place is known.
   */
  slopeEnergy = 0;
  /** Out: energy of the noise's slope over the period, as a multiple of the noise's power. */
  noiseSpread = 0;

  private lags = 0;
  private smoothShift = 0;
  private peak = 0;
  private readonly place: PeriodPlace = { from: 0, length: 0, shortest: 0, longest: 0, direction: 1 };
  private readonly curve: Float64Array;

  constructor(
    private readonly buffer: SampleBuffer,
    private readonly periods: PeriodSearch,
  ) {
    this.curve = periods.curve;
  }

  /**
   * Whether the match is a mark. The limits are Praat's: a correlation of .3 and 1 % of the signal's peak. Just
   * `beyond` the voiced run they are stricter.
   */
  accepts(signal: RunningPeak, beyond: boolean): boolean {
    return beyond
      ? this.correlation > 0.7 && this.peak > 0.023333 * signal.value
      : this.correlation > 0.3 && this.peak > 0.01 * signal.value;
  }

  /** Moves `time` to the largest excursion, of either sign, within half a period. */
  moveToExtremum(): void {
    const { time, period } = this;
    const { samples, origin } = this.buffer;
    const from = Math.max(1, Math.round(time - period / 2) - origin);
    const to = Math.min(this.buffer.end - origin - 2, Math.round(time + period / 2) - origin);
    let at = from;
    for (let i = from; i <= to; i++) {
      if (Math.abs(samples[i] ?? 0) > Math.abs(samples[at] ?? 0)) at = i;
    }
    const before = samples[at - 1] ?? 0;
    const here = samples[at] ?? 0;
    const after = samples[at + 1] ?? 0;
    const curvature = 2 * here - before - after;
    const shift = curvature === 0 ? 0 : (0.5 * (after - before)) / curvature;
    this.time = origin + at + Math.min(0.5, Math.max(-0.5, shift));
  }

  /** Finds the mark one period after (`direction` 1) or before (−1) the one at `time`. */
  match(direction: 1 | -1): void {
    const { buffer, time, period } = this;
    const length = Math.round(period);
    const from = Math.round(time - period / 2) - buffer.origin;
    const longest = Math.ceil(LONGEST * period) + 1;
    this.time = time + direction * period;
    this.correlation = -1;
    this.peak = 0;
    const lowest = direction < 0 ? from - longest : from;
    const highest = direction < 0 ? from + length : from + length + longest;
    if (lowest < 0 || highest > buffer.end - buffer.origin) return;
    const { place } = this;
    place.from = from;
    place.length = length;
    place.shortest = Math.floor(LIKELY_SHORTEST * period) - 1;
    place.longest = longest;
    place.direction = direction;
    this.periods.begin(buffer.samples, place);
    let best = this.search(Math.ceil(LIKELY_LONGEST * period) + 1);
    if (best < 0 || (this.curve[best] ?? 0) < SURE) {
      place.shortest = Math.floor(SHORTEST * period) - 1;
      best = this.search(longest);
    }
    if (best < 0) return;
    const before = this.curve[best - 1] ?? 0;
    const here = this.curve[best] ?? 0;
    const after = this.curve[best + 1] ?? 0;
    const curvature = 2 * here - before - after;
    const slope = 0.5 * (after - before);
    const shift = curvature > 0 ? slope / curvature : 0;
    this.correlation = here + 0.5 * slope * shift;
    const smooth = this.correlation < NOISY && this.smoothen(best);
    this.noiseSpread = length * (smooth ? SLOPE_OF_SMOOTH_NOISE : SLOPE_OF_NOISE);
    const lag = place.shortest + best;
    this.time = time + direction * (lag + (smooth ? this.smoothShift : shift));
    const shifted = from + direction * lag;
    this.peak = peakOf(buffer.samples, shifted, length);
    this.measureNoise(from, length);
  }

  /**
   * Noise in both periods correlates by chance, mostly at frequencies above the voice, and moves the peak. Smoothing
   * both periods with (1, 2, 1) / 4 equals smoothing the curve with (1, 4, 6, 4, 1) / 16. The peak of that curve,
   * relative to `best`, goes to `smoothShift`.
   * @returns false when the curve ends too near
   */
  private smoothen(best: number): boolean {
    if (best < SMOOTH_REACH || best + SMOOTH_REACH >= this.lags) return false;
    // The search already computed the even lags.
    const last = best + SMOOTH_REACH;
    for (let j = (best - SMOOTH_REACH) | 1; j <= last; j += 2) this.periods.correlateAt(j);
    let at = best;
    if (this.smoothAt(best + 1) > this.smoothAt(at)) at = best + 1;
    if (this.smoothAt(best - 1) > this.smoothAt(at)) at = best - 1;
    const before = this.smoothAt(at - 1);
    const here = this.smoothAt(at);
    const after = this.smoothAt(at + 1);
    const curvature = 2 * here - before - after;
    const shift = curvature > 0 ? (0.5 * (after - before)) / curvature : 0;
    this.smoothShift = at - best + Math.min(1, Math.max(-1, shift));
    return true;
  }

  private smoothAt(j: number): number {
    const { curve } = this;
    const outer = (curve[j - 2] ?? 0) + (curve[j + 2] ?? 0);
    const inner = (curve[j - 1] ?? 0) + (curve[j + 1] ?? 0);
    return (outer + 4 * inner + 6 * (curve[j] ?? 0)) / 16;
  }

  private measureNoise(from: number, length: number): void {
    const { samples } = this.buffer;
    const unlike = Math.min(MOST_NOISE, Math.max(0, 1 - this.correlation));
    this.noisePower = (unlike * this.periods.sourceEnergy) / length;
    // Two sums, because an addition must wait for the one before it in the same sum.
    let even = 0;
    let odd = 0;
    const last = from + length - 1;
    let i = from + 1;
    for (; i < last; i += 2) {
      const here = samples[i] ?? 0;
      even += square(here - (samples[i - 1] ?? 0));
      odd += square((samples[i + 1] ?? 0) - here);
    }
    if (i === last) even += square((samples[i] ?? 0) - (samples[i - 1] ?? 0));
    const slopes = even + odd;
    // The slope of white noise has twice its power.
    this.slopeEnergy = Math.max(0.2 * slopes, slopes - 2 * length * this.noisePower);
  }

  /**
   * Fills `curve` with the normalized cross-correlation from lag `place.shortest` to `longest`. First it computes every
   * second lag, then the lags between only beside the peaks. Voices have too little energy above 4 kHz for a peak to be
   * missed this way.
   * @returns index of the highest local maximum; −1 when there is none
   */
  private search(longest: number): number {
    const { curve, periods } = this;
    const lags = Math.min(MOST_LAGS, longest - this.place.shortest + 1);
    this.lags = lags;
    periods.correlateEvery(lags);
    const limit = periods.highest - NEAR_PEAK;
    let best = -1;
    let height = -1;
    for (let j = 0; j < lags; j += 2) {
      const here = curve[j] ?? 0;
      if (here < limit || (j > 0 && here < (curve[j - 2] ?? 0))) continue;
      if (j + 2 < lags && here < (curve[j + 2] ?? 0)) continue;
      const below = j > 0 ? j - 1 : j + 1;
      const above = j + 1 < lags ? j + 1 : below;
      periods.correlateAt(below);
      if (above !== below) periods.correlateAt(above);
      let at = j;
      if ((curve[below] ?? 0) > (curve[at] ?? 0)) at = below;
      if ((curve[above] ?? 0) > (curve[at] ?? 0)) at = above;
      // The first and the last lag are not counted as peaks, because the values beyond them are unknown.
      if (at === 0 || at === lags - 1 || (curve[at] ?? 0) <= height) continue;
      best = at;
      height = curve[at] ?? 0;
    }
    return best;
  }
}

const peakOf = (samples: Float32Array, from: number, length: number): number => {
  let peak = 0;
  for (let i = from; i < from + length; i++) {
    const size = Math.abs(samples[i] ?? 0);
    if (size > peak) peak = size;
  }
  return peak;
};

const square = (value = 0): number => value * value;
