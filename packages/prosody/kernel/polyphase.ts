// The arithmetic of src/portable-polyphase.ts: its four sums in two vectors, two outputs side by side.
import { BANK, HISTORY, OUTPUT, SAMPLES } from '../src/simd-layout';

/** Fills the first `count` of OUTPUT from `samples` SAMPLES; the first with row `phase` of BANK, at the first sample. */
export function filter(samples: i32, count: i32, phase: i32, up: i32, down: i32, taps: i32): void {
  for (let i: i32 = 0; i < samples; i += 2)
    v128.store(HISTORY + 8 * i, f64x2.promote_low_f32x4(v128.load64_zero(SAMPLES + 4 * i)));
  const row = 8 * taps;
  const whole = 8 * (down / up);
  const part = down % up;
  let at: i32 = HISTORY;
  let n: i32 = 0;
  for (; n + 1 < count; n += 2) {
    const first = at - (BANK + row * phase);
    let tap: i32 = BANK + row * phase;
    const end = tap + row;
    at += whole;
    phase += part;
    if (phase >= up) {
      phase -= up;
      at += 8;
    }
    const other = BANK + row * phase - tap;
    const second = at - tap;
    at += whole;
    phase += part;
    if (phase >= up) {
      phase -= up;
      at += 8;
    }
    let a = f64x2.splat(0);
    let b = f64x2.splat(0);
    let c = f64x2.splat(0);
    let d = f64x2.splat(0);
    for (; tap < end; tap += 32) {
      a = f64x2.add(a, f64x2.mul(v128.load(tap), v128.load(tap + first)));
      b = f64x2.add(b, f64x2.mul(v128.load(tap + 16), v128.load(tap + first + 16)));
      c = f64x2.add(c, f64x2.mul(v128.load(tap + other), v128.load(tap + second)));
      d = f64x2.add(d, f64x2.mul(v128.load(tap + other + 16), v128.load(tap + second + 16)));
    }
    store<f32>(OUTPUT + 4 * n, <f32>sumOf(a, b));
    store<f32>(OUTPUT + 4 * n + 4, <f32>sumOf(c, d));
  }
  if (n == count) return;
  let a = f64x2.splat(0);
  let b = f64x2.splat(0);
  const tap = BANK + row * phase;
  for (let i: i32 = 0; i < row; i += 32) {
    a = f64x2.add(a, f64x2.mul(v128.load(tap + i), v128.load(at + i)));
    b = f64x2.add(b, f64x2.mul(v128.load(tap + i + 16), v128.load(at + i + 16)));
  }
  store<f32>(OUTPUT + 4 * n, <f32>sumOf(a, b));
}

function sumOf(a: v128, b: v128): f64 {
  return (
    f64x2.extract_lane(a, 0) +
    f64x2.extract_lane(a, 1) +
    (f64x2.extract_lane(b, 0) + f64x2.extract_lane(b, 1))
  );
}
