import { SILENCE_DB } from './decibel.js';

/** Sub-windows of .25 s whose minima are kept: 3 s, longer than a vowel or a word without a gap. */
const SUB_WINDOWS = 12;
const HOPS_PER_SUB_WINDOW = 25;
/** Higher than any level in dB. It is a whole number, because the engine updates fields that start as one in place. */
const NOTHING = 1_000;
/**
 * The minimum of a fluctuating level lies below its mean. This difference was measured on white noise in 40 ms windows
 * every 10 ms.
 */
const BIAS_DB = 0.6;

/**
 * Level of the background by minimum statistics (Martin 2001, "Noise power spectral density estimation based on optimal
 * smoothing and minimum statistics"), on the broadband level: the lowest smoothed level of the last 3 s. Speech has
 * gaps between its sounds, so its minimum is the noise. One comparison per hop.
 */
export class NoiseFloor {
  /** Estimated background, dB relative to full scale; −100 before the first hop. */
  db = SILENCE_DB;

  private readonly minima = new Float64Array(SUB_WINDOWS);
  private filled = 0;
  private next = 0;
  private hops = 0;
  private current = NOTHING;
  private lowest = NOTHING;

  /** @param knownDb a level that was known before the first hop, dB. It counts like the minimum of a sub-window: for 3 s */
  constructor(knownDb?: number) {
    if (knownDb === undefined) return;
    this.restart(knownDb - BIAS_DB);
  }

  /** @param level with the level of a 40 ms window, once every 10 ms */
  update(level: { readonly energyDb: number }): void {
    if (level.energyDb < this.current) this.current = level.energyDb;
    this.db = Math.max(SILENCE_DB, (this.current < this.lowest ? this.current : this.lowest) + BIAS_DB);
    this.hops++;
    if (this.hops === HOPS_PER_SUB_WINDOW) this.closeSubWindow();
  }

  /** What sounds now is the background, at this level: what it was before no longer counts. */
  restart(lowestDb: number): void {
    this.lowest = lowestDb;
    this.minima[0] = lowestDb;
    this.filled = 1;
    this.next = 1;
    this.hops = 0;
    this.current = NOTHING;
    this.db = Math.max(SILENCE_DB, lowestDb + BIAS_DB);
  }

  reset(): void {
    this.db = SILENCE_DB;
    this.filled = 0;
    this.next = 0;
    this.hops = 0;
    this.current = NOTHING;
    this.lowest = NOTHING;
  }

  private closeSubWindow(): void {
    this.minima[this.next] = this.current;
    this.next = (this.next + 1) % SUB_WINDOWS;
    this.filled = Math.min(SUB_WINDOWS, this.filled + 1);
    this.hops = 0;
    this.current = NOTHING;
    this.lowest = NOTHING;
    for (let i = 0; i < this.filled; i++) this.lowest = Math.min(this.lowest, this.minima[i] ?? NOTHING);
  }
}
