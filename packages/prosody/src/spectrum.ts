/** A real transform of this many points holds the window and the lags behind it. */
export const TRANSFORM_SIZE = 1024;
/** Lags computed: the longest period (214 at 75 Hz) and the reach of the interpolation beyond it. */
export const LAGS = 240;

/**
 * A frame's power spectrum and its autocorrelation: the arithmetic of {@link Autocorrelation}, which decides how both
 * are used. There are two implementations: `PortableSpectrum` runs anywhere, `SimdSpectrum` uses 128-bit vectors in
 * WebAssembly. Both use the same order of operations, so their numbers are equal to the last bit.
 */
export interface Spectrum {
  /** Power of bins 0 … 512 of the latest frame; may be changed before {@link correlate}. */
  readonly power: Float64Array;
  /** Correlations of the frame as it is and after its noise was weighted out: where {@link correlate} writes r(0) … r(LAGS − 1). */
  readonly plain: Float64Array;
  readonly weighted: Float64Array;

  /** Share of the latest frame's power between 4.3 and 7.5 kHz, 0 … 1. A field: a fractional result may cost an allocation. */
  readonly highBandShare: number;

  /**
   * Fills {@link power} with the spectrum of the Hann-windowed 40 ms from `from` on.
   * @param peaks whose mean is subtracted from every sample before the window
   */
  transform(samples: Float32Array, from: number, peaks: { readonly mean: number }): void;

  /**
   * Fills {@link plain} or {@link weighted} with the autocorrelation of {@link power}, divided by r(0) and by the window's own.
   * @returns false when there is no power; the correlations are then all 0
   */
  correlate(target: 'plain' | 'weighted'): boolean;
}
