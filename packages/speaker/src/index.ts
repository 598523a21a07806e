export { SpeakerError, type SpeakerErrorCode } from './speaker-error.js';
export type { SpeakerFrames } from './speaker-frames.js';
export type {
  CohortVoices,
  DiarizationSettings,
  EmbeddingMap,
  DirectionCodes,
  ScoreCalibration,
  SpeakerMetadata,
  SpeakerThresholds,
} from './speaker-metadata.js';
export type {
  SpeakerListener,
  SpeakerModel,
  VoiceprintStream,
  VoiceprintStreamOptions,
} from './speaker-model.js';
export { scoreVoiceprints, type SpeakerScore } from './speaker-score.js';
export { identifySpeaker, type SpeakerCandidate, type SpeakerMatch } from './identify-speaker.js';
export { mergeVoiceprints } from './merge-voiceprints.js';
export {
  decodeVoiceprint,
  decodeVoiceprints,
  encodeVoiceprint,
  encodeVoiceprints,
} from './voiceprint-codec.js';
export type {
  Diarization,
  DiarizedSpeaker,
  DiarizeOptions,
  OnlineDiarizer,
  OnlineDiarizerEvent,
  OnlineDiarizerOptions,
  SpeakerTurn,
  TurnRevised,
} from './speaker-turn.js';
export type { Voiceprint } from './voiceprint.js';
export { parseSpeakerMetadata } from './parse-speaker-metadata.js';
export { joinFrames } from './join-frames.js';
export {
  LEAST_SPEECH_SECONDS,
  createVoiceprintAccumulator,
  type VoiceprintAccumulator,
} from './voiceprint-accumulator.js';
export { diarize, MOST_SPEAKERS } from './diarize.js';
export { createOnlineDiarizer } from './create-online-diarizer.js';
export { REVISABLE_MS } from './told-turns.js';
