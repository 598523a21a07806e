/** Sub-windows of .25 s whose minima are kept: 3 s, longer than a vowel or a word without a gap. */
const SUB_WINDOWS = 12;
const HOPS_PER_SUB_WINDOW = 25;
/** The minimum of a fluctuating level lies below its mean; measured on white noise in 40 ms windows every 10 ms. */
const BIAS = 1.15;

/**
 * Level of the background by minimum statistics (Martin 2001, "Noise power spectral density estimation based on optimal
 * smoothing and minimum statistics"), on the broadband power: the lowest smoothed power of the last 3 s. Speech has
 * gaps between its sounds, so its minimum is the noise. One addition and comparison per hop.
 */
export class NoiseFloor {
  private readonly minima = new Float64Array(SUB_WINDOWS);
  private filled = 0;
  private next = 0;
  private hops = 0;
  private current = Infinity;

  /** Estimated noise power (mean square); 0 before the first hop. */
  get power(): number {
    let lowest = this.current;
    for (let i = 0; i < this.filled; i++) lowest = Math.min(lowest, this.minima[i] ?? Infinity);
    return lowest === Infinity ? 0 : lowest * BIAS;
  }

  /** Hops seen, at most what the tracker looks back on. */
  get evidenceHops(): number {
    return this.filled * HOPS_PER_SUB_WINDOW + this.hops;
  }

  /** @param power mean square over a 40 ms window, once every 10 ms */
  update(power: number): void {
    if (power < this.current) this.current = power;
    this.hops++;
    if (this.hops < HOPS_PER_SUB_WINDOW) return;
    this.minima[this.next] = this.current;
    this.next = (this.next + 1) % SUB_WINDOWS;
    this.filled = Math.min(SUB_WINDOWS, this.filled + 1);
    this.hops = 0;
    this.current = Infinity;
  }

  reset(): void {
    this.filled = 0;
    this.next = 0;
    this.hops = 0;
    this.current = Infinity;
  }
}
