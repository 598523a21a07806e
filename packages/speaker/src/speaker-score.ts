import { Cohort } from './cohort.js';
import { MoodDirections } from './mood-directions.js';
import { SpeakerError } from './speaker-error.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import type { Voiceprint } from './voiceprint.js';

/** How likely two voiceprints belong to one person. */
export interface SpeakerScore {
  /** Cosine of the two embeddings without the directions of moods, -1 to 1; not calibrated. */
  readonly similarity: number;
  /**
   * Natural logarithm of P(these voiceprints | one person) / P(these voiceprints | two people), calibrated on
   * speakers outside training for the seconds of speech of both sides. Above 0: more likely one person.
   */
  readonly logLikelihoodRatio: number;
  /** The posterior probability of one person at the given `prior` (default 0.5). */
  readonly probability: number;
}

/**
 * @throws SpeakerError `voiceprint_version` or `voiceprint_invalid` when a voiceprint is not of this model's
 * space
 */
export const requireSameSpace = (metadata: SpeakerMetadata, { space, embedding }: Voiceprint): void => {
  if (space !== metadata.space)
    throw new SpeakerError(
      'voiceprint_version',
      `voiceprint: expected space ${metadata.space}, found ${space}`,
    );
  if (embedding.length !== metadata.dimensions)
    throw new SpeakerError('voiceprint_invalid', `voiceprint: expected ${metadata.dimensions} numbers`);
};

/** The cosine of two embeddings of unit length. */
export const cosine = (a: Float32Array, b: Float32Array): number => {
  let sum = 0;
  for (let n = 0; n < a.length; n += 1) sum += (a[n] ?? 0) * (b[n] ?? 0);
  return sum;
};

/**
 * Compares two voiceprints.
 *
 * The cosine is normalized with a cohort of strangers. The ratio is a logistic regression on it, whose slope
 * and offset depend on the logarithm of the harmonic mean of both sides' seconds (Brümmer & du Preez 2006,
 * "Application-independent evaluation of speaker detection", section 6, with a quality measure as in
 * Mandasari et al. 2013).
 *
 * @param options.prior prior probability of one person, above 0 and below 1; default 0.5
 * @throws SpeakerError `voiceprint_version`, `voiceprint_invalid`, `bad_option`
 */
export const scoreVoiceprints = (
  metadata: SpeakerMetadata,
  a: Voiceprint,
  b: Voiceprint,
  { prior = 0.5 }: { readonly prior?: number } = {},
): SpeakerScore => {
  requireSameSpace(metadata, a);
  requireSameSpace(metadata, b);
  if (!(prior > 0 && prior < 1)) throw new SpeakerError('bad_option', 'prior: expected above 0 and below 1');
  const { slope, offset, seconds } = metadata.calibration;
  const moods = MoodDirections.of(metadata);
  const [one, other] = [moods.without(a.embedding), moods.without(b.embedding)];
  const similarity = cosine(one, other);
  const normalized = Cohort.of(metadata).normalize(similarity, one, other);
  const harmonic = 2 / (1 / a.speechSeconds + 1 / b.speechSeconds);
  const logSeconds = Math.log(Math.min(seconds[1], Math.max(seconds[0], harmonic)));
  const logLikelihoodRatio =
    (slope[0] + slope[1] * logSeconds) * normalized + offset[0] + offset[1] * logSeconds;
  const odds = logLikelihoodRatio + Math.log(prior / (1 - prior));
  return { similarity, logLikelihoodRatio, probability: 1 / (1 + Math.exp(-odds)) };
};
