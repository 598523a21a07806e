/** The newest values of a figure, for its quantiles. */
export class QuantileWindow {
  private readonly values: Float64Array;
  private count = 0;

  /** @param size how many values are kept; a new value replaces the oldest one */
  constructor(size: number) {
    this.values = new Float64Array(size);
  }

  add(value: number): void {
    this.values[this.count % this.values.length] = value;
    this.count += 1;
  }

  /** @param share 0 to 1 @returns undefined before the first value */
  quantile(share: number): number | undefined {
    const size = Math.min(this.count, this.values.length);
    if (size === 0) return undefined;
    const sorted = this.values.slice(0, size).sort();
    return sorted[Math.min(size - 1, Math.floor(share * size))];
  }
}
