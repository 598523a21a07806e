export { AudioUrlStatusError, fetchAudio } from './fetch-audio.js';
export { createMediaDecoder, type MediaDecoder } from './decoding/media-decoder.js';
export { MediaError, type MediaErrorCode } from './common/media-error.js';
