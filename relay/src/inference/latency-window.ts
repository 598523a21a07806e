/** The newest latencies, for percentiles. */
export class LatencyWindow {
  private readonly values: Float64Array;
  private count = 0;

  constructor(size: number) {
    this.values = new Float64Array(size);
  }

  add(value: number): void {
    this.values[this.count % this.values.length] = value;
    this.count++;
  }

  /** 0 while there is nothing. @param share 0 to 1 */
  percentile(share: number): number {
    const sorted = this.values.slice(0, Math.min(this.count, this.values.length)).sort();
    return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  }
}
