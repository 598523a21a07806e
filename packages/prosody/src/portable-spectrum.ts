import { Fourier } from './fourier.js';
import { WINDOW_SAMPLES } from './prosody-options.js';
import { HIGH_BAND_FROM, HIGH_BAND_TO, spectralTables } from './spectral-tables.js';
import { LAGS, TRANSFORM_SIZE, type Spectrum } from './spectrum.js';

const HALF = TRANSFORM_SIZE / 2;
const QUARTER = TRANSFORM_SIZE / 4;

/**
 * {@link Spectrum} in plain JavaScript, by Wiener-Khinchin with two half-size transforms. A real 1,024-point forward
 * transform is computed as a complex one of 512. Its power spectrum is real and even; a type-I cosine transform brings
 * it back, as a complex one of 256. Sums have two accumulators because `SimdSpectrum` has two lanes.
 */
export class PortableSpectrum implements Spectrum {
  readonly power = new Float64Array(HALF + 1);
  readonly plain = new Float64Array(LAGS);
  readonly weighted = new Float64Array(LAGS);
  highBandShare = 0;

  private firstOdd = 0;
  private readonly tables = spectralTables();
  private readonly forward = new Fourier(HALF);
  private readonly backward = new Fourier(QUARTER);

  transform(samples: Float32Array, from: number, peaks: { readonly mean: number }): void {
    this.load(samples, from, peaks.mean);
    this.forward.transform();
    this.unpack();
    this.measureHighBand();
  }

  correlate(target: 'plain' | 'weighted'): boolean {
    this.fold();
    this.backward.transform();
    return this.normalize(target === 'plain' ? this.plain : this.weighted);
  }

  private load(samples: Float32Array, from: number, mean: number): void {
    const { window } = this.tables;
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
  private unpack(): void {
    const { power } = this;
    const { cosine, sine } = this.tables;
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

  private measureHighBand(): void {
    const { power } = this;
    let total = 0;
    let otherTotal = 0;
    for (let k = 0; k < HALF; k += 2) {
      total += power[k] ?? 0;
      otherTotal += power[k + 1] ?? 0;
    }
    total = total + otherTotal + (power[HALF] ?? 0);
    let high = 0;
    let otherHigh = 0;
    for (let k = HIGH_BAND_FROM; k < HIGH_BAND_TO; k += 2) {
      high += power[k] ?? 0;
      otherHigh += power[k + 1] ?? 0;
    }
    this.highBandShare = total > 0 ? (high + otherHigh) / total : 0;
  }

  /**
   * The auxiliary sequence of the type-I cosine transform (Press et al., Numerical Recipes, 3rd ed., eq. 12.4.12): y(j) =
   * ½ (P(j) + P(N−j)) − sin(jπ/N) (P(j) − P(N−j)). Keeps the cosine sum for lag 1, where the recursion over odd lags
   * starts (12.4.14).
   */
  private fold(): void {
    const { power } = this;
    const { cosine, sine } = this.tables;
    const { re, im } = this.backward;
    const first = power[0] ?? 0;
    const last = power[HALF] ?? 0;
    let sumOverOdd = 0.5 * (first - last);
    let sumOverEven = 0;
    re[0] = 0.5 * (first + last);
    for (let k = 1; k < QUARTER; k++) {
      const mirror = HALF - k;
      const p = power[k] ?? 0;
      const q = power[mirror] ?? 0;
      const half = 0.5 * (p + q);
      const difference = p - q;
      const skew = (sine[k] ?? 0) * difference;
      if ((k & 1) === 0) {
        sumOverEven += difference * (cosine[k] ?? 0);
        re[k >> 1] = half - skew;
        re[mirror >> 1] = half + skew;
      } else {
        sumOverOdd += difference * (cosine[k] ?? 0);
        im[k >> 1] = half - skew;
        im[mirror >> 1] = half + skew;
      }
    }
    re[QUARTER >> 1] = power[QUARTER] ?? 0;
    this.firstOdd = sumOverOdd + sumOverEven;
  }

  private normalize(values: Float64Array): boolean {
    const { cosine, sine, inverseWindowCorrelation } = this.tables;
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
