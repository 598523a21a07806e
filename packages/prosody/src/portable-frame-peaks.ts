import { MEAN_REACH, PEAK_REACH, type FramePeaks } from './frame-peaks.js';
import { WEIGHTS_AFTER, WEIGHTS_BEFORE } from './peak-weights.js';

/** {@link FramePeaks} in plain JavaScript. The sum has four accumulators because `SimdFramePeaks` has four lanes. */
export class PortableFramePeaks implements FramePeaks {
  mean = 0;
  peak = 0;
  judgedPeak = 0;

  measure(samples: Float32Array, center: number): void {
    const mean = meanOf(samples, center - MEAN_REACH, 2 * MEAN_REACH);
    let peak = 0;
    let judged = 0;
    for (let i = 0; i < PEAK_REACH; i++) {
      const after = Math.abs((samples[center + i] ?? 0) - mean);
      const before = Math.abs((samples[center - 1 - i] ?? 0) - mean);
      if (after > peak) peak = after;
      if (before > peak) peak = before;
      const judgedAfter = after * (WEIGHTS_AFTER[i] ?? 0);
      const judgedBefore = before * (WEIGHTS_BEFORE[i] ?? 0);
      if (judgedAfter > judged) judged = judgedAfter;
      if (judgedBefore > judged) judged = judgedBefore;
    }
    this.mean = mean;
    this.peak = peak;
    this.judgedPeak = judged;
  }
}

/** @param count even */
const meanOf = (samples: Float32Array, from: number, count: number): number => {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  const fours = from + (count & ~3);
  for (let i = from; i < fours; i += 4) {
    a += samples[i] ?? 0;
    b += samples[i + 1] ?? 0;
    c += samples[i + 2] ?? 0;
    d += samples[i + 3] ?? 0;
  }
  if ((count & 2) !== 0) {
    a += samples[fours] ?? 0;
    b += samples[fours + 1] ?? 0;
  }
  return (a + c + (b + d)) / count;
};
