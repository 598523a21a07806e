import type { SampleBuffer } from './sample-buffer.js';

/** Coarse search: every third lag, every second product. The peak of a voice's correlation is wider than that. */
const COARSE_LAG = 3;
const COARSE_PRODUCT = 2;

/** Finds the next period by cross-correlating the waveform around a mark with that one period away. */
export class MarkMatcher {
  /** Result: the matched time in fractional samples. */
  time = 0;
  /** Result: normalised cross-correlation there; −1 when nothing matched and `time` is one period away. */
  correlation = -1;

  private peak = 0;
  private sourceEnergy = 0;

  constructor(private readonly buffer: SampleBuffer) {}

  /** Whether the match is a mark: Praat's limits of .3 correlation and 1 % of the global peak. */
  accepts(globalPeak: number): boolean {
    return this.correlation > 0.3 && this.peak > 0.01 * globalPeak;
  }

  /** Time of the largest excursion, of either sign, within half a period of `time`. */
  extremum(time: number, period: number): number {
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
    return origin + at + Math.min(0.5, Math.max(-0.5, shift));
  }

  /** Finds the mark one period after (`direction` 1) or before (−1) the one at `time`. */
  match(time: number, period: number, direction: 1 | -1): void {
    const { samples, origin } = this.buffer;
    const length = Math.max(8, Math.round(period));
    const start = Math.round(time - period / 2);
    const from = start - origin;
    const shortest = Math.floor(0.8 * period);
    const longest = Math.ceil(1.25 * period);
    this.time = time + direction * period;
    this.correlation = -1;
    const lowest = from + (direction < 0 ? -longest - 1 : 0);
    const highest = from + length + (direction > 0 ? longest + 1 : 0);
    if (lowest < 0 || highest > this.buffer.end - origin) return;
    const lag = this.coarse(samples, from, length, shortest, longest, direction);
    this.fine(samples, from, length, lag, shortest, longest, direction, time);
  }

  private coarse(
    samples: Float32Array,
    from: number,
    length: number,
    shortest: number,
    longest: number,
    direction: number,
  ): number {
    let best = -Infinity;
    let bestLag = shortest;
    for (let lag = shortest; lag <= longest; lag += COARSE_LAG) {
      const shifted = from + direction * lag;
      let product = 0;
      let energy = 1e-20;
      for (let i = 0; i < length; i += COARSE_PRODUCT) {
        const other = samples[shifted + i] ?? 0;
        product += (samples[from + i] ?? 0) * other;
        energy += other * other;
      }
      const score = product > 0 ? (product * product) / energy : -(product * product) / energy;
      if (score > best) {
        best = score;
        bestLag = lag;
      }
    }
    return bestLag;
  }

  private fine(
    samples: Float32Array,
    from: number,
    length: number,
    coarseLag: number,
    shortest: number,
    longest: number,
    direction: number,
    time: number,
  ): void {
    this.sourceEnergy = 1e-20;
    for (let i = 0; i < length; i++) {
      const value = samples[from + i] ?? 0;
      this.sourceEnergy += value * value;
    }
    let lag = coarseLag;
    let here = this.at(samples, from, length, lag * direction);
    let before = this.at(samples, from, length, (lag - 1) * direction);
    let after = this.at(samples, from, length, (lag + 1) * direction);
    while (after > here && lag < longest) {
      lag++;
      before = here;
      here = after;
      after = this.at(samples, from, length, (lag + 1) * direction);
    }
    while (before > here && lag > shortest) {
      lag--;
      after = here;
      here = before;
      before = this.at(samples, from, length, (lag - 1) * direction);
    }
    // A correlation that still rises at the end of the range has no peak in it.
    if (before > here || after > here) return;
    const curvature = 2 * here - before - after;
    const slope = 0.5 * (after - before);
    const shift = curvature > 0 ? slope / curvature : 0;
    this.time = time + direction * (lag + shift);
    this.correlation = here + 0.5 * slope * shift;
    this.peak = 0;
    const shifted = from + direction * lag;
    for (let i = 0; i < length; i++) this.peak = Math.max(this.peak, Math.abs(samples[shifted + i] ?? 0));
  }

  /** Normalised cross-correlation at one signed lag. */
  private at(samples: Float32Array, from: number, length: number, signedLag: number): number {
    const shifted = from + signedLag;
    let product = 0;
    let energy = 1e-20;
    for (let i = 0; i < length; i++) {
      const other = samples[shifted + i] ?? 0;
      product += (samples[from + i] ?? 0) * other;
      energy += other * other;
    }
    return product / Math.sqrt(energy * this.sourceEnergy);
  }
}
