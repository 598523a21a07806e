import { z } from 'zod';
import { MEASURES, type Measures } from './definition.js';

/** Time constants of the running means, ms of speech. */
const TREND = {
  /** A few sentences. */
  memoryMs: 20_000,
  /** The recent value, which the trend compares with the mean: one sentence. */
  recentMs: 5_000,
} as const;

/** One value per measure. */
export const measuresSchema = z.strictObject(
  Object.fromEntries(MEASURES.map((measure) => [measure, z.number().min(-1).max(1)])) as {
    [M in keyof Measures]: z.ZodNumber;
  },
);

/** How one person sounded over the last sentences. The verticals' rules use it as `mean` and `trend`. */
export const trendSchema = z.strictObject({
  speechMs: z.number().min(0),
  mean: measuresSchema,
  recent: measuresSchema,
});
export type Trend = z.infer<typeof trendSchema>;

const NO_MEASURES = Object.fromEntries(MEASURES.map((measure) => [measure, 0])) as Measures;

export const noMeasures = (): Measures => ({ ...NO_MEASURES });

export const freshTrend = (): Trend => ({ speechMs: 0, mean: noMeasures(), recent: noMeasures() });

/** Adds one reading with its `speechMs` of speech. */
export const advanceTrend = (trend: Trend, speechMs: number, now: Measures): Trend => {
  if (speechMs <= 0) return trend;
  // A plain mean at first, so that the first reading does not weigh too much; then exponential.
  const total = trend.speechMs + speechMs;
  const weight = (memoryMs: number) => Math.max(speechMs / total, 1 - Math.exp(-speechMs / memoryMs));
  return {
    speechMs: total,
    mean: mix(trend.mean, now, weight(TREND.memoryMs)),
    recent: mix(trend.recent, now, weight(TREND.recentMs)),
  };
};

const mix = (old: Measures, now: Measures, weight: number): Measures => {
  const mixed = noMeasures();
  // A convex sum, because a step could leave the range by rounding.
  for (const measure of MEASURES) mixed[measure] = (1 - weight) * old[measure] + weight * now[measure];
  return mixed;
};
