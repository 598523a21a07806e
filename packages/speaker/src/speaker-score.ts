import { Cohort } from './cohort.js';
import { NuisanceDirections } from './nuisance-directions.js';
import { SpeakerError } from './speaker-error.js';
import type { AcrossLines, SpeakerMetadata } from './speaker-metadata.js';
import type { Voiceprint } from './voiceprint.js';

/** How likely two voiceprints belong to one person. */
export interface SpeakerScore {
  /** Cosine of the two embeddings without the directions of moods and, of two lines, of lines; -1 to 1, not calibrated. */
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

/** How gradually voiceprints become those of two lines, as a share of `acrossLines.apart`. */
const DOUBT = 1 / 6;

const ofTwoLines = new WeakMap<SpeakerMetadata, SpeakerMetadata>();

/** The same metadata, by which voiceprints of two lines are compared as stretches of one are. */
const acrossLines = (metadata: SpeakerMetadata, across: AcrossLines): SpeakerMetadata => {
  const { directions: moods, calibration } = across;
  const known = ofTwoLines.get(metadata) ?? { ...metadata, moods, calibration };
  ofTwoLines.set(metadata, known);
  return known;
};

/** How likely two voiceprints are of two lines, from how far they lie apart along the direction in which lines differ. */
const twoLines = (metadata: SpeakerMetadata, across: AcrossLines, a: Voiceprint, b: Voiceprint): number => {
  const moods = NuisanceDirections.of(metadata);
  const lines = NuisanceDirections.of(acrossLines(metadata, across));
  const [one = 0, other = 0] = [a, b].map(({ embedding }) => lines.alongLast(moods.without(embedding)));
  return 1 / (1 + Math.exp((1 - Math.abs(one - other) / across.apart) / DOUBT));
};

/**
 * Compares two voiceprints, which may come from two lines.
 *
 * The cosine is normalized with a cohort of strangers. The ratio is a logistic regression on it, whose slope
 * and offset depend on the logarithm of the harmonic mean of both sides' seconds (Brümmer & du Preez 2006,
 * "Application-independent evaluation of speaker detection", section 6, with a quality measure as in
 * Mandasari et al. 2013). As far as the two are likely of two lines, what lines do is taken out first, and the
 * regression is that of such pairs.
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
  const { similarity, logLikelihoodRatio } = compareLines(metadata, a, b);
  const odds = logLikelihoodRatio + Math.log(prior / (1 - prior));
  return { similarity, logLikelihoodRatio, probability: 1 / (1 + Math.exp(-odds)) };
};

const compareLines = (
  metadata: SpeakerMetadata,
  a: Voiceprint,
  b: Voiceprint,
): Omit<SpeakerScore, 'probability'> => {
  const one = compareStretches(metadata, a, b);
  const { acrossLines: across } = metadata;
  if (across === undefined) return one;
  const two = compareStretches(acrossLines(metadata, across), a, b);
  const share = twoLines(metadata, across, a, b);
  const mixed = (of: number, ofTwo: number): number => (1 - share) * of + share * ofTwo;
  return {
    similarity: mixed(one.similarity, two.similarity),
    logLikelihoodRatio: mixed(one.logLikelihoodRatio, two.logLikelihoodRatio),
  };
};

/**
 * Compares two stretches of one line: its sound tells nobody apart.
 *
 * @throws SpeakerError `voiceprint_version`, `voiceprint_invalid`
 */
export const compareStretches = (
  metadata: SpeakerMetadata,
  a: Voiceprint,
  b: Voiceprint,
): Omit<SpeakerScore, 'probability'> => {
  requireSameSpace(metadata, a);
  requireSameSpace(metadata, b);
  const { slope, offset, seconds } = metadata.calibration;
  const nuisance = NuisanceDirections.of(metadata);
  const [one, other] = [nuisance.without(a.embedding), nuisance.without(b.embedding)];
  const similarity = cosine(one, other);
  const normalized = Cohort.of(metadata).normalize(similarity, one, other);
  const harmonic = 2 / (1 / a.speechSeconds + 1 / b.speechSeconds);
  const logSeconds = Math.log(Math.min(seconds[1], Math.max(seconds[0], harmonic)));
  const logLikelihoodRatio =
    (slope[0] + slope[1] * logSeconds) * normalized + offset[0] + offset[1] * logSeconds;
  return { similarity, logLikelihoodRatio };
};
