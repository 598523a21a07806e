// The transform of src/fourier.ts with two butterflies side by side, on arrays and tables in this memory.
// AssemblyScript (kernel/README.md); sizes and strides are bytes.
import { TURNS, TWIDDLES } from '../src/simd-layout';

/** From the passes' twiddle factors of 256 points to those of 64 and of 16: 6 numbers of 8 bytes for each of a quarter. */
const TWIDDLES_OF_64: i32 = TWIDDLES + 64 * 48;
const TWIDDLES_OF_16: i32 = TWIDDLES_OF_64 + 16 * 48;

/** 512 points. */
export function transform512(re: i32, im: i32): void {
  radix2(re, im);
  radix4(re, im, 4096, 2048, TWIDDLES);
  radix4(re, im, 4096, 512, TWIDDLES_OF_64);
  radix4(re, im, 4096, 128, TWIDDLES_OF_16);
  lastRadix4(re, im, 4096);
}

/** 256 points. */
export function transform256(re: i32, im: i32): void {
  radix4(re, im, 2048, 2048, TWIDDLES);
  radix4(re, im, 2048, 512, TWIDDLES_OF_64);
  radix4(re, im, 2048, 128, TWIDDLES_OF_16);
  lastRadix4(re, im, 2048);
}

function radix2(re: i32, im: i32): void {
  for (let j: i32 = 0; j < 2048; j += 16) {
    const aRe = v128.load(re + j);
    const aIm = v128.load(im + j);
    const bRe = v128.load(re + j, 2048);
    const bIm = v128.load(im + j, 2048);
    const dRe = f64x2.sub(aRe, bRe);
    const dIm = f64x2.sub(aIm, bIm);
    const c = v128.load(TURNS + j);
    const s = v128.load(TURNS + j, 2048);
    v128.store(re + j, f64x2.add(aRe, bRe));
    v128.store(im + j, f64x2.add(aIm, bIm));
    v128.store(re + j, f64x2.sub(f64x2.mul(dRe, c), f64x2.mul(dIm, s)), 2048);
    v128.store(im + j, f64x2.add(f64x2.mul(dRe, s), f64x2.mul(dIm, c)), 2048);
  }
}

function radix4(re: i32, im: i32, size: i32, length: i32, twiddles: i32): void {
  const quarter = length >> 2;
  for (let block: i32 = 0; block < size; block += length) {
    let w = twiddles;
    for (let j = block; j < block + quarter; j += 16) {
      const r = re + j;
      const m = im + j;
      const r0 = v128.load(r);
      const m0 = v128.load(m);
      const r1 = v128.load(r + quarter);
      const m1 = v128.load(m + quarter);
      const r2 = v128.load(r + 2 * quarter);
      const m2 = v128.load(m + 2 * quarter);
      const r3 = v128.load(r + 3 * quarter);
      const m3 = v128.load(m + 3 * quarter);
      const t0r = f64x2.add(r0, r2);
      const t0m = f64x2.add(m0, m2);
      const t1r = f64x2.sub(r0, r2);
      const t1m = f64x2.sub(m0, m2);
      const t2r = f64x2.add(r1, r3);
      const t2m = f64x2.add(m1, m3);
      const t3r = f64x2.sub(m1, m3);
      const t3m = f64x2.sub(r3, r1);
      v128.store(r, f64x2.add(t0r, t2r));
      v128.store(m, f64x2.add(t0m, t2m));
      turn(r + quarter, m + quarter, f64x2.add(t1r, t3r), f64x2.add(t1m, t3m), w);
      turn(r + 2 * quarter, m + 2 * quarter, f64x2.sub(t0r, t2r), f64x2.sub(t0m, t2m), w + 32);
      turn(r + 3 * quarter, m + 3 * quarter, f64x2.sub(t1r, t3r), f64x2.sub(t1m, t3m), w + 64);
      w += 96;
    }
  }
}

/** Stores a complex product: the value times cosine and sine at `w`. */
function turn(r: i32, m: i32, ur: v128, um: v128, w: i32): void {
  const c = v128.load(w);
  const s = v128.load(w, 16);
  v128.store(r, f64x2.sub(f64x2.mul(ur, c), f64x2.mul(um, s)));
  v128.store(m, f64x2.add(f64x2.mul(ur, s), f64x2.mul(um, c)));
}

/** The last pass: four neighbors each, all twiddle factors 1. */
function lastRadix4(re: i32, im: i32, size: i32): void {
  for (let i: i32 = 0; i < size; i += 32) {
    const r01 = v128.load(re + i);
    const r23 = v128.load(re + i, 16);
    const m01 = v128.load(im + i);
    const m23 = v128.load(im + i, 16);
    const sumRe = f64x2.add(r01, r23);
    const sumIm = f64x2.add(m01, m23);
    const differenceRe = f64x2.sub(r01, r23);
    const differenceIm = f64x2.sub(m01, m23);
    const t01r = v128.shuffle<f64>(sumRe, differenceRe, 0, 2);
    const t01m = v128.shuffle<f64>(sumIm, differenceIm, 0, 2);
    const t23r = v128.shuffle<f64>(sumRe, differenceIm, 1, 3);
    const t23m = v128.shuffle<f64>(sumIm, f64x2.neg(differenceRe), 1, 3);
    v128.store(re + i, f64x2.add(t01r, t23r));
    v128.store(re + i, f64x2.sub(t01r, t23r), 16);
    v128.store(im + i, f64x2.add(t01m, t23m));
    v128.store(im + i, f64x2.sub(t01m, t23m), 16);
  }
}
