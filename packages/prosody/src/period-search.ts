/** Lags between .8 and 1.25 periods at the longest period, 214 samples at 75 Hz, and one more on each side. */
export const MOST_LAGS = 104;

/** Where a {@link PeriodSearch} looks. */
export interface PeriodPlace {
  /** Index of the period's first sample, and its length. */
  from: number;
  length: number;
  /** Lags at `shortest`, `shortest + 1` … are correlated, up to {@link MOST_LAGS} of them and to the lag `longest`. */
  shortest: number;
  longest: number;
  /** Toward later samples (1) or earlier ones (−1). */
  direction: 1 | -1;
}

/**
 * Normalized cross-correlation of one period with the stretch beside it. Two classes do it, `PortablePeriodSearch` anywhere and
 * `SimdPeriodSearch` in WebAssembly, in the same order of operations and so with the same bits.
 */
export interface PeriodSearch {
  /** By lag; the first is `place.shortest`. */
  readonly curve: Float64Array;
  /** Energy of the period. A field: a fractional result may cost an allocation. */
  readonly sourceEnergy: number;
  /** Highest value of the latest {@link correlateEvery}. */
  readonly highest: number;

  /** Takes the period, for everything after it until the next. `place` is read again whenever lags are asked for. */
  begin(samples: Float32Array, place: Readonly<PeriodPlace>): void;

  /** Fills every second place of {@link curve}, `lags` of them counting those between, and {@link highest}. */
  correlateEvery(lags: number): void;

  /** Fills place `j` of {@link curve}. */
  correlateAt(j: number): void;
}
