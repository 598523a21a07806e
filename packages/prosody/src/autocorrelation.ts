import { Fourier } from './fourier.js';
import type { NoiseWeighting } from './noise-weighting.js';
import { ANALYSIS_SAMPLE_RATE_HZ, WINDOW_SAMPLES } from './prosody-options.js';

const REAL_SIZE = 1024;
const HALF = REAL_SIZE / 2;
const QUARTER = REAL_SIZE / 4;
/** Lags computed: the longest period (214 at 75 Hz) and the reach of the interpolation beyond it. */
export const LAGS = 240;

/** Periods of 500 to 75 Hz, and the height from which a frame is no noise. */
const SHORTEST_PERIOD = 32;
const LONGEST_PERIOD = 214;
const PERIODIC = 0.5;

/** Bins of the band that a telephone line leaves empty: 4.3 to 7.5 kHz. */
const HIGH_BAND_FROM = Math.round((4300 / ANALYSIS_SAMPLE_RATE_HZ) * REAL_SIZE);
const HIGH_BAND_TO = Math.round((7500 / ANALYSIS_SAMPLE_RATE_HZ) * REAL_SIZE);

/**
 * Normalised autocorrelation of a Hann-windowed 40 ms frame, divided by the window's own
 * (Boersma 1993, "Accurate short-term analysis of the fundamental frequency and the harmonics-to-noise ratio of a
 * sampled sound", eq. 9), at 16 kHz and full bandwidth.
 *
 * By Wiener-Khinchin through two half-size transforms: a real 1,024-point forward transform as a complex one of
 * 512, and its power spectrum, which is real and even, back by a type-I cosine transform as a complex one of 256.
 */
export class Autocorrelation {
  /** r(0) … r(LAGS − 1) of the latest frame; r(0) is 1. */
  readonly values = new Float64Array(LAGS);
  /** Share of the latest frame's power between 4.3 and 7.5 kHz, 0 … 1. */
  highBandShare = 0;

  /** The same after steady noise was weighted out; `values` itself in clean audio. For finding pitch, not for HNR. */
  weighted: Float64Array = this.values;

  private readonly power = new Float64Array(HALF + 1);
  private readonly weightedValues = new Float64Array(LAGS);
  private firstOdd = 0;
  private readonly window = hannWindow(WINDOW_SAMPLES);
  private readonly inverseWindowCorrelation: Float64Array;
  private readonly forward = new Fourier(HALF);
  private readonly backward = new Fourier(QUARTER);
  private readonly cosine = new Float64Array(HALF + 1);
  private readonly sine = new Float64Array(HALF + 1);

  private static instance: Autocorrelation | undefined;

  /**
   * The thread's one instance. Nothing in it has to outlive the reading of {@link values} after {@link compute}, and its
   * tables and work space are 40 kB that a server's every stream would hold otherwise.
   */
  static shared(): Autocorrelation {
    return (Autocorrelation.instance ??= new Autocorrelation());
  }

  constructor() {
    for (let k = 0; k <= HALF; k++) {
      this.cosine[k] = Math.cos((Math.PI * k) / HALF);
      this.sine[k] = Math.sin((Math.PI * k) / HALF);
    }
    this.inverseWindowCorrelation = inverseCorrelation(this.window);
  }

  /**
   * Fills {@link values} for the frame that starts at `from`.
   * @param loudness whose mean is subtracted from every sample before the window
   * @returns false when the frame has no power; `values` are then all 0
   */
  compute(
    samples: Float32Array,
    from: number,
    loudness: { readonly mean: number },
    weighting?: NoiseWeighting,
  ): boolean {
    this.load(samples, from, loudness.mean);
    this.forward.transform();
    this.powerSpectrum();
    this.measureHighBand();
    this.fold();
    this.backward.transform();
    if (!this.normalise(this.values)) {
      this.weighted = this.values;
      return false;
    }
    weighting?.update(this.power, this.isPeriodic());
    if (weighting === undefined || weighting.amount === 0) {
      this.weighted = this.values;
      return true;
    }
    weighting.apply(this.power);
    this.fold();
    this.backward.transform();
    this.weighted = this.weightedValues;
    return this.normalise(this.weightedValues);
  }

  private load(samples: Float32Array, from: number, mean: number): void {
    const { window } = this;
    const { re, im } = this.forward;
    const pairs = WINDOW_SAMPLES / 2;
    for (let i = 0; i < pairs; i++) {
      const at = 2 * i;
      re[i] = ((samples[from + at] ?? 0) - mean) * (window[at] ?? 0);
      im[i] = ((samples[from + at + 1] ?? 0) - mean) * (window[at + 1] ?? 0);
    }
    re.fill(0, pairs);
    im.fill(0, pairs);
  }

