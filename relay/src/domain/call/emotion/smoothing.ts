import { LABELS, type EmotionLabel, type UNCERTAIN } from '@undertone/protocol';
import { z } from 'zod';
import type { Dimensions, EmotionReading } from '@undertone/hearing';
import { SMOOTHING } from '../thresholds.js';
import { labelAlone, leadingLabel } from './shown-label.js';

/** The smoothed emotion of one speaker on one channel. It uses no other speaker's audio. */
export const smoothingSchema = z.strictObject({
  /** Speech behind the state, ms; 0 before the first reading. */
  speechMs: z.number().min(0),
  /** In the order of `LABELS`. */
  probabilities: z.array(z.number().min(0).max(1)).length(LABELS.length),
  /** The model's floor for confidence, from the newest reading. */
  uncertainBelow: z.number().min(0).max(1),
  /** Smoothed like the probabilities; 1 in older snapshots, which did not store it. */
  trust: z.number().min(0).max(1).default(1),
  valence: z.number().min(-1).max(1),
  arousal: z.number().min(-1).max(1),
  dominance: z.number().min(-1).max(1),
});
export type Smoothing = z.infer<typeof smoothingSchema>;

export const freshSmoothing = (): Smoothing => ({
  speechMs: 0,
  probabilities: LABELS.map(() => 1 / LABELS.length),
  uncertainBelow: 0,
  trust: 1,
  valence: 0,
  arousal: 0,
  dominance: 0,
});

/**
 * Exponential smoothing in audio time (Brown 1956). The weight of a reading is 1 − exp(−t / τ) for t ms of new speech, so
 * four readings of 250 ms weigh as much as two of 500 ms. At the start of a stretch each reading has much more evidence
 * than the one before and replaces it: its weight is then `earlyGain` × its share of the evidence.
 */
export const smooth = (
  state: Smoothing,
  speechMs: number,
  reading: EmotionReading,
  dimensions: Dimensions,
): Smoothing => {
  if (speechMs <= 0) return state;
  const steady = 1 - Math.exp(-speechMs / SMOOTHING.timeConstantMs);
  const early = (SMOOTHING.earlyGain * speechMs) / Math.max(speechMs, reading.evidenceMs);
  const weight = state.speechMs === 0 ? 1 : Math.min(1, Math.max(steady, early));
  const mix = (old: number, fresh: number) => clamp(old + weight * (fresh - old), -1, 1);
  const total = LABELS.reduce((sum, label) => sum + reading.probabilities[label], 0);
  return {
    speechMs: state.speechMs + speechMs,
    // A convex mix of two distributions is a distribution, so the sum stays 1. The division removes input rounding.
    probabilities: LABELS.map((label, i) =>
      clamp(mix(state.probabilities[i] ?? 0, reading.probabilities[label] / total), 0, 1),
    ),
    uncertainBelow: reading.uncertainBelow,
    trust: clamp(mix(state.trust, reading.trust), 0, 1),
    valence: mix(state.valence, dimensions.valence),
    arousal: mix(state.arousal, dimensions.arousal),
    dominance: mix(state.dominance, dimensions.dominance),
  };
};

export interface SmoothedEmotion {
  /** The likeliest label, or `uncertain` when its confidence is below the model's floor. */
  emotion: EmotionLabel | typeof UNCERTAIN;
  /**
   * The smoothed probability of the likeliest label × how far the audio can be trusted. Readings that contradict each other
   * already lower the smoothed probability.
   */
  confidence: number;
  trust: number;
  probabilities: Record<EmotionLabel, number>;
}

/** The label to show; undefined before the first reading. */
export const readSmoothing = (state: Smoothing): SmoothedEmotion | undefined => {
  if (state.speechMs === 0) return undefined;
  const leading = leadingLabel(state.probabilities, state.uncertainBelow, state.trust);
  return {
    emotion: labelAlone(leading),
    confidence: leading.confidence,
    trust: state.trust,
    probabilities: byLabel(state.probabilities),
  };
};

/** Copied for each reading. Building this object label by label was one of the most expensive parts of a result. */
const NO_PROBABILITIES = Object.fromEntries(LABELS.map((label) => [label, 0])) as Record<
  EmotionLabel,
  number
>;

const byLabel = (probabilities: readonly number[]): Record<EmotionLabel, number> => {
  const named = { ...NO_PROBABILITIES };
  LABELS.forEach((label, i) => (named[label] = probabilities[i] ?? 0));
  return named;
};

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));
