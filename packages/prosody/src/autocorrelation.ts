import type { NoiseWeighting } from './noise-weighting.js';
import type { Spectrum } from './spectrum.js';

/** Periods of 500 to 75 Hz, and the peak height from which a frame is not treated as noise. */
const SHORTEST_PERIOD = 32;
const LONGEST_PERIOD = 214;
const PERIODIC = 0.5;

/**
 * Normalized autocorrelation of a Hann-windowed 40 ms frame, divided by the window's own
 * (Boersma 1993, "Accurate short-term analysis of the fundamental frequency and the harmonics-to-noise ratio of a
 * sampled sound", eq. 9), at 16 kHz and full bandwidth.
 */
export class Autocorrelation {
  /** r(0) … r(LAGS − 1) of the latest frame; r(0) is 1. */
  readonly values: Float64Array;
  /**
   * The same values after steady noise was weighted out; in clean audio this is `values` itself. Use it to find pitch,
   * not for HNR.
   */
  weighted: Float64Array;
  /** Share of the latest frame's power between 4.3 and 7.5 kHz, 0 … 1. */
  highBandShare = 0;

  constructor(private readonly spectrum: Spectrum) {
    this.values = spectrum.plain;
    this.weighted = spectrum.plain;
  }

  /**
   * Fills {@link values} for the frame that starts at `from`.
   * @param peaks whose mean is subtracted from every sample before the window
   * @returns false when the frame has no power; `values` are then all 0
   */
  compute(
    samples: Float32Array,
    from: number,
    peaks: { readonly mean: number },
    weighting?: NoiseWeighting,
  ): boolean {
    const { spectrum } = this;
    spectrum.transform(samples, from, peaks);
    this.highBandShare = spectrum.highBandShare;
    this.weighted = this.values;
    if (!spectrum.correlate('plain')) return false;
    weighting?.update(spectrum.power, this.isPeriodic());
    if (weighting === undefined || weighting.amount === 0) return true;
    weighting.apply(spectrum.power);
    this.weighted = spectrum.weighted;
    return spectrum.correlate('weighted');
  }

  /** Looks quickly for any peak that could be a pitch, before noise is weighted out. */
  private isPeriodic(): boolean {
    const { values } = this;
    for (let lag = SHORTEST_PERIOD; lag < LONGEST_PERIOD; lag++)
      if ((values[lag] ?? 0) > PERIODIC) return true;
    return false;
  }
}
