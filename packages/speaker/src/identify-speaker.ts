import type { SpeakerMetadata } from './speaker-metadata.js';
import { type SpeakerScore, scoreVoiceprints } from './speaker-score.js';
import type { Voiceprint } from './voiceprint.js';

/** A person whose voice is known. */
export interface SpeakerCandidate {
  /** Yours. */
  readonly id: string;
  /** From an enrollment. */
  readonly voiceprint: Voiceprint;
}

/** The person whose voice matches, and the score. */
export interface SpeakerMatch {
  /** The candidate’s. */
  readonly id: string;
  /** How alike the two voices are. */
  readonly score: SpeakerScore;
}

/**
 * Finds the candidate whose voice this is, if one is similar enough.
 *
 * Every candidate is one more chance of a false match, so the threshold grows with the logarithm of their
 * number, as fast as the highest ratio of that many strangers was observed to grow. (Bonferroni's bound, one
 * times the logarithm, would be too strict: the ratios of strangers decrease faster than calibrated ratios
 * would.)
 *
 * @param options.threshold minimum log-likelihood ratio for one candidate; default
 * `metadata.thresholds.identify`
 * @returns the best match, or undefined when none reaches the threshold
 * @throws SpeakerError `voiceprint_version` or `voiceprint_invalid`
 */
export const identifySpeaker = (
  metadata: SpeakerMetadata,
  voiceprint: Voiceprint,
  candidates: readonly SpeakerCandidate[],
  { threshold = metadata.thresholds.identify }: { readonly threshold?: number } = {},
): SpeakerMatch | undefined => {
  let best: SpeakerMatch | undefined;
  for (const candidate of candidates) {
    const score = scoreVoiceprints(metadata, voiceprint, candidate.voiceprint);
    if (best === undefined || score.logLikelihoodRatio > best.score.logLikelihoodRatio)
      best = { id: candidate.id, score };
  }
  const needed = threshold + metadata.thresholds.identifyGrowth * Math.log(Math.max(1, candidates.length));
  return best !== undefined && best.score.logLikelihoodRatio >= needed ? best : undefined;
};
