import { MEAN_REACH, PEAK_REACH, type FramePeaks } from './frame-peaks.js';
import { WEIGHTS_AFTER, WEIGHTS_BEFORE } from './peak-weights.js';
import type { SimdKernel } from './simd-kernel.js';
import * as layout from './simd-layout.js';

/** {@link FramePeaks} in WebAssembly. */
export class SimdFramePeaks implements FramePeaks {
  mean = 0;
  peak = 0;
  judgedPeak = 0;

  /** Mean, peak and judged peak. */
  private readonly results: Float64Array;

  constructor(private readonly kernel: SimdKernel) {
    this.results = kernel.numbers(layout.MEAN, 3);
    kernel.numbers(layout.WEIGHTS_BEFORE, PEAK_REACH).set(WEIGHTS_BEFORE.slice().reverse());
    kernel.numbers(layout.WEIGHTS_AFTER, PEAK_REACH).set(WEIGHTS_AFTER);
  }

  measure(samples: Float32Array, center: number): void {
    const { kernel, results } = this;
    kernel.take(samples, center - MEAN_REACH, center + MEAN_REACH);
    kernel.exports.measurePeaks(MEAN_REACH, MEAN_REACH, PEAK_REACH);
    this.mean = results[0] ?? 0;
    this.peak = results[1] ?? 0;
    this.judgedPeak = results[2] ?? 0;
  }
}
