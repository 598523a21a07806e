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
 * Normalized cross-correlation of one period with the stretch beside it. There are two implementations:
 * `PortablePeriodSearch` runs anywhere, `SimdPeriodSearch` uses WebAssembly. Both use the same order of operations, so
 * their results are equal to the last bit.
 */
export interface PeriodSearch {
  /** By lag; the first is `place.shortest`. */
  readonly curve: Float64Array;
  /** Energy of the period. It is a field, because a fractional result may cost an allocation. */
  readonly sourceEnergy: number;
  /** Highest value of the latest {@link correlateEvery}. */
  readonly highest: number;

  /**
   * Takes the period, which all later calls use until the next one is taken. `place` is read again whenever lags are
   * requested.
   */
  begin(samples: Float32Array, place: Readonly<PeriodPlace>): void;

  /** Fills every second place of {@link curve}, and {@link highest}. `lags` also counts the places between. */
  correlateEvery(lags: number): void;

  /** Fills place `j` of {@link curve}. */
  correlateAt(j: number): void;
}
