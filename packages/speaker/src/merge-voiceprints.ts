import { SpeakerError } from './speaker-error.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import { requireSameSpace } from './speaker-score.js';
import type { Voiceprint } from './voiceprint.js';

/**
 * Merges several voiceprints of the same person: their mean, weighted by seconds of speech, of unit length.
 *
 * @param voiceprints at least one
 * @throws SpeakerError `bad_option` without voiceprints, `voiceprint_version` or `voiceprint_invalid`
 */
export const mergeVoiceprints = (
  metadata: SpeakerMetadata,
  voiceprints: readonly Voiceprint[],
): Voiceprint => {
  if (voiceprints.length === 0) throw new SpeakerError('bad_option', 'voiceprints: expected at least one');
  const sum = new Float32Array(metadata.dimensions);
  let speechSeconds = 0;
  for (const voiceprint of voiceprints) {
    requireSameSpace(metadata, voiceprint);
    speechSeconds += voiceprint.speechSeconds;
    for (let n = 0; n < sum.length; n += 1)
      sum[n] = (sum[n] ?? 0) + voiceprint.speechSeconds * (voiceprint.embedding[n] ?? 0);
  }
  const length = Math.hypot(...sum);
  if (!(length > 0)) throw new SpeakerError('voiceprint_invalid', 'voiceprints: cancel each other out');
  return { space: metadata.space, embedding: sum.map((value) => value / length), speechSeconds };
};
