import { ANALYSIS_SAMPLE_RATE_HZ } from './prosody-options.js';

const BINS = 513;
const BIN_HZ = ANALYSIS_SAMPLE_RATE_HZ / 2 / (BINS - 1);
/** Wide enough that noise alone seldom exceeds its mean by 3 dB in one 40 ms frame. */
const EDGES_HZ = [0, 500, 1000, 1500, 2000, 3000, 4000, 6000, 8000] as const;
const BANDS = EDGES_HZ.length - 1;
/** First bin of each band, and one past the last of all. */
const FIRST_BINS = [...EDGES_HZ.slice(0, BANDS).map((hz) => Math.ceil(hz / BIN_HZ)), BINS];
/** 12 stretches of .25 s, as for the broadband floor. */
const STRETCHES = 12;
const FRAMES_PER_STRETCH = 25;
const SMOOTHING = 0.2;
/** Minimum of the smoothed power of a band to its mean, on white noise. */
const BIAS = 1.6;
const OVERSUBTRACTION = 1.5;
const LOWEST_WEIGHT = 0.05;
/**
 * From this ratio of speech to background on, nothing is weighted and F0 equals Praat's. At 8 dB below this ratio, the
 * weighting is full.
 */
const CLEAN_DB = 18;
const RANGE_DB = 8;
/** A whole number larger than any power. It is whole so that the engine keeps the values of the arrays unboxed. */
const HUGE = 1e12;
const TINY = 1e-30;

/**
 * Weights that take steady background noise out of a power spectrum before it becomes an autocorrelation. The weight of
 * each band is the share of its power that is not noise (Wiener 1949 gain); the noise comes from minimum statistics
 * (Martin 2001). White noise lies mostly above the voice's strong harmonics, so its weight falls and the pitch peak
 * rises. Bands are weighted, not single bins: then all bands of a noise frame get similar weights, the frame stays
 * noise, and it cannot ring.
 */
export class NoiseWeighting {
  /** How strongly the weighting applies: 0 in clean audio, 1 where the background is loud. */
  amount = 0;

  private readonly gains = new Float64Array(BANDS);
  private readonly powers = new Float64Array(BANDS);
  private readonly smoothed = new Float64Array(BANDS);
  private readonly floors = new Float64Array(BANDS);
  private readonly minima = new Float64Array(BANDS * STRETCHES).fill(HUGE);
  private signal = 0;
  private frames = 0;
  private stretch = 0;
  private learned = false;

  /**
   * Takes a frame's power spectrum (0 to 8 kHz) and sets the gains for it, which {@link apply} applies.
   * @param periodic whether the frame is periodic: such frames do not update the noise, because a held vowel is as
   * steady as a fan
   */
  update(power: Float64Array, periodic: boolean): void {
    const { powers } = this;
    for (let band = 0; band < BANDS; band++) {
      const to = FIRST_BINS[band + 1] ?? 0;
      // Two sums, because an addition must wait for the one before it in the same sum.
      let even = 0;
      let odd = 0;
      let bin = Math.max(1, FIRST_BINS[band] ?? 0);
      for (; bin + 1 < to; bin += 2) {
        even += power[bin] ?? 0;
        odd += power[bin + 1] ?? 0;
      }
      if (bin < to) even += power[bin] ?? 0;
      powers[band] = even + odd;
    }
    if (!periodic) this.learn();
    this.setGains();
  }

  /** Multiplies the spectrum with the gains of its bands. */
  apply(power: Float64Array): void {
    for (let band = 0; band < BANDS; band++) {
      const gain = this.gains[band] ?? 1;
      const to = FIRST_BINS[band + 1] ?? 0;
      for (let bin = FIRST_BINS[band] ?? 0; bin < to; bin++) power[bin] = (power[bin] ?? 0) * gain;
    }
  }

  reset(): void {
    this.minima.fill(HUGE);
    this.smoothed.fill(0);
    this.floors.fill(0);
    this.amount = 0;
    this.signal = 0;
    this.frames = 0;
    this.stretch = 0;
    this.learned = false;
  }

  private learn(): void {
    const { powers, smoothed, minima } = this;
    for (let b = 0; b < BANDS; b++) {
      const power = powers[b] ?? 0;
      const last = smoothed[b] ?? 0;
      const smooth = last === 0 ? power : last + SMOOTHING * (power - last);
      smoothed[b] = smooth;
      const slot = b * STRETCHES + this.stretch;
      if (smooth < (minima[slot] ?? 0)) minima[slot] = smooth;
      let lowest = HUGE;
      for (let i = 0; i < STRETCHES; i++) lowest = Math.min(lowest, minima[b * STRETCHES + i] ?? HUGE);
      this.floors[b] = BIAS * lowest;
    }
    if (++this.frames < FRAMES_PER_STRETCH) return;
    this.frames = 0;
    this.learned = true;
    this.stretch = (this.stretch + 1) % STRETCHES;
    for (let b = 0; b < BANDS; b++) minima[b * STRETCHES + this.stretch] = HUGE;
  }

  /**
   * Computes the long-term ratio of foreground to background, from it the strength of the weighting, and from both the
   * gains.
   */
  private setGains(): void {
    const { powers, floors, gains } = this;
    let total = 0;
    let noise = 0;
    for (let b = 0; b < BANDS; b++) {
      total += powers[b] ?? 0;
      noise += floors[b] ?? 0;
    }
    if (total > 4 * noise)
      this.signal = this.signal === 0 ? total : this.signal + 0.02 * (total - this.signal);
    // Before a quarter second of background was heard, its minimum may still be speech.
    const known = this.learned && noise > 0 && this.signal > 0;
    const ratioDb = known ? 10 * Math.log10(this.signal / noise) : CLEAN_DB;
    this.amount = Math.min(1, Math.max(0, (CLEAN_DB - ratioDb) / RANGE_DB));
    if (this.amount === 0) return;
    for (let b = 0; b < BANDS; b++) {
      const share = 1 - (OVERSUBTRACTION * (floors[b] ?? 0)) / Math.max(powers[b] ?? 0, TINY);
      gains[b] = 1 - this.amount * (1 - Math.max(LOWEST_WEIGHT, share));
    }
  }
}
