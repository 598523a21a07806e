import type { SpeakerMetadata } from './speaker-metadata.js';
import { type SpeakerScore, scoreVoiceprints } from './speaker-score.js';
import type { Voiceprint } from './voiceprint.js';

/** Somebody whose voice is known. */
export interface SpeakerCandidate {
  readonly id: string;
  readonly voiceprint: Voiceprint;
}

/** Whose voice it is, and how clearly. */
export interface SpeakerMatch {
  readonly id: string;
  readonly score: SpeakerScore;
}

/**
 * The candidate whose voice this is, where one is near enough.
 *
 * Every candidate is one more chance of a false match, so the logarithm of their number is added to the threshold
 * (Bonferroni's bound for the family of comparisons).
 *
 * @param options.threshold least log-likelihood ratio for one candidate; default `metadata.thresholds.identify`
 * @returns the best match, or undefined where none reaches the threshold
 * @throws SpeakerError `voiceprint_version` or `voiceprint_invalid`
 */
export function identifySpeaker(
  metadata: SpeakerMetadata,
  voiceprint: Voiceprint,
  candidates: readonly SpeakerCandidate[],
  { threshold = metadata.thresholds.identify }: { readonly threshold?: number } = {},
): SpeakerMatch | undefined {
  let best: SpeakerMatch | undefined;
  for (const candidate of candidates) {
    const score = scoreVoiceprints(metadata, voiceprint, candidate.voiceprint);
    if (best === undefined || score.logLikelihoodRatio > best.score.logLikelihoodRatio)
      best = { id: candidate.id, score };
  }
  const needed = threshold + Math.log(Math.max(1, candidates.length));
  return best !== undefined && best.score.logLikelihoodRatio >= needed ? best : undefined;
}
