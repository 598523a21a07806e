export type {
  Dimensions,
  EmotionReading,
  KnownSeconds,
  ModelFault,
  SpanOutputs,
  SpanQuality,
  UtteranceReading,
  VocalSound,
  VoiceActivityChange,
} from './findings.js';
export type { ChannelKnowledge, LineKnowledge } from './ear/line-knowledge.js';
export { type EarReaders, earReaders, type LiveReader, type WholeReader } from './ear/readers.js';
export { MonoMixer } from './mono-mixer.js';
export { LONGEST_INTERVAL_MS, SHORTEST_INTERVAL_MS, wholeInterval } from './spans.js';
export { ChannelIntake, type IntakeChunk, type IntakeSpec } from './worker/channel-intake.js';
export { BRIDGED_GAP_MS, ChannelPipeline, createScratch } from './worker/channel-pipeline.js';
export { decodeInto } from './worker/decode.js';
export { ALAW_TABLE, MULAW_TABLE } from './worker/g711.js';
export type {
  ChannelSetup,
  FromWorker,
  ModelDescription,
  SpanAnswer,
  SpanFindings,
  StreamKind,
  ToWorker,
} from './worker/messages.js';
export type { Model, ModelOutputs } from './worker/model-runner.js';
export { type BlockSink, SpeechGate, STRETCH_SILENCE_MS } from './worker/speech-gate.js';
export { RECORDED_SPANS } from './worker/span-queues.js';
export { type Hearing, WorkerCore, type WorkerCoreOptions } from './worker/worker-core.js';
