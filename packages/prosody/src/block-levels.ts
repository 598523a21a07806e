/** 5 ms: the grain of every level measure. */
export const BLOCK_SAMPLES = 80;
const RING = 64;
/** A sample this close to full scale is clipped. */
const CLIP_LEVEL = 0.99;
/** Equal neighbours this loud are a clipped waveform whose gain was lowered afterwards. */
const FLAT_LEVEL = 0.1;
const FLAT_RUN = 3;

/** Sum, power, peak and clipped samples of every 5 ms of audio, for the newest 320 ms. */
export class BlockLevels {
  /** Complete blocks since the start. */
  count = 0;
  /** Largest absolute sample of the newest two complete blocks. */
  newestPeak = 0;
  /** Result of {@link measure}: mean square. */
  power = 0;
  /** Blocks since one that holds nothing but zeros: no microphone gives that, a gap or a muted track does. */
  blocksSinceZeros = 1_000_000;
  private readonly sums = new Float64Array(RING);
  private readonly squares = new Float64Array(RING);
  private readonly peaks = new Float64Array(RING);
  private readonly clips = new Int32Array(RING);
  private blockPeak = 0;
  private filled = 0;
  private previous = 0;
  private run = 0;

  /** Room left in the block in progress, in samples. */
  get room(): number {
    return BLOCK_SAMPLES - this.filled;
  }

  /** Measures `length` samples, at most {@link room}. True when that completed a block. */
  add(samples: Float32Array, from: number, length: number): boolean {
    const slot = this.count % RING;
    if (this.filled === 0) this.clear(slot);
    // Continued, not added up from parts: the rounding, too, is then the same for every chunking.
    let sum = this.sums[slot] ?? 0;
    let square = this.squares[slot] ?? 0;
    let peak = this.peaks[slot] ?? 0;
    let clipped = this.clips[slot] ?? 0;
    let { previous, run } = this;
    for (let i = from; i < from + length; i++) {
      const value = samples[i] ?? 0;
      const size = Math.abs(value);
      sum += value;
      square += value * value;
      if (size > peak) peak = size;
      run = value === previous && size > FLAT_LEVEL ? run + 1 : 1;
      previous = value;
      if (size >= CLIP_LEVEL) clipped++;
      else if (run === FLAT_RUN) clipped += FLAT_RUN;
      else if (run > FLAT_RUN) clipped++;
    }
    this.previous = previous;
    this.run = run;
    this.sums[slot] = sum;
    this.squares[slot] = square;
    this.peaks[slot] = peak;
    this.clips[slot] = clipped;
    this.filled += length;
    if (this.filled < BLOCK_SAMPLES) return false;
    this.filled = 0;
    this.count++;
    this.newestPeak = Math.max(peak, this.blockPeak);
    this.blockPeak = peak;
    this.blocksSinceZeros = peak === 0 ? 0 : this.blocksSinceZeros + 1;
    // A line stuck at a constant is no clipped waveform.
    if (this.run >= BLOCK_SAMPLES && peak < CLIP_LEVEL) this.clips[slot] = 0;
    return true;
  }

  /**
   * Sets {@link power} to the weighted power of the blocks around block boundary `center`, without its mean (DC carries no
   * energy). A result in a field: a fractional number crossing a call may cost an allocation.
   * @param weights for the blocks on one side, nearest first; blocks before the start are left out
   */
  measure(center: number, weights: Float64Array): void {
    let weight = 0;
    let sum = 0;
    let square = 0;
    for (let i = 0; i < weights.length; i++) {
      const w = weights[i] ?? 0;
      for (let side = 0; side < 2; side++) {
        const block = side === 0 ? center - 1 - i : center + i;
        if (block < 0 || block >= this.count) continue;
        weight += w;
        sum += w * (this.sums[block % RING] ?? 0);
        square += w * (this.squares[block % RING] ?? 0);
      }
    }
    const mean = weight > 0 ? sum / (weight * BLOCK_SAMPLES) : 0;
    this.power = weight > 0 ? Math.max(0, square / (weight * BLOCK_SAMPLES) - mean * mean) : 0;
  }

  /** Clipped samples of the newest two complete blocks. */
  newestClipped(): number {
    const last = (this.count + RING - 1) % RING;
    return (this.clips[last] ?? 0) + (this.clips[(last + RING - 1) % RING] ?? 0);
  }

  reset(): void {
    this.count = 0;
    this.newestPeak = 0;
    this.blockPeak = 0;
    this.filled = 0;
    this.previous = 0;
    this.run = 0;
    this.blocksSinceZeros = 1_000_000;
  }

  private clear(slot: number): void {
    this.sums[slot] = 0;
    this.squares[slot] = 0;
    this.peaks[slot] = 0;
    this.clips[slot] = 0;
  }
}
