export type { ChannelLayout } from './analysis-audio.js';
export {
  MAX_AUDIO_BYTES,
  MAX_DECODED_SECONDS,
  MAX_SEPARATE_CHANNELS,
  type Codec,
  type Container,
} from './audio-format.js';
export type { AudioSink } from './child-process.js';
export type { AudioInfo } from './decode-file.js';
export { AudioUrlStatusError, fetchAudio, type FetchAudioOptions } from './fetch-audio.js';
export {
  createMediaDecoder,
  type DecodedAudio,
  type DecodeOptions,
  type MediaDecoder,
  type MediaDecoderOptions,
  type MediaDecoderStats,
} from './media-decoder.js';
export { MediaError, SUPPORTED_FORMATS, type MediaErrorCode } from './media-error.js';
export { sniff } from './sniff.js';
