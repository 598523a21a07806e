import { LAGS } from './spectrum.js';
import { ANALYSIS_SAMPLE_RATE_HZ, type ResolvedProsodyOptions } from './prosody-options.js';
import { PeakInterpolator } from './peak-interpolator.js';

/** Voiced candidates kept per frame. Praat keeps 14; on speech the path never chose one beyond the eighth. */
export const MAX_CANDIDATES = 8;

/** The peaks of one frame's autocorrelation that may be its pitch (Boersma 1993, section 3.3, steps 3.5 to 3.8). */
export class PitchCandidates {
  count = 0;
  /** The frame's peak, judged as a share of the signal's peak (Boersma 1993, eq. 23). The caller sets it. */
  peak = 0;
  /** The highest share it may count as. It is lower where the background has a pitch of its own. The caller sets it. */
  intensityLimit = Infinity;
  readonly frequencyHz = new Float64Array(MAX_CANDIDATES);
  /** Height of the peak, 0 … 1. */
  readonly strength = new Float64Array(MAX_CANDIDATES);
  /** Height in the unweighted autocorrelation, from which the harmonics-to-noise ratio is computed. */
  readonly purity = new Float64Array(MAX_CANDIDATES);
  /** Height of the highest peak between floor and ceiling; 0 when there is none. */
  best = 0;
  /** The same before noise was weighted out. */
  bestPlain = 0;

  private readonly lags = new Int32Array(MAX_CANDIDATES);
  private readonly rank = new Float64Array(MAX_CANDIDATES);
  private readonly interpolator = new PeakInterpolator();
  private readonly shortestLag: number;
  private readonly longestLag: number;
  private readonly threshold: number;
  private readonly octaveCost: number;
  private readonly floorHz: number;

  constructor(options: ResolvedProsodyOptions) {
    this.shortestLag = Math.max(2, Math.floor(ANALYSIS_SAMPLE_RATE_HZ / options.f0CeilingHz));
    this.longestLag = Math.min(LAGS - 18, Math.floor(ANALYSIS_SAMPLE_RATE_HZ / options.f0FloorHz) + 2);
    this.threshold = 0.5 * options.voicingThreshold;
    this.octaveCost = options.octaveCost;
    this.floorHz = options.f0FloorHz;
  }

  /** Forgets the previous frame: a silent frame has no candidates. */
  clear(): void {
    this.count = 0;
    this.best = 0;
    this.bestPlain = 0;
  }

  /**
   * Finds the peaks of the frame's autocorrelation.
   * @param r to find them in, noise weighted out
   * @param plain to measure `purity` in; the same array in clean audio
   */
  find(r: Float64Array, plain: Float64Array): void {
    this.clear();
    let before = r[this.shortestLag - 1] ?? 0;
    let here = r[this.shortestLag] ?? 0;
    for (let lag = this.shortestLag; lag < this.longestLag; lag++) {
      const after = r[lag + 1] ?? 0;
      if (here > this.threshold && here > before && here >= after) this.offer(lag, before, here, after);
      before = here;
      here = after;
    }
    let best = 0;
    let bestPlain = 0;
    for (let i = 0; i < this.count; i++) {
      this.refine(r, i, plain);
      best = Math.max(best, this.strength[i] ?? 0);
      bestPlain = Math.max(bestPlain, this.purity[i] ?? 0);
    }
    this.best = best;
    this.bestPlain = bestPlain;
  }

  /** Keeps the peak when it is among the strongest, octave cost included (Boersma 1993, eq. 24). */
  private offer(lag: number, before: number, here: number, after: number): void {
    const slope = 0.5 * (after - before);
    const height = here + (0.5 * slope * slope) / (2 * here - before - after);
    const rank = height - this.octaveCost * Math.log2((this.floorHz * lag) / ANALYSIS_SAMPLE_RATE_HZ);
    let place = this.count;
    if (place < MAX_CANDIDATES) {
      this.count++;
    } else {
      place = this.weakest();
      if (rank <= (this.rank[place] ?? 0)) return;
    }
    this.lags[place] = lag;
    this.rank[place] = rank;
  }

  private weakest(): number {
    let weakest = 0;
    for (let i = 1; i < MAX_CANDIDATES; i++) {
      if ((this.rank[i] ?? 0) < (this.rank[weakest] ?? 0)) weakest = i;
    }
    return weakest;
  }

  private refine(r: Float64Array, i: number, plain: Float64Array): void {
    const { result } = this.interpolator;
    this.interpolator.refine(r, this.lags[i] ?? 0);
    const height = result[1] ?? 0;
    this.frequencyHz[i] = ANALYSIS_SAMPLE_RATE_HZ / (result[0] ?? 1);
    // A short, changing signal can exceed 1. We reflect such a value as Praat does, which keeps r / (1 − r) defined.
    this.strength[i] = height > 1 ? 1 / height : height;
    if (plain !== r) this.interpolator.refine(plain, this.lags[i] ?? 0);
    const pure = result[1] ?? 0;
    this.purity[i] = pure > 1 ? 1 / pure : pure;
  }
}
