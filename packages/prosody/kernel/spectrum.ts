// The arithmetic of src/portable-spectrum.ts, two numbers at a time and in the same order.
import {
  BACKWARD_IM,
  BACKWARD_PLACES,
  BACKWARD_RE,
  COSINE,
  FORWARD_IM,
  FORWARD_PLACES,
  FORWARD_RE,
  HIGH_BAND_SHARE,
  INVERSE_WINDOW_CORRELATION,
  POWER,
  SAMPLES,
  SINE,
  WINDOW,
} from '../src/simd-layout';
import { transform256, transform512 } from './fourier';

/** Bytes of the 640 values that the window leaves of a transform's 1,024, half of them real and half imaginary. */
const FILLED: i32 = 2560;
const EMPTY: i32 = 1536;
/** Bytes from bin 0 to bin 512, and to bin 256. */
const LAST_BIN: i32 = 4096;
const MIDDLE_BIN: i32 = 2048;
/** Bytes of 240 lags. */
const CORRELATION: i32 = 1920;

/** Power of the frame in SAMPLES, its mean taken out; and the share of it in bins `from` to `to`, an even number of them. */
export function transform(mean: f64, from: i32, to: i32): void {
  loadWindowed(f64x2.splat(mean));
  memory.fill(FORWARD_RE + FILLED, 0, EMPTY);
  memory.fill(FORWARD_IM + FILLED, 0, EMPTY);
  transform512(FORWARD_RE, FORWARD_IM);
  unpack();
  measureHighBand(from, to);
}

function loadWindowed(mean: v128): void {
  let window: i32 = WINDOW;
  for (let i: i32 = 0; i < FILLED; i += 16) {
    const four = v128.load(SAMPLES + i);
    const first = f64x2.promote_low_f32x4(four);
    const second = f64x2.promote_low_f32x4(v128.shuffle<f64>(four, four, 1, 1));
    const a = f64x2.mul(f64x2.sub(first, mean), v128.load(window));
    const b = f64x2.mul(f64x2.sub(second, mean), v128.load(window, 16));
    v128.store(FORWARD_RE + i, v128.shuffle<f64>(a, b, 0, 2));
    v128.store(FORWARD_IM + i, v128.shuffle<f64>(a, b, 1, 3));
    window += 32;
  }
}

/** Two numbers from two places. */
function gather(a: i32, b: i32): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

function swap(pair: v128): v128 {
  return v128.shuffle<f64>(pair, pair, 1, 0);
}

function unpack(): void {
  const zeroRe = load<f64>(FORWARD_RE);
  const zeroIm = load<f64>(FORWARD_IM);
  store<f64>(POWER, (zeroRe + zeroIm) * (zeroRe + zeroIm));
  store<f64>(POWER + LAST_BIN, (zeroRe - zeroIm) * (zeroRe - zeroIm));
  const half = f64x2.splat(0.5);
  const two = f64x2.splat(2);
  // The pair of bin 255 is 255 and 256: 256 is its own mirror, is written last and once more below.
  for (let k: i32 = 1; k < 256; k += 2) {
    const places = FORWARD_PLACES + 4 * k;
    const a0 = load<u16>(places);
    const b0 = load<u16>(places, 2);
    const a1 = load<u16>(places, 4);
    const b1 = load<u16>(places, 6);
    const aRe = gather(FORWARD_RE + a0, FORWARD_RE + a1);
    const aIm = gather(FORWARD_IM + a0, FORWARD_IM + a1);
    const bRe = gather(FORWARD_RE + b0, FORWARD_RE + b1);
    const bIm = gather(FORWARD_IM + b0, FORWARD_IM + b1);
    const c = v128.load(COSINE + 8 * k);
    const s = v128.load(SINE + 8 * k);
    const squares = f64x2.add(
      f64x2.add(f64x2.add(f64x2.mul(aRe, aRe), f64x2.mul(aIm, aIm)), f64x2.mul(bRe, bRe)),
      f64x2.mul(bIm, bIm),
    );
    const sum = f64x2.mul(half, squares);
    const evenRe = f64x2.mul(half, f64x2.add(aRe, bRe));
    const evenIm = f64x2.mul(half, f64x2.sub(aIm, bIm));
    const oddRe = f64x2.mul(half, f64x2.add(aIm, bIm));
    const oddIm = f64x2.mul(half, f64x2.sub(bRe, aRe));
    const alongRe = f64x2.mul(evenRe, f64x2.add(f64x2.mul(oddRe, c), f64x2.mul(oddIm, s)));
    const alongIm = f64x2.mul(evenIm, f64x2.sub(f64x2.mul(oddIm, c), f64x2.mul(oddRe, s)));
    const difference = f64x2.mul(two, f64x2.add(alongRe, alongIm));
    v128.store(POWER + LAST_BIN - 8 * k - 8, swap(f64x2.sub(sum, difference)));
    v128.store(POWER + 8 * k, f64x2.add(sum, difference));
  }
  const middle = load<u16>(FORWARD_PLACES + 4 * 256);
  const middleRe = load<f64>(FORWARD_RE + middle);
  const middleIm = load<f64>(FORWARD_IM + middle);
  store<f64>(POWER + MIDDLE_BIN, middleRe * middleRe + middleIm * middleIm);
}

/** Of each of the two lanes, added in the end. */
function sumPower(from: i32, to: i32): f64 {
  let sum = f64x2.splat(0);
  for (let k = from; k < to; k += 2) sum = f64x2.add(sum, v128.load(POWER + 8 * k));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1);
}

