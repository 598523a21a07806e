/**
 * The newest samples in one contiguous array, addressed by their position on the stream's clock.
 * When full, the part still needed moves to the front: no ring arithmetic in the inner loops, no allocation.
 */
export class SampleBuffer {
  readonly samples: Float32Array;
  /** Clock position of `samples[0]`. */
  origin = 0;
  /** Clock position one past the newest sample. */
  end = 0;

  /**
   * @param keep samples that stay addressable behind the newest one
   * @param slack samples that fit before the array is moved
   */
  constructor(
    private readonly keep: number,
    slack: number,
  ) {
    this.samples = new Float32Array(keep + slack);
  }

  /**
   * Makes room for `length` more samples (at most the slack) and counts them as received.
   * @returns the index in `samples` where the caller writes them
   */
  reserve(length: number): number {
    let index = this.end - this.origin;
    if (index + length > this.samples.length) {
      this.samples.copyWithin(0, index - this.keep, index);
      this.origin = this.end - this.keep;
      index = this.keep;
    }
    this.end += length;
    return index;
  }

  reset(): void {
    this.origin = 0;
    this.end = 0;
  }
}
