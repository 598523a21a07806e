import type { Encoding, Feature } from './generated/types.js';

/** What can be computed of audio, in the order in which a refusal lists it. */
export const FEATURES = [
  'emotion',
  'prosody',
  'vad',
  'vertical',
  'prediction',
] as const satisfies readonly Feature[];
/** One of {@link FEATURES}. */
export type KnownFeature = (typeof FEATURES)[number];

/** The encodings that a session accepts, with their bytes per sample, in the order in which a refusal lists them. */
export const BYTES_PER_SAMPLE = {
  pcm_s16le: 2,
  pcm_f32le: 4,
  mulaw: 1,
  alaw: 1,
} as const satisfies Partial<Record<Encoding, number>>;
/** An encoding that a session accepts. */
export type WireEncoding = keyof typeof BYTES_PER_SAMPLE;
/** The encodings that a session accepts, in the order in which a refusal lists them. */
export const WIRE_ENCODINGS = Object.keys(BYTES_PER_SAMPLE) as WireEncoding[];

/** The MIME types of recordings that the REST API takes, as a refusal lists them. */
export const AUDIO_TYPES = [
  'audio/wav',
  'audio/mpeg',
  'audio/ogg',
  'audio/webm',
  'audio/flac',
  'audio/mp4',
] as const;

/** The largest recording that the REST API takes: 25 MB. */
export const MAX_AUDIO_BYTES = 25 * 1024 * 1024;
