import { MOST_LAGS, type PeriodPlace, type PeriodSearch } from './period-search.js';
import type { SimdKernel } from './simd-kernel.js';
import * as layout from './simd-layout.js';

/** Moving an energy on by two lags reads this many samples past the last one. */
const MARGIN = 2;

/** {@link PeriodSearch} in WebAssembly. */
export class SimdPeriodSearch implements PeriodSearch {
  readonly curve: Float64Array;
  sourceEnergy = 0;
  highest = 0;

  private readonly energy: Float64Array;
  private place: Readonly<PeriodPlace> = { from: 0, length: 0, shortest: 0, longest: 0, direction: 1 };
  /** Where the period begins among the samples taken. */
  private from = 0;

  constructor(private readonly kernel: SimdKernel) {
    this.curve = kernel.numbers(layout.CURVE, MOST_LAGS);
    this.energy = kernel.numbers(layout.SOURCE_ENERGY, 1);
  }

  begin(samples: Float32Array, place: Readonly<PeriodPlace>): void {
    const { kernel } = this;
    const { from, length, longest, direction } = place;
    const reach = longest + MARGIN;
    const start = direction > 0 ? from : Math.max(0, from - reach);
    const end = Math.min(samples.length, direction > 0 ? from + length + reach : from + length);
    this.place = place;
    this.from = from - start;
    kernel.take(samples, start, end);
    kernel.exports.widen(end - start);
    kernel.exports.setSource(this.from, length);
    this.sourceEnergy = this.energy[0] ?? 0;
  }

  correlateEvery(lags: number): void {
    const { length, shortest, direction } = this.place;
    this.highest = this.kernel.exports.correlateEvery(this.from, length, shortest, lags, direction);
  }

  correlateAt(j: number): void {
    const { length, shortest, direction } = this.place;
    this.kernel.exports.correlateAt(j, this.from, length, shortest, direction);
  }
}