function measureHighBand(from: i32, to: i32): void {
  const total = sumPower(0, 512) + load<f64>(POWER + LAST_BIN);
  store<f64>(HIGH_BAND_SHARE, total > 0 ? sumPower(from, to) / total : 0);
}

/** The autocorrelation of the power, at `target`. 0 when there is no power. */
export function correlate(target: i32): i32 {
  const firstOdd = fold();
  transform256(BACKWARD_RE, BACKWARD_IM);
  const zero = load<f64>(BACKWARD_RE) + load<f64>(BACKWARD_IM);
  if (!(zero > 1e-18)) {
    memory.fill(target, 0, CORRELATION);
    return 0;
  }
  normalize(target, 1 / zero, firstOdd);
  return 1;
}

/** @returns the cosine sum for lag 1 */
function fold(): f64 {
  const first = load<f64>(POWER);
  const last = load<f64>(POWER + LAST_BIN);
  store<f64>(BACKWARD_RE, 0.5 * (first + last));
  const half = f64x2.splat(0.5);
  let sums = f64x2.replace_lane(f64x2.splat(0), 0, 0.5 * (first - last));
  // Bins k (odd, to the imaginary part) and k + 1 (even, to the real one) side by side; k + 1 = 256 is its own mirror.
  for (let k: i32 = 1; k < 255; k += 2) {
    const p = v128.load(POWER + 8 * k);
    const q = swap(v128.load(POWER + LAST_BIN - 8 * k - 8));
    const mean = f64x2.mul(half, f64x2.add(p, q));
    const difference = f64x2.sub(p, q);
    sums = f64x2.add(sums, f64x2.mul(difference, v128.load(COSINE + 8 * k)));
    const skew = f64x2.mul(v128.load(SINE + 8 * k), difference);
    const low = f64x2.sub(mean, skew);
    const high = f64x2.add(mean, skew);
    const at = 8 * (k >> 1);
    v128.store64_lane(BACKWARD_IM + at, low, 0);
    v128.store64_lane(BACKWARD_RE + at, low, 1, 8);
    v128.store64_lane(BACKWARD_IM + 2040 - at, high, 0);
    v128.store64_lane(BACKWARD_RE + 2040 - at, high, 1);
  }
  const p = load<f64>(POWER + 8 * 255);
  const q = load<f64>(POWER + 8 * 257);
  const mean = 0.5 * (p + q);
  const difference = p - q;
  const skew = load<f64>(SINE + 8 * 255) * difference;
  store<f64>(BACKWARD_IM + 8 * 127, mean - skew);
  store<f64>(BACKWARD_IM + 8 * 128, mean + skew);
  store<f64>(BACKWARD_RE + 8 * 128, load<f64>(POWER + MIDDLE_BIN));
  return f64x2.extract_lane(sums, 0) + difference * load<f64>(COSINE + 8 * 255) + f64x2.extract_lane(sums, 1);
}

function normalize(target: i32, scale: f64, firstOdd: f64): void {
  const scales = f64x2.splat(scale);
  let odd = firstOdd;
  store<f64>(target, 1);
  store<f64>(target + 8, odd * scale * load<f64>(INVERSE_WINDOW_CORRELATION + 8));
  const half = f64x2.splat(0.5);
  // Lags 2k and 2k + 1, then 2k + 2 and 2k + 3; the last k, 119, comes with a 120 that nobody reads.
  for (let k: i32 = 1; k < 120; k += 2) {
    const places = BACKWARD_PLACES + 4 * k;
    const a0 = load<u16>(places);
    const b0 = load<u16>(places, 2);
    const a1 = load<u16>(places, 4);
    const b1 = load<u16>(places, 6);
    const aRe = gather(BACKWARD_RE + a0, BACKWARD_RE + a1);
    const aIm = gather(BACKWARD_IM + a0, BACKWARD_IM + a1);
    const bRe = gather(BACKWARD_RE + b0, BACKWARD_RE + b1);
    const bIm = gather(BACKWARD_IM + b0, BACKWARD_IM + b1);
    const evenRe = f64x2.mul(half, f64x2.add(aRe, bRe));
    const evenIm = f64x2.mul(half, f64x2.sub(aIm, bIm));
    const oddRe = f64x2.mul(half, f64x2.add(aIm, bIm));
    const oddIm = f64x2.mul(half, f64x2.sub(bRe, aRe));
    const at = 16 * k;
    const c = gather(COSINE + at, COSINE + at + 16);
    const s = gather(SINE + at, SINE + at + 16);
    const even = f64x2.add(f64x2.add(evenRe, f64x2.mul(oddRe, c)), f64x2.mul(oddIm, s));
    const steps = f64x2.sub(f64x2.add(evenIm, f64x2.mul(oddIm, c)), f64x2.mul(oddRe, s));
    const odd0 = odd - f64x2.extract_lane(steps, 0);
    odd = odd0 - f64x2.extract_lane(steps, 1);
    storeLags(target + at, f64x2.replace_lane(even, 1, odd0), scales, INVERSE_WINDOW_CORRELATION + at);
    if (k === 119) break;
    const next = f64x2.replace_lane(swap(even), 1, odd);
    storeLags(target + at + 16, next, scales, INVERSE_WINDOW_CORRELATION + at + 16);
  }
}

function storeLags(target: i32, values: v128, scales: v128, inverse: i32): void {
  v128.store(target, f64x2.mul(f64x2.mul(values, scales), v128.load(inverse)));
}
