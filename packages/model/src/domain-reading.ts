import type { ModelMetadata } from './model-metadata.js';
import { requireFinite } from './require-finite.js';
import { softmax } from './softmax.js';

/** What kind of sound a stream has at its end. */
export interface DomainReading {
  /** Probability that it is not speech, 0 to 1. */
  readonly outOfDomain: number;
  /** The score is above the model's published floor. */
  readonly beyond: boolean;
  /**
   * The likeliest vocal burst, when the score is above the floor and the sound is more likely a voice than another
   * sound.
   */
  readonly event?: string;
  /** Probability of that burst among all sounds, 0 to 1. Present only when `event` is. */
  readonly eventProbability?: number;
}

/**
 * Reads the optional `domain` output.
 *
 * @param metadata of a model; one without a `domain` makes every sound speech
 * @param logits one number per domain class
 * @throws ModelContractError `bad_output` when the length is wrong or a number is not finite
 */
export const readDomain = (metadata: ModelMetadata, logits: ArrayLike<number>): DomainReading => {
  const { classes, outOfDomainAbove } = metadata.domain ?? { classes: [], outOfDomainAbove: 1 };
  requireFinite('domain', logits, classes.length);
  if (classes.length === 0) return { outOfDomain: 0, beyond: false };
  const probabilities = softmax(logits, 1);
  const shares = { speech: 0, event: 0, sound: 0 };
  let index = 0;
  for (const { kind } of classes) shares[kind] += probabilities[index++] ?? 0;
  const outOfDomain = Math.min(1, Math.max(0, 1 - shares.speech));
  const beyond = outOfDomain > outOfDomainAbove;
  if (!beyond || shares.event <= shares.sound) return { outOfDomain, beyond };
  const events = classes.flatMap(({ kind, name }, index) =>
    kind === 'event' ? [{ name, probability: probabilities[index] ?? 0 }] : [],
  );
  const { name, probability } = events.reduce((best, event) =>
    event.probability > best.probability ? event : best,
  );
  return { outOfDomain, beyond, event: name, eventProbability: Math.min(1, probability) };
};
