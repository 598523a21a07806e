import { z } from 'zod';

/** The level of every reported interval: the share of values it should contain. */
export const INTERVAL_LEVEL = 0.8;

/** Quantile of the standard normal at the upper end of the interval: Φ⁻¹(.9). */
export const NORMAL_Z = 1.2815515655446004;

/** Where a value lies with the probability {@link INTERVAL_LEVEL}, unless it says another one. */
export const intervalSchema = z.strictObject({
  low: z.number().describe('In the value’s own unit.'),
  high: z.number().describe('In the value’s own unit.'),
});
export type Interval = z.infer<typeof intervalSchema>;

/** The same quantile of Student's t: Cornish & Fisher's expansion, two terms (Abramowitz & Stegun 26.7.5). */
export const studentZ = (freedom: number): number => {
  const z = NORMAL_Z;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  return z + first / freedom + second / freedom ** 2;
};
