import { ANALYSIS_SAMPLE_RATE_HZ } from './prosody-options.js';
import type { SampleBuffer } from './sample-buffer.js';

/** Lags tried on each side of the pitch's period. The period of a rough voice is off by two samples. */
const REACH = 2;
const TINY = 1e-30;

/**
 * How alike two neighboring periods are: the normalized cross-correlation at the period (Talkin 1995, "A robust algorithm
 * for pitch tracking", eq. 2), which needs two periods. The autocorrelation of a windowed frame needs four (Boersma 1993,
 * section 3.2): in 40 ms, a clean voice of 90 Hz has an HNR of 19 dB by it, and one of 120 Hz of 27 dB.
 */
export class NeighborLikeness {
  /**
   * Result: the correlation, −1 … 1. It is a field, because a call that returns a fractional number may cost an
   * allocation.
   */
  value = 0;
  private readonly curve = new Float64Array(2 * REACH + 1);

  constructor(private readonly buffer: SampleBuffer) {}

  /** Sets {@link value} for the periods before and after the middle of a frame. */
  measure(frame: { readonly centerSample: number; readonly f0Hz: number }): void {
    const { samples, origin } = this.buffer;
    const { curve } = this;
    const length = Math.round(ANALYSIS_SAMPLE_RATE_HZ / frame.f0Hz);
    const from = frame.centerSample - origin - length;
    this.value = 0;
    if (from < 0 || from + 2 * length + REACH > this.buffer.end - origin) return;
    let energy = 0;
    for (let i = 0; i < length; i++) energy += (samples[from + i] ?? 0) ** 2;
    let best = 0;
    for (let j = 0; j <= 2 * REACH; j++) {
      const shifted = from + length + j - REACH;
      let product = 0;
      let other = 0;
      for (let i = 0; i < length; i++) {
        const value = samples[shifted + i] ?? 0;
        product += (samples[from + i] ?? 0) * value;
        other += value * value;
      }
      curve[j] = product / Math.sqrt(energy * other + TINY);
      if ((curve[j] ?? 0) > (curve[best] ?? 0)) best = j;
    }
    const here = curve[best] ?? 0;
    this.value = here;
    if (best === 0 || best === 2 * REACH) return;
    const before = curve[best - 1] ?? 0;
    const after = curve[best + 1] ?? 0;
    const curvature = 2 * here - before - after;
    const slope = 0.5 * (after - before);
    if (curvature > 0) this.value = here + (0.5 * slope * slope) / curvature;
  }
}
