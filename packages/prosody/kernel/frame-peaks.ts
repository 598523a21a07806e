// The arithmetic of src/portable-frame-peaks.ts: sums in four lanes, peaks in two.
import { JUDGED_PEAK, MEAN, PEAK, SAMPLES, WEIGHTS_AFTER, WEIGHTS_BEFORE } from '../src/simd-layout';

/** Mean over `2 * meanReach` samples around sample `center` of SAMPLES, and the peaks over `2 * peakReach`. */
export function measurePeaks(center: i32, meanReach: i32, peakReach: i32): void {
  const middle = SAMPLES + 4 * center;
  const mean = sumOf(middle - 4 * meanReach, 2 * meanReach) / <f64>(2 * meanReach);
  const means = f64x2.splat(mean);
  let peaks = f64x2.splat(0);
  let judged = f64x2.splat(0);
  // Where the number is odd, the last two overlap the two before them: a maximum may be taken twice.
  for (let i: i32 = 0; i < peakReach; i += 2) {
    const at = min(i, peakReach - 2);
    const before = distances(middle - 4 * peakReach + 4 * at, means);
    const after = distances(middle + 4 * at, means);
    peaks = f64x2.pmax(peaks, f64x2.pmax(before, after));
    judged = f64x2.pmax(judged, f64x2.mul(before, v128.load(WEIGHTS_BEFORE + 8 * at)));
    judged = f64x2.pmax(judged, f64x2.mul(after, v128.load(WEIGHTS_AFTER + 8 * at)));
  }
  store<f64>(MEAN, mean);
  store<f64>(PEAK, highest(peaks));
  store<f64>(JUDGED_PEAK, highest(judged));
}

function sumOf(from: i32, count: i32): f64 {
  let first = f64x2.splat(0);
  let second = f64x2.splat(0);
  const end = from + 4 * (count & ~3);
  let at = from;
  for (; at < end; at += 16) {
    const four = v128.load(at);
    first = f64x2.add(first, f64x2.promote_low_f32x4(four));
    second = f64x2.add(second, f64x2.promote_low_f32x4(v128.shuffle<f64>(four, four, 1, 1)));
  }
  if ((count & 2) != 0) first = f64x2.add(first, f64x2.promote_low_f32x4(v128.load64_zero(at)));
  const both = f64x2.add(first, second);
  return f64x2.extract_lane(both, 0) + f64x2.extract_lane(both, 1);
}

function distances(at: i32, means: v128): v128 {
  return f64x2.abs(f64x2.sub(f64x2.promote_low_f32x4(v128.load64_zero(at)), means));
}

function highest(pair: v128): f64 {
  return max(f64x2.extract_lane(pair, 0), f64x2.extract_lane(pair, 1));
}
