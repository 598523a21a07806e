/** Results between two `stats` messages at 4 a second and two channels, rounded up. */
const SIZE = 128;

/** The latencies of the last results, for their quantiles. */
export class QuantileWindow {
  private readonly values = new Float32Array(SIZE);
  private count = 0;

  add(ms: number): void {
    this.values[this.count % SIZE] = ms;
    this.count += 1;
  }

  /** @param share 0 to 1 @returns undefined before the first result */
  quantile(share: number): number | undefined {
    const size = Math.min(this.count, SIZE);
    if (size === 0) return undefined;
    const sorted = this.values.slice(0, size).sort();
    return sorted[Math.min(size - 1, Math.floor(share * size))];
  }
}
