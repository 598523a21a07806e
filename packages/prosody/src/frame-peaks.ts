/**
 * Half the length, in samples, of the stretches over which Praat takes a frame's mean (two periods of 75 Hz) and peak
 * (one).
 */
export const MEAN_REACH = 213;
export const PEAK_REACH = 107;

/**
 * Mean and peaks of the samples around a frame's center. There are two implementations: `PortableFramePeaks` runs
 * anywhere, `SimdFramePeaks` uses WebAssembly. Both use the same order of operations, so their results are equal to the
 * last bit.
 */
export interface FramePeaks {
  /** Mean around the latest measured center, over {@link MEAN_REACH} on each side. */
  readonly mean: number;
  /** Largest distance from {@link mean} within {@link PEAK_REACH}. */
  readonly peak: number;
  /**
   * The same, but each distance is weighted by how far it is from the center. Samples before the center count less than
   * samples after it.
   */
  readonly judgedPeak: number;

  /** Measures around `center`, an index in `samples` with half a window on each side. */
  measure(samples: Float32Array, center: number): void;
}
