import type {
  Dimensions,
  EmotionReading,
  ModelFault,
  SpanQuality,
  VoiceActivityChange,
  SpanOutputs,
  VocalSound,
} from '../../domain/call/analysis-result.js';
import type { ProsodySummary } from '@undertone/prosody';
import type { ModelDescription, StreamKind, Tuning, WireEncoding } from '../port.js';

/** What a worker needs to know of one channel. `null`: not analyzed, the worker gets nothing of it. */
export interface ChannelSetup {
  encoding: WireEncoding;
  sampleRate: number;
  /** Where its audio clock stands, ms. */
  startMs: number;
}

/** From the pool to a worker. Streams are numbered by the pool; spans are answered in order, by `id`. */
export type ToWorker =
  | {
      kind: 'open';
      stream: number;
      channels: (ChannelSetup | null)[];
      model: boolean;
      priority: StreamKind;
      tuning?: Tuning;
      embeddings?: boolean;
    }
  | { kind: 'model'; stream: number; on: boolean; embeddings: boolean }
  | {
      kind: 'chunk';
      stream: number;
      channel: number;
      id: number;
      payload: Uint8Array;
      /** The channel ends here: what is held back is padded and analyzed too. */
      final: boolean;
    }
  | { kind: 'gap'; stream: number; channel: number; id: number; durationMs: number }
  | { kind: 'close'; stream: number }
  | { kind: 'stop' };

/** What a worker found in one span. */
export interface SpanFindings {
  speechMs: number;
  vadEvents: VoiceActivityChange[];
  prosody: ProsodySummary;
  /** Of everything since the channel began (or since its last long gap): with the last span of a file. */
  wholeProsody?: ProsodySummary;
  quality: SpanQuality;
  levels: { rmsDb: number; peakDb: number };
  emotion?: EmotionReading;
  dimensions?: Dimensions;
  tunedProbabilities?: number[];
  heard?: SpanOutputs;
  notSpeech?: { readonly evidenceMs: number };
  vocalSound?: VocalSound;
  modelFault?: ModelFault;
}

export type SpanAnswer = { stream: number; channel: number; id: number; inferenceMs: number } & (
  | { kind: 'analyzed'; findings: SpanFindings }
  | { kind: 'gap'; vadEvents: VoiceActivityChange[] }
  | { kind: 'undecodable' }
);

/** From a worker to the pool. */
export type FromWorker =
  | { kind: 'ready'; model: ModelDescription; blockMs: number }
  | { kind: 'unusable'; message: string }
  | { kind: 'answers'; answers: SpanAnswer[] };
