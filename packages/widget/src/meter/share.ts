/** A number as a share from 0 to 1; nothing, and what is no number, is 0. */
export const share = (value: number | undefined): number =>
  value === undefined || Number.isNaN(value) ? 0 : Math.min(1, Math.max(0, value));
