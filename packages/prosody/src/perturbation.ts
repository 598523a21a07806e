import type { MarkListener, MarkSource } from './period-marks.js';
import type { SampleBuffer } from './sample-buffer.js';
import { ANALYSIS_SAMPLE_RATE_HZ } from './prosody-options.js';
import { Tally } from './tally.js';

/** Praat's defaults: a period is .1 to 20 ms; neighbors differ at most 1.3-fold in length and 1.6-fold in amplitude. */
const SHORTEST_PERIOD = 0.0001 * ANALYSIS_SAMPLE_RATE_HZ;
const LONGEST_PERIOD = 0.02 * ANALYSIS_SAMPLE_RATE_HZ;
const PERIOD_FACTOR = 1.3;
const AMPLITUDE_FACTOR = 1.6;
/** Share of the period on each side of a mark over which its amplitude is measured. */
const AMPLITUDE_REACH = 0.2;
/**
 * Long before the stream began. It is whole, because the engine updates fields that start as whole numbers in place.
 */
const NEVER = -1_000_000_000;
/** Steps of the window's table. Rounding to a step changes an amplitude by less than 1e-3 of its jitter-free value. */
const HANN_STEPS = 512;
const HANN = Float64Array.from(
  { length: HANN_STEPS + 1 },
  (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / HANN_STEPS),
);

/**
 * Jitter (local): mean absolute difference of neighboring periods over the mean period. Shimmer (local): the same for
 * the amplitudes of neighboring periods, each the Hann-weighted RMS around its mark. The definitions are those of
 * Praat's manual, "Voice 2. Jitter" and "Voice 3. Shimmer". Only sums are kept; the ratio is computed on request.
 */
export class Perturbation implements MarkListener {
  private oldest = NEVER;
  private older = NEVER;
  private newer = NEVER;
  /**
   * The most noise power that a mark may report: the noise estimated from the band above the voice. Differences between
   * periods of clean speech are not noise.
   */
  noiseLimit = 0;

  private noisePower = 0;
  private slopeEnergy = 0;
  private noiseSpread = 0;
  private amplitude = 0;
  private amplitudeVariance = 0;
  private previousAmplitude = 0;
  private amplitudeTime = NEVER;
  /** The period before the mark of the newest amplitude, and the one before the mark of the previous amplitude. */
  private period = 0;
  private previousPeriod = 0;

  constructor(
    private readonly buffer: SampleBuffer,
    private readonly tally: Tally,
  ) {}

  mark(source: Readonly<MarkSource>): void {
    this.noisePower = Math.min(source.noisePower, this.noiseLimit);
    this.slopeEnergy = source.slopeEnergy;
    this.noiseSpread = source.noiseSpread;
    this.oldest = this.older;
    this.older = this.newer;
    this.newer = source.markTime;
    this.measure();
  }

  reset(): void {
    this.noiseLimit = 0;
    this.oldest = NEVER;
    this.older = NEVER;
    this.newer = NEVER;
    this.noisePower = 0;
    this.slopeEnergy = 0;
    this.noiseSpread = 0;
    this.amplitude = 0;
    this.amplitudeVariance = 0;
    this.amplitudeTime = NEVER;
    this.period = 0;
    this.previousPeriod = 0;
  }

