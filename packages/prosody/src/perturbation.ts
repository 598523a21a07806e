import type { MarkListener } from './period-marks.js';
import type { SampleBuffer } from './sample-buffer.js';
import { ANALYSIS_SAMPLE_RATE_HZ } from './prosody-options.js';
import { Tally } from './tally.js';

/** Praat's defaults: a period is .1 to 20 ms, neighbours differ at most 1.3-fold in length, 1.6-fold in amplitude. */
const SHORTEST_PERIOD = 0.0001 * ANALYSIS_SAMPLE_RATE_HZ;
const LONGEST_PERIOD = 0.02 * ANALYSIS_SAMPLE_RATE_HZ;
const PERIOD_FACTOR = 1.3;
const AMPLITUDE_FACTOR = 1.6;
/** Share of the period on each side of a mark over which its amplitude is measured. */
const AMPLITUDE_REACH = 0.2;
/** Steps of the window's table; rounding to them changes an amplitude by less than 1e-3 of its jitter-free value. */
const HANN_STEPS = 512;

/**
 * Jitter (local): mean absolute difference of neighbouring periods over the mean period. Shimmer (local): the same for
 * the amplitudes of neighbouring periods, each the Hann-weighted RMS around its mark. Definitions as in Praat's manual,
 * "Voice 2. Jitter" and "Voice 3. Shimmer"; only sums are kept, the ratio is taken when asked for.
 */
export class Perturbation implements MarkListener {
  private older = -Infinity;
  private newer = -Infinity;
  private amplitude = 0;
  private amplitudeTime = -Infinity;
  private readonly hann = Float64Array.from(
    { length: HANN_STEPS + 1 },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * i) / HANN_STEPS),
  );

  constructor(
    private readonly buffer: SampleBuffer,
    private readonly tally: Tally,
  ) {}

  mark(time: number): void {
    this.measure(this.older, this.newer, time);
    this.older = this.newer;
    this.newer = time;
  }

  reset(): void {
    this.older = -Infinity;
    this.newer = -Infinity;
    this.amplitude = 0;
    this.amplitudeTime = -Infinity;
  }

  /** Unvoiced stretches need no rule of their own: the gap they leave is no period. */
  private measure(first: number, middle: number, last: number): void {
    const before = middle - first;
    const after = last - middle;
    const shorter = Math.min(before, after);
    const longer = Math.max(before, after);
    if (!(shorter >= SHORTEST_PERIOD && longer <= LONGEST_PERIOD && longer <= PERIOD_FACTOR * shorter))
      return;
    const { tally } = this;
    tally.add(Tally.PERIOD_DIFFERENCE, longer - shorter);
    tally.add(Tally.PERIODS, 0.5 * (before + after));
    tally.add(Tally.PERIOD_PAIRS, 1);
    this.compareAmplitude(middle, this.amplitudeAt(middle, before, after));
  }

  private compareAmplitude(time: number, amplitude: number): void {
    if (amplitude === 0) return;
    const previous = this.amplitude;
    const gap = time - this.amplitudeTime;
    const { tally } = this;
    tally.add(Tally.AMPLITUDES, amplitude);
    tally.add(Tally.AMPLITUDE_POINTS, 1);
    this.amplitude = amplitude;
    this.amplitudeTime = time;
    if (gap > LONGEST_PERIOD || gap < SHORTEST_PERIOD) return;
    if (Math.max(previous, amplitude) > AMPLITUDE_FACTOR * Math.min(previous, amplitude)) return;
    tally.add(Tally.AMPLITUDE_DIFFERENCE, Math.abs(previous - amplitude));
    tally.add(Tally.AMPLITUDE_PAIRS, 1);
  }

  private amplitudeAt(time: number, before: number, after: number): number {
    const { samples, origin, end } = this.buffer;
    const left = time - AMPLITUDE_REACH * before;
    const right = time + AMPLITUDE_REACH * after;
    const width = right - left;
    const from = Math.max(origin, Math.ceil(left));
    const to = Math.min(end - 1, Math.floor(right));
    let power = 0;
    let weights = 0;
    for (let at = from; at <= to; at++) {
      const weight = this.hann[Math.round(((at - left) / width) * HANN_STEPS)] ?? 0;
      const value = (samples[at - origin] ?? 0) * weight;
      power += value * value;
      weights += weight * weight;
    }
    return weights > 0 ? Math.sqrt(power / weights) : 0;
  }
}
