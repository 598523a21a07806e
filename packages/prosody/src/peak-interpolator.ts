/** Neighbors used on each side. r is band-limited speech, mostly below 4 kHz: 8 lobes err by less than 1e-4. */
const REACH = 8;
const TAPS = 2 * REACH;
/** Table rows per sample. */
const ROWS = 32;
const ROW_COUNT = 2 * ROWS + 1;

/**
 * Place and height of a peak between the samples of an autocorrelation: windowed-sinc interpolation
 * (Boersma 1993, eq. 22) at three points 1/32 sample apart, and the vertex of the parabola through them.
 * A parabola through the samples themselves puts high-pitched peaks up to several cents and .02 too low.
 */
export class PeakInterpolator {
  /**
   * Result: the peak's lag in samples, and its height. It is an array, because the engine may box fractional fields.
   */
  readonly result = new Float64Array(2);

  private readonly points = new Float64Array(3);

  /** @param peak an index that is a local maximum of `r`, with 9 values after it; r(−n) is taken as r(n). */
  refine(r: Float64Array, peak: number): void {
    const before = r[peak - 1] ?? 0;
    const here = r[peak] ?? 0;
    const after = r[peak + 1] ?? 0;
    const curvature = 2 * here - before - after;
    const vertex = curvature > 0 ? (0.5 * (after - before)) / curvature : 0;
    let row = Math.min(ROW_COUNT - 2, Math.max(1, Math.round((vertex + 1) * ROWS)));
    const { points } = this;
    for (let side = -1; side <= 1; side++) this.evaluate(r, peak, row + side, side + 1);
    while ((points[2] ?? 0) > (points[1] ?? 0) && row < ROW_COUNT - 2) {
      row++;
      points.copyWithin(0, 1);
      this.evaluate(r, peak, row + 1, 2);
    }
    while ((points[0] ?? 0) > (points[1] ?? 0) && row > 1) {
      row--;
      points.copyWithin(1, 0, 2);
      this.evaluate(r, peak, row - 1, 0);
    }
    const left = points[0] ?? 0;
    const middle = points[1] ?? 0;
    const right = points[2] ?? 0;
    const bend = 2 * middle - left - right;
    const slope = 0.5 * (right - left);
    const shift = bend > 1e-15 ? Math.min(1, Math.max(-1, slope / bend)) : 0;
    this.result[0] = peak + (row + shift) / ROWS - 1;
    this.result[1] = middle + 0.5 * slope * shift;
  }

  /** Writes r at lag peak − 1 + row / ROWS into `points`. */
  private evaluate(r: Float64Array, peak: number, row: number, slot: number): void {
    const base = row >= ROWS ? peak : peak - 1;
    const offset = (row >= ROWS ? row - ROWS : row) * TAPS;
    const first = base - REACH + 1;
    // Two sums, because an addition must wait for the one before it in the same sum.
    let even = 0;
    let odd = 0;
    if (first < 0) {
      for (let i = 0; i < TAPS; i++) even += (SINC_TABLE[offset + i] ?? 0) * (r[Math.abs(first + i)] ?? 0);
    } else {
      for (let i = 0; i < TAPS; i += 2) {
        even += (SINC_TABLE[offset + i] ?? 0) * (r[first + i] ?? 0);
        odd += (SINC_TABLE[offset + i + 1] ?? 0) * (r[first + i + 1] ?? 0);
      }
    }
    this.points[slot] = even + odd;
  }
}

/** Row p holds the weights of r(base − REACH + 1) … r(base + REACH) for the value at base + p / ROWS. */
const sincTable = (): Float64Array => {
  const table = new Float64Array((ROWS + 1) * TAPS);
  for (let row = 0; row <= ROWS; row++) {
    const fraction = row / ROWS;
    for (let i = 0; i < TAPS; i++) {
      const distance = fraction - (i - REACH + 1);
      const taper = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (REACH + 0.5));
      const sinc = distance === 0 ? 1 : Math.sin(Math.PI * distance) / (Math.PI * distance);
      table[row * TAPS + i] = sinc * taper;
    }
  }
  return table;
};

/** Shared by every stream: its 8 kB exist once, and not once for each of a server's hundreds of streams. */
const SINC_TABLE = sincTable();