  /** Adds the two newest periods to the sums. The gap that an unvoiced stretch leaves is too long to be a period. */
  private measure(): void {
    const before = this.older - this.oldest;
    const after = this.newer - this.older;
    const shorter = Math.min(before, after);
    const longer = Math.max(before, after);
    if (!(shorter >= SHORTEST_PERIOD && longer <= LONGEST_PERIOD && longer <= PERIOD_FACTOR * shorter))
      return;
    const { sums } = this.tally;
    sums[Tally.PERIOD_DIFFERENCE] = (sums[Tally.PERIOD_DIFFERENCE] ?? 0) + longer - shorter;
    sums[Tally.PERIODS] = (sums[Tally.PERIODS] ?? 0) + 0.5 * (before + after);
    sums[Tally.PERIOD_PAIRS] = (sums[Tally.PERIOD_PAIRS] ?? 0) + 1;
    // A mark is off by n = σ / √Σs'² (Cramér-Rao bound for a delay); neighboring periods differ by n₁ − 2 n₂ + n₃. The
    // noise of one period resembles that of the next by chance. This adds σ √Σn'² / Σs'² to each period independently.
    const displacement = this.slopeEnergy > 0 ? this.noisePower / this.slopeEnergy : 0;
    const chance = this.noiseSpread * displacement * displacement;
    sums[Tally.PERIOD_NOISE] = (sums[Tally.PERIOD_NOISE] ?? 0) + 6 * displacement + 2 * chance;
    this.previousAmplitude = this.amplitude;
    this.previousPeriod = this.period;
    this.period = before;
    this.measureAmplitude();
    if (this.amplitude > 0) this.compareAmplitudes();
    this.amplitudeTime = this.older;
  }

  private compareAmplitudes(): void {
    const { amplitude, previousAmplitude: previous } = this;
    const gap = this.older - this.amplitudeTime;
    const { sums } = this.tally;
    sums[Tally.AMPLITUDES] = (sums[Tally.AMPLITUDES] ?? 0) + amplitude;
    sums[Tally.AMPLITUDE_POINTS] = (sums[Tally.AMPLITUDE_POINTS] ?? 0) + 1;
    if (gap > LONGEST_PERIOD || gap < SHORTEST_PERIOD) return;
    if (Math.max(previous, amplitude) > AMPLITUDE_FACTOR * Math.min(previous, amplitude)) return;
    const difference = amplitude - previous;
    const shift = this.period - this.previousPeriod;
    sums[Tally.AMPLITUDE_DIFFERENCE] = (sums[Tally.AMPLITUDE_DIFFERENCE] ?? 0) + Math.abs(difference);
    sums[Tally.AMPLITUDE_SQUARES] = (sums[Tally.AMPLITUDE_SQUARES] ?? 0) + difference * difference;
    sums[Tally.SHIFT_SQUARES] = (sums[Tally.SHIFT_SQUARES] ?? 0) + shift * shift;
    sums[Tally.AMPLITUDE_BY_SHIFT] = (sums[Tally.AMPLITUDE_BY_SHIFT] ?? 0) + difference * shift;
    sums[Tally.AMPLITUDE_PAIRS] = (sums[Tally.AMPLITUDE_PAIRS] ?? 0) + 1;
    sums[Tally.AMPLITUDE_NOISE] = (sums[Tally.AMPLITUDE_NOISE] ?? 0) + 2 * this.amplitudeVariance;
  }

  /** Measures the Hann-weighted RMS around the middle mark, over a fifth of the period on each side. */
  private measureAmplitude(): void {
    const { samples, origin, end } = this.buffer;
    const left = this.older - AMPLITUDE_REACH * (this.older - this.oldest);
    const right = this.older + AMPLITUDE_REACH * (this.newer - this.older);
    const step = HANN_STEPS / (right - left);
    const from = Math.max(origin, Math.ceil(left));
    const to = Math.min(end - 1, Math.floor(right));
    let power = 0;
    let weights = 0;
    let fourth = 0;
    for (let at = from; at <= to; at++) {
      const weight = HANN[Math.round((at - left) * step)] ?? 0;
      const value = (samples[at - origin] ?? 0) * weight;
      power += value * value;
      weights += weight * weight;
      fourth += value * value * weight * weight;
    }
    this.amplitude = weights > 0 ? Math.sqrt(power / weights) : 0;
    // Noise σ moves a weighted RMS by σ √(Σw⁴x² / (Σw²x² Σw²)): more when the period's power lies at the mark.
    this.amplitudeVariance = power > 0 ? (this.noisePower * fourth) / (power * weights) : 0;
  }
}
