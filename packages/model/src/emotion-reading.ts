import { EMOTION_LABELS, type EmotionLabel } from './emotion-labels.js';
import { readDomain } from './domain-reading.js';
import { isDerived, mapToLabels } from './label-mapping.js';
import type { Dimensions, ModelMetadata } from './model-metadata.js';
import { requireFinite } from './require-finite.js';
import { softmax } from './softmax.js';
import { toldDimensions } from './told-dimensions.js';

/** What one call of the model reports about a stream at its end. */
export interface EmotionReading {
  /** The leading label, or `uncertain` when it is below the model's floor or the audio is not speech. */
  readonly emotion: EmotionLabel | 'uncertain';
  /** The leading label, even when it is too weak to be reported. */
  readonly leading: EmotionLabel;
  /**
   * Calibrated probability of the leading label, 0 to 1. It never exceeds the probability that the audio was speech.
   */
  readonly confidence: number;
  /** All 14 labels, summing to 1. */
  readonly probabilities: Readonly<Record<EmotionLabel, number>>;
  /** -1 to 1. */
  readonly valence: number;
  /** -1 to 1. */
  readonly arousal: number;
  /** -1 to 1. */
  readonly dominance: number;
  /** The leading label is a documented split of a trained class, not a class of its own. */
  readonly derived: boolean;
  /** Probability that the sound is not speech, 0 to 1. Only from models with a `domain` output. */
  readonly outOfDomain?: number;
  /** True when that score is above the model's floor: the sound is not speech, and no emotion is reported. */
  readonly beyond?: boolean;
  /** The likeliest vocal burst (laugh, sigh …), when the audio is out of domain but a voice. */
  readonly event?: string;
  /** Probability of that burst among all sounds, 0 to 1. */
  readonly eventProbability?: number;
}

/** The most probable label; the first one when several are equal. */
const leadingOf = (probabilities: Readonly<Record<EmotionLabel, number>>): EmotionLabel => {
  let leading: EmotionLabel = EMOTION_LABELS[0];
  for (const label of EMOTION_LABELS) if (probabilities[label] > probabilities[leading]) leading = label;
  return leading;
};

const unit = (value: number): number => Math.min(1, Math.max(-1, value));

/**
 * Turns one stream's raw outputs into a reading.
 *
 * @param metadata the model's metadata
 * @param logits one number per trained class
 * @param vad valence, arousal and dominance
 * @param domain the model's `domain` output, if it has one
 * @throws ModelContractError `bad_output` when a length is wrong or a number is not finite, so that a
 *   broken model is never read as an emotion
 */
export const readEmotion = (
  metadata: ModelMetadata,
  logits: ArrayLike<number>,
  vad: ArrayLike<number>,
  domain?: ArrayLike<number>,
): EmotionReading => {
  requireFinite('logits', logits, metadata.classes.length);
  return tellEmotion(metadata, softmax(logits, metadata.temperature), vad, domain);
};

/**
 * Does the same for classes that were already judged, as {@link Baseline} does.
 *
 * @param classProbabilities in the order of `metadata.classes`, summing to 1
 * @throws ModelContractError `bad_output` as {@link readEmotion}
 */
export const tellEmotion = (
  metadata: ModelMetadata,
  classProbabilities: ArrayLike<number>,
  vad: ArrayLike<number>,
  domain?: ArrayLike<number>,
): EmotionReading => {
  requireFinite('probabilities', classProbabilities, metadata.classes.length);
  requireFinite('vad', vad, 3);
  const output: Dimensions = [unit(vad[0] ?? 0), unit(vad[1] ?? 0), unit(vad[2] ?? 0)];
  const [valence, arousal, dominance] = toldDimensions(metadata, classProbabilities, output);
  const probabilities = mapToLabels(metadata, classProbabilities, output);
  const leading = leadingOf(probabilities);
  const heard = domain === undefined ? undefined : readDomain(metadata, domain);
  const confidence = Math.min(1, probabilities[leading], 1 - (heard?.outOfDomain ?? 0));
  const doubtful = confidence < metadata.uncertainBelow || heard?.beyond === true;
  return {
    emotion: doubtful ? 'uncertain' : leading,
    leading,
    confidence,
    probabilities,
    valence,
    arousal,
    dominance,
    derived: isDerived(metadata, leading),
    // What else was heard: the domain score, whether it is above the floor, and the likely burst.
    ...heard,
  };
};
