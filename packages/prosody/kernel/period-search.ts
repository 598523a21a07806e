// The arithmetic of src/portable-period-search.ts: the two sums of a lag in two lanes, four lags side by side.
import { CURVE, SAMPLES, SOURCE_ENERGY, STRETCH } from '../src/simd-layout';

const TINY: f64 = 1e-30;

/** Makes 64-bit numbers of `count` SAMPLES. */
export function widen(count: i32): void {
  for (let i: i32 = 0; i < count; i += 2)
    v128.store(STRETCH + 8 * i, f64x2.promote_low_f32x4(v128.load64_zero(SAMPLES + 4 * i)));
}

/** Keeps the energy of the period at sample `from` of STRETCH. */
export function setSource(from: i32, length: i32): void {
  store<f64>(SOURCE_ENERGY, energyOf(STRETCH + 8 * from, length));
}

/** Fills every second of `lags` places of CURVE, the first for lag `shortest`; the highest value. */
export function correlateEvery(from: i32, length: i32, shortest: i32, lags: i32, direction: i32): f64 {
  const source = STRETCH + 8 * from;
  const step = 16 * direction;
  let shifted = source + 8 * direction * shortest;
  let energy = energyOf(shifted, length);
  let highest: f64 = -1;
  let j: i32 = 0;
  for (; j + 6 < lags; j += 8) {
    const ends = shifted + 8 * (length & ~1);
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let c = f64x2.splat(0);
    let d = f64x2.splat(0);
    let s = source;
    for (let at = shifted; at < ends; at += 16) {
      const x = v128.load(s);
      a = f64x2.add(a, f64x2.mul(x, v128.load(at)));
      b = f64x2.add(b, f64x2.mul(x, v128.load(at + step)));
      c = f64x2.add(c, f64x2.mul(x, v128.load(at + 2 * step)));
      d = f64x2.add(d, f64x2.mul(x, v128.load(at + 3 * step)));
      s += 16;
    }
    let k: i32 = j;
    for (let lane: i32 = 0; lane < 4; lane++) {
      const sums = lane == 0 ? a : lane == 1 ? b : lane == 2 ? c : d;
      const value = likeness(withLast(sums, source, shifted, length), energy);
      store<f64>(CURVE + 8 * k, value);
      if (value > highest) highest = value;
      energy = slide(energy, shifted, length, direction);
      shifted += step;
      k += 2;
    }
  }
  for (; j < lags; j += 2) {
    const value = likeness(productOf(source, shifted, length), energy);
    store<f64>(CURVE + 8 * j, value);
    if (value > highest) highest = value;
    energy = slide(energy, shifted, length, direction);
    shifted += step;
  }
  return highest;
}

/** Fills place `j` of CURVE. */
export function correlateAt(j: i32, from: i32, length: i32, shortest: i32, direction: i32): void {
  const source = STRETCH + 8 * from;
  const shifted = source + 8 * direction * (shortest + j);
  store<f64>(CURVE + 8 * j, likeness(productOf(source, shifted, length), energyOf(shifted, length)));
}

function likeness(product: f64, energy: f64): f64 {
  return product / sqrt(load<f64>(SOURCE_ENERGY) * energy + TINY);
}

function productOf(source: i32, shifted: i32, length: i32): f64 {
  let sums = f64x2.splat(0);
  const end = 8 * (length & ~1);
  for (let i: i32 = 0; i < end; i += 16)
    sums = f64x2.add(sums, f64x2.mul(v128.load(source + i), v128.load(shifted + i)));
  return withLast(sums, source, shifted, length);
}

/** The sum of both lanes; the product of the last sample, where their number is odd, belongs to the first. */
function withLast(sums: v128, source: i32, shifted: i32, length: i32): f64 {
  let first = f64x2.extract_lane(sums, 0);
  if ((length & 1) != 0) {
    const last = 8 * (length - 1);
    first += load<f64>(source + last) * load<f64>(shifted + last);
  }
  return first + f64x2.extract_lane(sums, 1);
}

function energyOf(from: i32, length: i32): f64 {
  return productOf(from, from, length);
}

/** The energy two lags on: two samples leave, two enter. */
function slide(energy: f64, shifted: i32, length: i32, direction: i32): f64 {
  const low = direction > 0 ? shifted : shifted - 16;
  const far = low + 8 * length;
  const change = square(load<f64>(far)) + square(load<f64>(far, 8));
  const other = square(load<f64>(low)) + square(load<f64>(low, 8));
  return max(0, energy + <f64>direction * (change - other));
}

function square(value: f64): f64 {
  return value * value;
}
