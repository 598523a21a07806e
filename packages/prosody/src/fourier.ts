/**
 * Complex Fourier transform by decimation in frequency: one radix-2 pass where the size is an odd power of two,
 * radix 4 from there (Cooley & Tukey 1965; four-point butterflies need no multiplication).
 *
 * The output stays in digit-reversed order, and `position` says where each bin is. Sorting it would cost one more pass
 * over memory, and the callers read single bins anyway.
 */
export class Fourier {
  readonly re: Float64Array;
  readonly im: Float64Array;
  /** `position[k]` is the index in `re` and `im` that holds bin k after {@link transform}. */
  readonly position: Uint16Array;
  private readonly cosine: Float64Array;
  private readonly sine: Float64Array;

  /** @param size power of two, 4 … 32,768 */
  constructor(readonly size: number) {
    this.re = new Float64Array(size);
    this.im = new Float64Array(size);
    this.cosine = new Float64Array(size);
    this.sine = new Float64Array(size);
    for (let i = 0; i < size; i++) {
      this.cosine[i] = Math.cos((2 * Math.PI * i) / size);
      this.sine[i] = -Math.sin((2 * Math.PI * i) / size);
    }
    this.position = new Uint16Array(size);
    for (let bin = 0; bin < size; bin++) this.position[bin] = reversedPosition(bin, size);
  }

  /** Transforms `re` and `im` in place, e^(−2πi jk/size), unscaled. */
  transform(): void {
    let length = this.size;
    if (!isPowerOfFour(length)) {
      this.radix2(length >> 1);
      length >>= 1;
    }
    for (; length > 4; length >>= 2) this.radix4(length);
    this.lastRadix4();
  }

  private radix2(half: number): void {
    const { re, im, cosine, sine } = this;
    for (let j = 0; j < half; j++) {
      const k = j + half;
      const aRe = re[j] ?? 0;
      const aIm = im[j] ?? 0;
      const bRe = re[k] ?? 0;
      const bIm = im[k] ?? 0;
      const dRe = aRe - bRe;
      const dIm = aIm - bIm;
      const c = cosine[j] ?? 0;
      const s = sine[j] ?? 0;
      re[j] = aRe + bRe;
      im[j] = aIm + bIm;
      re[k] = dRe * c - dIm * s;
      im[k] = dRe * s + dIm * c;
    }
  }

  private radix4(length: number): void {
    const { re, im, cosine, sine, size } = this;
    const quarter = length >> 2;
    const step = size / length;
    for (let j = 0; j < quarter; j++) {
      const w = j * step;
      const c1 = cosine[w] ?? 0;
      const s1 = sine[w] ?? 0;
      const c2 = cosine[2 * w] ?? 0;
      const s2 = sine[2 * w] ?? 0;
      const c3 = cosine[3 * w] ?? 0;
      const s3 = sine[3 * w] ?? 0;
      for (let i0 = j; i0 < size; i0 += length) {
        const i1 = i0 + quarter;
        const i2 = i1 + quarter;
        const i3 = i2 + quarter;
        const r0 = re[i0] ?? 0;
        const m0 = im[i0] ?? 0;
        const r1 = re[i1] ?? 0;
        const m1 = im[i1] ?? 0;
        const r2 = re[i2] ?? 0;
        const m2 = im[i2] ?? 0;
        const r3 = re[i3] ?? 0;
        const m3 = im[i3] ?? 0;
        const t0r = r0 + r2;
        const t0m = m0 + m2;
        const t1r = r0 - r2;
        const t1m = m0 - m2;
        const t2r = r1 + r3;
        const t2m = m1 + m3;
        const t3r = m1 - m3;
        const t3m = r3 - r1;
        re[i0] = t0r + t2r;
        im[i0] = t0m + t2m;
        const u1r = t1r + t3r;
        const u1m = t1m + t3m;
        re[i1] = u1r * c1 - u1m * s1;
        im[i1] = u1r * s1 + u1m * c1;
        const u2r = t0r - t2r;
        const u2m = t0m - t2m;
        re[i2] = u2r * c2 - u2m * s2;
        im[i2] = u2r * s2 + u2m * c2;
        const u3r = t1r - t3r;
        const u3m = t1m - t3m;
        re[i3] = u3r * c3 - u3m * s3;
        im[i3] = u3r * s3 + u3m * c3;
      }
    }
  }

  /** The last pass: its twiddle factors are all 1. */
  private lastRadix4(): void {
    const { re, im, size } = this;
    for (let i = 0; i < size; i += 4) {
      const r0 = re[i] ?? 0;
      const m0 = im[i] ?? 0;
      const r1 = re[i + 1] ?? 0;
      const m1 = im[i + 1] ?? 0;
      const r2 = re[i + 2] ?? 0;
      const m2 = im[i + 2] ?? 0;
      const r3 = re[i + 3] ?? 0;
      const m3 = im[i + 3] ?? 0;
      const t0r = r0 + r2;
      const t0m = m0 + m2;
      const t1r = r0 - r2;
      const t1m = m0 - m2;
      const t2r = r1 + r3;
      const t2m = m1 + m3;
      const t3r = m1 - m3;
      const t3m = r3 - r1;
      re[i] = t0r + t2r;
      im[i] = t0m + t2m;
      re[i + 1] = t1r + t3r;
      im[i + 1] = t1m + t3m;
      re[i + 2] = t0r - t2r;
      im[i + 2] = t0m - t2m;
      re[i + 3] = t1r - t3r;
      im[i + 3] = t1m - t3m;
    }
  }
}

const isPowerOfFour = (value: number): boolean => (value & 0x55555555) !== 0;

/** A pass of radix r puts the bins k ≡ b (mod r) into part b of the array, where the array has r equal parts. */
export const reversedPosition = (bin: number, size: number): number => {
  let position = 0;
  let length = size;
  let rest = bin;
  while (length > 1) {
    const radix = isPowerOfFour(length) ? 4 : 2;
    length /= radix;
    position += (rest % radix) * length;
    rest = Math.floor(rest / radix);
  }
  return position;
};
