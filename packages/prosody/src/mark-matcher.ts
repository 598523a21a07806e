import type { SampleBuffer } from './sample-buffer.js';

/** Lags searched, in periods (Praat's choice for "To PointProcess (cc)"). */
const SHORTEST = 0.8;
const LONGEST = 1.25;
/** Lags between them at the longest period, 214 samples at 75 Hz, and one more on each side. */
const MOST_LAGS = 104;
const TINY = 1e-20;

/** Finds the next period by cross-correlating the waveform around a mark with that one period away. */
export class MarkMatcher {
  /** Result: the matched time in fractional samples; one period away when nothing matched. */
  time = 0;
  /** Result: normalised cross-correlation there; −1 when nothing matched. */
  correlation = -1;

  private peak = 0;
  private readonly curve = new Float64Array(MOST_LAGS);

  constructor(private readonly buffer: SampleBuffer) {}

  /** Whether the match is a mark: Praat's limits of .3 correlation and 1 % of the global peak. */
  accepts(globalPeak: number): boolean {
    return this.correlation > 0.3 && this.peak > 0.01 * globalPeak;
  }

  /** The stricter limits for a mark just outside the voiced run. */
  acceptsBeyond(globalPeak: number): boolean {
    return this.correlation > 0.7 && this.peak > 0.023333 * globalPeak;
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
    const { buffer } = this;
    const length = Math.round(period);
    const from = Math.round(time - period / 2) - buffer.origin;
    const shortest = Math.floor(SHORTEST * period) - 1;
    const lags = Math.min(MOST_LAGS, Math.ceil(LONGEST * period) + 2 - shortest);
    const longest = shortest + lags - 1;
    this.time = time + direction * period;
    this.correlation = -1;
    this.peak = 0;
    const lowest = direction < 0 ? from - longest : from;
    const highest = direction < 0 ? from + length : from + length + longest;
    if (lowest < 0 || highest > buffer.end - buffer.origin) return;
    this.correlate(from, length, shortest, lags, direction);
    const best = this.highestPeak(lags);
    if (best < 0) return;
    this.settle(time, shortest, best, direction);
    const shifted = from + direction * (shortest + best);
    for (let i = 0; i < length; i++)
      this.peak = Math.max(this.peak, Math.abs(buffer.samples[shifted + i] ?? 0));
  }

  /** Fills `curve` with the normalised cross-correlation at `lags` lags; the energy slides along from lag to lag. */
  private correlate(from: number, length: number, shortest: number, lags: number, direction: 1 | -1): void {
    const { curve } = this;
    const { samples } = this.buffer;
    const even = length & ~1;
    let first = from + direction * shortest;
    let source = TINY;
    let energy = TINY;
    for (let i = 0; i < length; i++) {
      const value = samples[from + i] ?? 0;
      const other = samples[first + i] ?? 0;
      source += value * value;
      energy += other * other;
    }
    for (let j = 0; j < lags; j++) {
      let a = 0;
      let b = 0;
      for (let i = 0; i < even; i += 2) {
        a += (samples[from + i] ?? 0) * (samples[first + i] ?? 0);
        b += (samples[from + i + 1] ?? 0) * (samples[first + i + 1] ?? 0);
      }
      if (even < length) a += (samples[from + even] ?? 0) * (samples[first + even] ?? 0);
      curve[j] = (a + b) / Math.sqrt(source * energy);
      const leaving = samples[direction > 0 ? first : first + length - 1] ?? 0;
      first += direction;
      const entering = samples[direction > 0 ? first + length - 1 : first] ?? 0;
      energy = Math.max(TINY, energy + entering * entering - leaving * leaving);
    }
  }

  /** Index of the highest local maximum; −1 when the curve has none. */
  private highestPeak(lags: number): number {
    const { curve } = this;
    let best = -1;
    let height = -1;
    for (let j = 1; j < lags - 1; j++) {
      const here = curve[j] ?? 0;
      if (here > height && here >= (curve[j - 1] ?? 0) && here >= (curve[j + 1] ?? 0)) {
        best = j;
        height = here;
      }
    }
    return best;
  }

  /** Time and correlation at the vertex of the parabola through the peak. */
  private settle(time: number, shortest: number, best: number, direction: 1 | -1): void {
    const before = this.curve[best - 1] ?? 0;
    const here = this.curve[best] ?? 0;
    const after = this.curve[best + 1] ?? 0;
    const curvature = 2 * here - before - after;
    const slope = 0.5 * (after - before);
    const shift = curvature > 0 ? slope / curvature : 0;
    this.time = time + direction * (shortest + best + shift);
    this.correlation = here + 0.5 * slope * shift;
  }
}
