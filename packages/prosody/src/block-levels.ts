/** 5 ms: the smallest step of every level measure. */
export const BLOCK_SAMPLES = 80;
const RING = 64;
/** A sample this close to full scale is clipped. */
const CLIP_LEVEL = 0.99;
/** Equal neighboring samples this loud mean that the waveform was clipped and its gain was lowered afterwards. */
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
  /** Blocks since the last block of only zeros. A microphone never gives such a block; a gap or a muted track does. */
  blocksSinceZeros = 1_000_000;
  private readonly sums = new Float64Array(RING);
  private readonly squares = new Float64Array(RING);
  private readonly clips = new Int32Array(RING);
  private blockPeak = 0;
  private filled = 0;
  private previous = 0;
  private run = 0;

  /** Room left in the block in progress, in samples. */
  get room(): number {
    return BLOCK_SAMPLES - this.filled;
  }

  /**
   * Takes the `length` samples before `end`, at most {@link room}. The samples of the block in progress must lie before
   * them in `samples`. Returns true when this completed a block. A block is measured as a whole, so that even the
   * rounding is the same for every chunking.
   */
  add(samples: Float32Array, end: number, length: number): boolean {
    this.filled += length;
    if (this.filled < BLOCK_SAMPLES) return false;
    this.filled = 0;
    this.measureBlock(samples, end - BLOCK_SAMPLES);
    return true;
  }

  private measureBlock(samples: Float32Array, from: number): void {
    const slot = this.count % RING;
    // Two accumulators each, because an addition must wait for the one before it in the same sum.
    let sum = 0;
    let otherSum = 0;
    let square = 0;
    let otherSquare = 0;
    let peak = 0;
    let otherPeak = 0;
    for (let i = from; i < from + BLOCK_SAMPLES; i += 2) {
      const value = samples[i] ?? 0;
      const other = samples[i + 1] ?? 0;
      sum += value;
      otherSum += other;
      square += value * value;
      otherSquare += other * other;
      const size = Math.abs(value);
      const otherSize = Math.abs(other);
      if (size > peak) peak = size;
      if (otherSize > otherPeak) otherPeak = otherSize;
    }
    peak = Math.max(peak, otherPeak);
    this.sums[slot] = sum + otherSum;
    this.squares[slot] = square + otherSquare;
    this.clips[slot] = peak > FLAT_LEVEL ? this.countClipped(samples, from, peak) : 0;
    this.previous = samples[from + BLOCK_SAMPLES - 1] ?? 0;
    this.count++;
    this.newestPeak = Math.max(peak, this.blockPeak);
    this.blockPeak = peak;
    this.blocksSinceZeros = peak === 0 ? 0 : this.blocksSinceZeros + 1;
  }

  /** Samples at full scale or in a flat run. Blocks softer than that have none. */
  private countClipped(samples: Float32Array, from: number, peak: number): number {
    let { previous, run } = this;
    let clipped = 0;
    for (let i = from; i < from + BLOCK_SAMPLES; i++) {
      const value = samples[i] ?? 0;
      const size = Math.abs(value);
      run = value === previous && size > FLAT_LEVEL ? run + 1 : 1;
      previous = value;
      if (size >= CLIP_LEVEL) clipped++;
      else if (run === FLAT_RUN) clipped += FLAT_RUN;
      else if (run > FLAT_RUN) clipped++;
    }
    this.run = run;
    // A signal that stays at one constant value is not a clipped waveform.
    return run >= BLOCK_SAMPLES && peak < CLIP_LEVEL ? 0 : clipped;
  }

  /**
   * Sets {@link power} to the weighted power of the blocks around block boundary `center`, without its mean (DC carries
   * no energy). The result is in a field, because a call that returns a fractional number may cost an allocation.
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
}
