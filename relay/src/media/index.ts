export type { ChannelLayout } from './decoding/analysis-audio.js';
export {
  MAX_AUDIO_BYTES,
  MAX_DECODED_SECONDS,
  MAX_SEPARATE_CHANNELS,
  type Codec,
  type Container,
} from './common/audio-format.js';
export type { AudioSink } from './decoding/child-process.js';
export type { AudioInfo } from './decoding/decode-file.js';
export { AudioUrlStatusError, fetchAudio, type FetchAudioOptions } from './fetch-audio.js';
export {
  createMediaDecoder,
  type DecodedAudio,
  type DecodeOptions,
  type MediaDecoder,
  type MediaDecoderOptions,
  type MediaDecoderStats,
} from './decoding/media-decoder.js';
export { MediaError, SUPPORTED_FORMATS, type MediaErrorCode } from './common/media-error.js';
export { sniff } from './decoding/sniff.js';
