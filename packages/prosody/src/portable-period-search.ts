import { MOST_LAGS, type PeriodPlace, type PeriodSearch } from './period-search.js';

const TINY = 1e-30;

/**
 * {@link PeriodSearch} in plain JavaScript. Every sum has two accumulators, for even and odd places, because
 * `SimdPeriodSearch` has two lanes. Two lags are summed at a time, because an addition must wait for the one before it
 * in the same sum.
 */
export class PortablePeriodSearch implements PeriodSearch {
  readonly curve = new Float64Array(MOST_LAGS);
  sourceEnergy = 0;
  highest = 0;

  private samples: Float32Array = new Float32Array(0);
  private place: Readonly<PeriodPlace> = { from: 0, length: 0, shortest: 0, longest: 0, direction: 1 };

  begin(samples: Float32Array, place: Readonly<PeriodPlace>): void {
    this.samples = samples;
    this.place = place;
    this.sourceEnergy = energyOf(samples, place.from, place.length);
  }

  correlateEvery(lags: number): void {
    const { curve, samples, sourceEnergy } = this;
    const { from, length, shortest, direction } = this.place;
    const even = length & ~1;
    let shifted = from + direction * shortest;
    let energy = energyOf(samples, shifted, length);
    let highest = -1;
    for (let j = 0; j < lags; j += 4) {
      const isPair = j + 2 < lags;
      const next = isPair ? shifted + 2 * direction : shifted;
      let product = 0;
      let odd = 0;
      let nextProduct = 0;
      let nextOdd = 0;
      for (let i = 0; i < even; i += 2) {
        const a = samples[from + i] ?? 0;
        const b = samples[from + i + 1] ?? 0;
        product += a * (samples[shifted + i] ?? 0);
        odd += b * (samples[shifted + i + 1] ?? 0);
        nextProduct += a * (samples[next + i] ?? 0);
        nextOdd += b * (samples[next + i + 1] ?? 0);
      }
      if (even < length) {
        const a = samples[from + even] ?? 0;
        product += a * (samples[shifted + even] ?? 0);
        nextProduct += a * (samples[next + even] ?? 0);
      }
      const value = (product + odd) / Math.sqrt(sourceEnergy * energy + TINY);
      curve[j] = value;
      if (value > highest) highest = value;
      energy = slideEnergy(samples, energy, shifted, length, direction);
      if (!isPair) break;
      const nextValue = (nextProduct + nextOdd) / Math.sqrt(sourceEnergy * energy + TINY);
      curve[j + 2] = nextValue;
      if (nextValue > highest) highest = nextValue;
      energy = slideEnergy(samples, energy, next, length, direction);
      shifted = next + 2 * direction;
    }
    this.highest = highest;
  }

  correlateAt(j: number): void {
    const { curve, samples, sourceEnergy } = this;
    const { from, length, shortest, direction } = this.place;
    const even = length & ~1;
    const shifted = from + direction * (shortest + j);
    let product = 0;
    let odd = 0;
    let energy = 0;
    let oddEnergy = 0;
    for (let i = 0; i < even; i += 2) {
      const a = samples[shifted + i] ?? 0;
      const b = samples[shifted + i + 1] ?? 0;
      product += (samples[from + i] ?? 0) * a;
      odd += (samples[from + i + 1] ?? 0) * b;
      energy += a * a;
      oddEnergy += b * b;
    }
    if (even < length) {
      const a = samples[shifted + even] ?? 0;
      product += (samples[from + even] ?? 0) * a;
      energy += a * a;
    }
    curve[j] = (product + odd) / Math.sqrt(sourceEnergy * (energy + oddEnergy) + TINY);
  }
}

const energyOf = (samples: Float32Array, from: number, length: number): number => {
  let energy = 0;
  let odd = 0;
  const even = length & ~1;
  for (let i = from; i < from + even; i += 2) {
    energy += square(samples[i]);
    odd += square(samples[i + 1]);
  }
  if (even < length) energy += square(samples[from + even]);
  return energy + odd;
};

/** The energy two lags later: two samples leave the sum and two enter it. */
const slideEnergy = (
  samples: Float32Array,
  energy: number,
  shifted: number,
  length: number,
  direction: 1 | -1,
): number => {
  const low = direction > 0 ? shifted : shifted - 2;
  const change = square(samples[low + length]) + square(samples[low + length + 1]);
  const other = square(samples[low]) + square(samples[low + 1]);
  return Math.max(0, energy + direction * (change - other));
};

const square = (value = 0): number => value * value;
