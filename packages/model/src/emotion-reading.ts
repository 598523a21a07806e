import { EMOTION_LABELS, type EmotionLabel } from './emotion-labels.js';
import { derivedLabels, mapToLabels } from './label-mapping.js';
import { ModelContractError } from './model-contract-error.js';
import type { Dimensions, ModelMetadata } from './model-metadata.js';
import { softmax } from './softmax.js';

/** What one call of the model says about a stream at its end. */
export interface EmotionReading {
  /** The leading label, or `uncertain` where its probability is under the model's floor. */
  readonly emotion: EmotionLabel | 'uncertain';
  /** The leading label, also where it is too weak to be reported. */
  readonly leading: EmotionLabel;
  /** Calibrated probability of the leading label, 0 to 1. */
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
}

const unit = (value: number): number => Math.min(1, Math.max(-1, value));

/**
 * Turns one stream's raw outputs into a reading.
 *
 * @param metadata the model's metadata
 * @param logits one number per trained class
 * @param vad valence, arousal and dominance
 * @throws ModelContractError `bad_output` when a length is wrong or a number is not finite, so that a
 *   broken model is never read as an emotion
 */
export function readEmotion(
  metadata: ModelMetadata,
  logits: ArrayLike<number>,
  vad: ArrayLike<number>,
): EmotionReading {
  requireFinite('logits', logits, metadata.classes.length);
  requireFinite('vad', vad, 3);
  const dimensions: Dimensions = [unit(vad[0] ?? 0), unit(vad[1] ?? 0), unit(vad[2] ?? 0)];
  const probabilities = mapToLabels(metadata, softmax(logits, metadata.temperature), dimensions);
  const leading = EMOTION_LABELS.reduce((best, label) =>
    probabilities[label] > probabilities[best] ? label : best,
  );
  const confidence = Math.min(1, probabilities[leading]);
  return {
    emotion: confidence < metadata.uncertainBelow ? 'uncertain' : leading,
    leading,
    confidence,
    probabilities,
    valence: dimensions[0],
    arousal: dimensions[1],
    dominance: dimensions[2],
    derived: derivedLabels(metadata).has(leading),
  };
}

function requireFinite(name: string, values: ArrayLike<number>, length: number): void {
  if (values.length !== length) {
    throw new ModelContractError('bad_output', `${name}: expected ${length} numbers, found ${values.length}`);
  }
  if (!Array.from(values).every(Number.isFinite)) {
    throw new ModelContractError('bad_output', `${name}: not all numbers are finite`);
  }
}
