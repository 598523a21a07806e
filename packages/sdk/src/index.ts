export {
  type AnalysisResult,
  type AnalyzeRequest,
  type Feature,
  FEATURES,
  type Prosody,
} from './analysis/analysis.js';
export type { ManyOptions, ManyProgress, Outcome } from './analysis/analyze-many.js';
export { type AudioInput, MAX_AUDIO_BYTES } from './audio/audio-input.js';
export { encodeWav, type Pcm } from './audio/wav.js';
export * from './http/errors.js';
export type { CallOptions, HttpClientOptions } from './http/http-client.js';
export { LiveStream, type OpenSocket, type StreamMessage, type StreamSocket } from './stream/live-stream.js';
export { type StreamOptions, Undertone } from './undertone.js';
