import {
  decodeVoiceprints,
  encodeVoiceprints,
  identifySpeaker,
  mergeVoiceprints,
  scoreVoiceprints,
  type SpeakerMetadata,
} from '@undertone/speaker';
import type { VoiceComparison } from '../../domain/speakers/voice-engine.js';

/** Compares voices with the model in use. This is arithmetic on a few hundred numbers, so it needs no worker. */
export const compareWith = (metadata: SpeakerMetadata): VoiceComparison => ({
  space: metadata.space,
  thresholds: metadata.thresholds,
  score: (a, b) => scoreVoiceprints(metadata, a, b),
  identify: (voiceprint, known) => identifySpeaker(metadata, voiceprint, known),
  merge: (voiceprints) => mergeVoiceprints(metadata, voiceprints),
  encode: (profile) => encodeVoiceprints(profile),
  decode: (bytes) => decodeVoiceprints(bytes),
});
