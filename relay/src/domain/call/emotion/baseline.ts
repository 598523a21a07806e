import { z } from 'zod';
import { clamp } from './smoothing.js';
import { BASELINE } from '../thresholds.js';

const momentSchema = z.strictObject({
  /** Seconds of speech behind the mean, at most `BASELINE.memorySeconds`. */
  weight: z.number().min(0),
  mean: z.number(),
  /** Weighted sum of squared deviations. Earlier releases rounded that of a first sample to less than 0. */
  sumOfSquares: z.number().transform((sum) => Math.max(0, sum)),
});
type Moment = z.infer<typeof momentSchema>;

const BASELINE_MEASURES = ['valence', 'arousal', 'energyDb', 'pitchSemitones'] as const;
export type BaselineMeasure = (typeof BASELINE_MEASURES)[number];

/** How one speaker usually sounds on one channel. */
export const baselineSchema = z.strictObject({
  /** Number of updates, for readers of the message; the weights are in seconds. */
  updates: z.number().int().min(0),
  valence: momentSchema,
  arousal: momentSchema,
  energyDb: momentSchema,
  pitchSemitones: momentSchema,
});
export type Baseline = z.infer<typeof baselineSchema>;

const emptyMoment = (): Moment => ({ weight: 0, mean: 0, sumOfSquares: 0 });

export const freshBaseline = (): Baseline => ({
  updates: 0,
  valence: emptyMoment(),
  arousal: emptyMoment(),
  energyDb: emptyMoment(),
  pitchSemitones: emptyMoment(),
});

export type BaselineSample = Partial<Record<BaselineMeasure, number>>;

/** Adds `seconds` of speech with these values. */
export const learnBaseline = (baseline: Baseline, seconds: number, sample: BaselineSample): Baseline => {
  if (seconds <= 0) return baseline;
  const next = { ...baseline, updates: baseline.updates + 1 };
  for (const measure of BASELINE_MEASURES) {
    const value = sample[measure];
    if (value !== undefined) next[measure] = addToMoment(baseline[measure], seconds, value);
  }
  return next;
};

/**
 * Weighted running mean and variance (West 1979, "Updating mean and variance estimates", after Welford 1962). Once the
 * memory is full, old speech is forgotten exponentially: the old weight and sum of squares shrink by the same factor.
 */
const addToMoment = (moment: Moment, seconds: number, value: number): Moment => {
  const keep = Math.min(1, Math.max(0, BASELINE.memorySeconds - seconds) / Math.max(moment.weight, 1e-9));
  const oldWeight = moment.weight * keep;
  const weight = oldWeight + seconds;
  const delta = value - moment.mean;
  const mean = moment.mean + (delta * seconds) / weight;
  // West's `seconds * delta * (value - mean)`, which rounds to less than 0 where the mean is the value.
  const added = delta * delta * seconds * (oldWeight / weight);
  return { weight, mean, sumOfSquares: moment.sumOfSquares * keep + added };
};

/** Whether the baseline has enough speech to compare anything with it. */
export const isBaselineReady = (baseline: Baseline): boolean =>
  baseline.valence.weight >= BASELINE.minimumSeconds && baseline.updates >= BASELINE.minimumUpdates;

/** Standard deviations from the speaker's own mean, limited to ±`BASELINE.maximumZ`; 0 until the baseline is ready. */
export const zScore = (baseline: Baseline, measure: BaselineMeasure, value: number | undefined): number => {
  const { weight, mean, sumOfSquares } = baseline[measure];
  if (value === undefined || weight < BASELINE.minimumSeconds || !isBaselineReady(baseline)) return 0;
  const deviation = Math.max(BASELINE.deviationFloor[measure], Math.sqrt(sumOfSquares / weight));
  return clamp((value - mean) / deviation, -BASELINE.maximumZ, BASELINE.maximumZ);
};

/** Listeners hear pitch intervals as ratios, so pitch is compared in semitones (re 1 Hz). */
export const hzToSemitones = (hz: number): number => 12 * Math.log2(hz);
