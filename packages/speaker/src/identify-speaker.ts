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
 * Every candidate is one more chance of a false match, so the threshold grows with the logarithm of their number, as fast
 * as the highest of so many strangers' ratios was seen to. (Bonferroni's bound, once the logarithm, would be too strict:
 * the ratios of strangers fall off faster than calibrated ones would have to.)
 *
 * @param options.threshold least log-likelihood ratio for one candidate; default `metadata.thresholds.identify`
 * @returns the best match, or undefined where none reaches the threshold
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
