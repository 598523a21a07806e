/** Clamps a number to the range 0 to 1. Undefined and NaN give 0. */
export const share = (value: number | undefined): number =>
  value === undefined || Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value));
