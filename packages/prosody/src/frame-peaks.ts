/** Half the stretches, in samples, over which Praat takes a frame's mean (two periods of 75 Hz) and peak (one). */
export const MEAN_REACH = 213;
export const PEAK_REACH = 107;

/**
 * Mean and peaks of the samples around a frame's center. Two classes do it, `PortableFramePeaks` anywhere and `SimdFramePeaks` in
 * WebAssembly, in the same order of operations and so with the same bits.
 */
export interface FramePeaks {
  /** Mean around the latest measured center, over {@link MEAN_REACH} on each side. */
  readonly mean: number;
  /** Largest distance from {@link mean} within {@link PEAK_REACH}. */
  readonly peak: number;
  /** The same, each distance weighted by how far it is from the center: before it less than after it. */
  readonly judgedPeak: number;

  /** Measures around `center`, an index in `samples` with half a window on each side. */
  measure(samples: Float32Array, center: number): void;
}
