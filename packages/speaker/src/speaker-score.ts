import { Cohort } from './cohort.js';
import { NuisanceDirections } from './nuisance-directions.js';
import { SpeakerError } from './speaker-error.js';
import type { ScoreCalibration, SpeakerMetadata } from './speaker-metadata.js';
import type { Voiceprint } from './voiceprint.js';

/** How likely two voiceprints belong to one person. */
export interface SpeakerScore {
  /** Cosine of the two embeddings without the directions of moods; -1 to 1, not calibrated. */
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

/** The logarithm of the harmonic mean of both sides' seconds, within what was calibrated. */
const logSecondsOf = ({ seconds }: ScoreCalibration, a: Voiceprint, b: Voiceprint): number => {
  const harmonic = 2 / (1 / a.speechSeconds + 1 / b.speechSeconds);
  return Math.log(Math.min(seconds[1], Math.max(seconds[0], harmonic)));
};

const calibrated = (calibration: ScoreCalibration, value: number, logSeconds: number): number => {
  const { slope, offset } = calibration;
  return (slope[0] + slope[1] * logSeconds) * value + offset[0] + offset[1] * logSeconds;
};

/** Two embeddings without the directions of moods. */
const steadyOf = (
  metadata: SpeakerMetadata,
  a: Voiceprint,
  b: Voiceprint,
): readonly [Float32Array, Float32Array] => {
  requireSameSpace(metadata, a);
  requireSameSpace(metadata, b);
  const nuisance = NuisanceDirections.of(metadata);
  return [nuisance.without(a.embedding), nuisance.without(b.embedding)];
};

/**
 * Compares two voiceprints, of any recordings.
 *
 * The ratio is a logistic regression on the cosine, whose slope and offset depend on the logarithm of the harmonic mean of
 * both sides' seconds (Brümmer & du Preez 2006, "Application-independent evaluation of speaker detection", section 6,
 * with a quality measure as in Mandasari et al. 2013). The cohort has no say: it was heard through microphones, and a
 * telephone lies far from all of it.
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
  if (!(prior > 0 && prior < 1)) throw new SpeakerError('bad_option', 'prior: expected above 0 and below 1');
  const { similarity, logLikelihoodRatio } = compareRecordings(metadata, a, b);
  const odds = logLikelihoodRatio + Math.log(prior / (1 - prior));
  return { similarity, logLikelihoodRatio, probability: 1 / (1 + Math.exp(-odds)) };
};

const compareRecordings = (
  metadata: SpeakerMetadata,
  a: Voiceprint,
  b: Voiceprint,
): Omit<SpeakerScore, 'probability'> => {
  const { identity } = metadata;
  if (identity === undefined) return compareStretches(metadata, a, b);
  const similarity = cosine(...steadyOf(metadata, a, b));
  return { similarity, logLikelihoodRatio: calibrated(identity, similarity, logSecondsOf(identity, a, b)) };
};

/**
 * Compares two stretches of one line. Their cosine is held against a cohort of strangers first.
 *
 * @throws SpeakerError `voiceprint_version`, `voiceprint_invalid`
 */
export const compareStretches = (
  metadata: SpeakerMetadata,
  a: Voiceprint,
  b: Voiceprint,
): Omit<SpeakerScore, 'probability'> => {
  const [one, other] = steadyOf(metadata, a, b);
  const similarity = cosine(one, other);
  const normalized = Cohort.of(metadata).normalize(similarity, one, other);
  const { calibration } = metadata;
  return {
    similarity,
    logLikelihoodRatio: calibrated(calibration, normalized, logSecondsOf(calibration, a, b)),
  };
};