  /** Power of bins k and 512 − k from the packed transform: their sum ± their difference. */
  private powerSpectrum(): void {
    const { cosine, sine, power } = this;
    const { re, im, position } = this.forward;
    const zeroRe = re[0] ?? 0;
    const zeroIm = im[0] ?? 0;
    power[0] = (zeroRe + zeroIm) ** 2;
    power[HALF] = (zeroRe - zeroIm) ** 2;
    for (let k = 1; k < QUARTER; k++) {
      const a = position[k] ?? 0;
      const b = position[HALF - k] ?? 0;
      const aRe = re[a] ?? 0;
      const aIm = im[a] ?? 0;
      const bRe = re[b] ?? 0;
      const bIm = im[b] ?? 0;
      const c = cosine[k] ?? 0;
      const s = sine[k] ?? 0;
      const sum = 0.5 * (aRe * aRe + aIm * aIm + bRe * bRe + bIm * bIm);
      const evenRe = 0.5 * (aRe + bRe);
      const evenIm = 0.5 * (aIm - bIm);
      const oddRe = 0.5 * (aIm + bIm);
      const oddIm = 0.5 * (bRe - aRe);
      const difference = 2 * (evenRe * (oddRe * c + oddIm * s) + evenIm * (oddIm * c - oddRe * s));
      power[k] = sum + difference;
      power[HALF - k] = sum - difference;
    }
    const middle = position[QUARTER] ?? 0;
    power[QUARTER] = (re[middle] ?? 0) ** 2 + (im[middle] ?? 0) ** 2;
  }

  /**
   * The auxiliary sequence of the type-I cosine transform (Press et al., Numerical Recipes, 3rd ed., eq. 12.4.12): y(j) =
   * ½ (P(j) + P(N−j)) − sin(jπ/N) (P(j) − P(N−j)). Keeps the cosine sum for lag 1, where the recursion over odd lags
   * starts (12.4.14).
   */
  private fold(): void {
    const { cosine, sine, power } = this;
    const { re, im } = this.backward;
    const first = power[0] ?? 0;
    const last = power[HALF] ?? 0;
    let firstOdd = 0.5 * (first - last);
    re[0] = 0.5 * (first + last);
    for (let k = 1; k < QUARTER; k++) {
      const mirror = HALF - k;
      const p = power[k] ?? 0;
      const q = power[mirror] ?? 0;
      const half = 0.5 * (p + q);
      const difference = p - q;
      firstOdd += difference * (cosine[k] ?? 0);
      const skew = (sine[k] ?? 0) * difference;
      if ((k & 1) === 0) {
        re[k >> 1] = half - skew;
        re[mirror >> 1] = half + skew;
      } else {
        im[k >> 1] = half - skew;
        im[mirror >> 1] = half + skew;
      }
    }
    re[QUARTER >> 1] = power[QUARTER] ?? 0;
    this.firstOdd = firstOdd;
  }

  /** A plain look for any peak that could be a pitch, before noise is weighted out. */
  private isPeriodic(): boolean {
    const { values } = this;
    for (let lag = SHORTEST_PERIOD; lag < LONGEST_PERIOD; lag++)
      if ((values[lag] ?? 0) > PERIODIC) return true;
    return false;
  }

  private measureHighBand(): void {
    const { power } = this;
    let total = 0;
    let high = 0;
    for (let k = 0; k <= HALF; k++) total += power[k] ?? 0;
    for (let k = HIGH_BAND_FROM; k <= HIGH_BAND_TO; k++) high += power[k] ?? 0;
    this.highBandShare = total > 0 ? high / total : 0;
  }

  private normalise(values: Float64Array): boolean {
    const { cosine, sine, inverseWindowCorrelation } = this;
    const { re, im, position } = this.backward;
    const zero = (re[0] ?? 0) + (im[0] ?? 0);
    if (!(zero > 1e-18)) {
      values.fill(0);
      return false;
    }
    const scale = 1 / zero;
    let odd = this.firstOdd;
    values[0] = 1;
    values[1] = odd * scale * (inverseWindowCorrelation[1] ?? 0);
    for (let k = 1; 2 * k < LAGS; k++) {
      const a = position[k] ?? 0;
      const b = position[QUARTER - k] ?? 0;
      const evenRe = 0.5 * ((re[a] ?? 0) + (re[b] ?? 0));
      const evenIm = 0.5 * ((im[a] ?? 0) - (im[b] ?? 0));
      const oddRe = 0.5 * ((im[a] ?? 0) + (im[b] ?? 0));
      const oddIm = 0.5 * ((re[b] ?? 0) - (re[a] ?? 0));
      const c = cosine[2 * k] ?? 0;
      const s = sine[2 * k] ?? 0;
      const lag = 2 * k;
      values[lag] = (evenRe + oddRe * c + oddIm * s) * scale * (inverseWindowCorrelation[lag] ?? 0);
      odd -= evenIm + oddIm * c - oddRe * s;
      values[lag + 1] = odd * scale * (inverseWindowCorrelation[lag + 1] ?? 0);
    }
    return true;
  }
}

function hannWindow(length: number): Float64Array {
  return Float64Array.from(
    { length },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (length + 1)),
  );
}

/** 1 / r_w: dividing by the window's autocorrelation takes out its taper (Boersma 1993, eq. 8 and 9). */
function inverseCorrelation(window: Float64Array): Float64Array {
  const correlation = Float64Array.from({ length: LAGS }, (_, lag) => {
    let sum = 0;
    for (let i = 0; i + lag < window.length; i++) sum += (window[i] ?? 0) * (window[i + lag] ?? 0);
    return sum;
  });
  const zero = correlation[0] ?? 1;
  return correlation.map((value) => zero / value);
}
