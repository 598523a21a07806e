import type {
  Dimensions,
  EmotionReading,
  ModelFault,
  SpanQuality,
  VoiceActivityChange,
  SpanOutputs,
  KnownSeconds,
  UtteranceReading,
  VocalSound,
} from '../findings.js';
import type { ProsodySummary } from '@undertone/prosody';
import type { ChannelKnowledge, LineKnowledge } from '../ear/line-knowledge.js';
import type { Tuning } from '@undertone/fine-tune';
import type { WireEncoding } from '@undertone/protocol';

/** `file`: a recording, analyzed as fast as there is capacity, but never before a live chunk that waits. */
export type StreamKind = 'live' | 'file';

/** The description of the model in use, for `session.ready`. */
export interface ModelDescription {
  /** Its name. */
  id: string;
  /** Goes up when it is trained anew. */
  version: string;
  /** That its directives can have. */
  labels: readonly string[];
  /** How its probabilities were scaled, as `temperature 1.3`. */
  calibration: string;
}

/** The data that a worker needs about one channel. `null`: not analyzed, and the worker gets nothing of it. */
export interface ChannelSetup {
  /** As the channel's bytes come. */
  encoding: WireEncoding;
  /** Hz. */
  sampleRate: number;
  /** Where its audio clock stands, ms. */
  startMs: number;
  /** The background level of the audio before, dB relative to full scale. */
  noiseDb?: number;
  /** Speech was under way at the end of the audio before. */
  speaking?: boolean;
}

/** Messages from the pool to a worker. The pool numbers streams. Spans are answered in order, by `id`. */
export type ToWorker =
  | {
      kind: 'open';
      stream: number;
      channels: (ChannelSetup | null)[];
      model: boolean;
      priority: StreamKind;
      tuning?: Tuning;
      embeddings?: boolean;
      /** What each channel knows of the line and its voices. */
      known?: ChannelKnowledge;
    }
  | { kind: 'model'; stream: number; on: boolean; embeddings: boolean }
  | {
      kind: 'chunk';
      stream: number;
      channel: number;
      id: number;
      payload: Uint8Array;
      /** Whether the channel ends here. Held-back samples are then padded and analyzed too. */
      final: boolean;
    }
  | { kind: 'gap'; stream: number; channel: number; id: number; durationMs: number }
  | { kind: 'close'; stream: number }
  | { kind: 'stop' };

/** The findings of a worker in one span. */
export interface SpanFindings {
  /** Of the span. */
  speechMs: number;
  /** Where speech began or ended in it, in order. */
  vadEvents: VoiceActivityChange[];
  /** Of the span. */
  prosody: ProsodySummary;
  /** The prosody since the channel began (or since its last long gap). Only with the last span of a file. */
  wholeProsody?: ProsodySummary;
  /** How far the sound can be trusted. */
  quality: SpanQuality;
  /** Of the whole span, dB relative to full scale. */
  levels: { rmsDb: number; peakDb: number };
  /** Absent where nobody spoke, or the model could not hear. */
  emotion?: EmotionReading;
  /** They come with the emotion. */
  dimensions?: Dimensions;
  /** What the emotion was judged with. */
  baseline?: KnownSeconds;
  /** The full reader's, of the utterance that has just ended. */
  utterance?: UtteranceReading;
  /** The full reader failed on the utterance that has just ended; the live readings stay. */
  utteranceFault?: ModelFault;
  /** What the channel knows of the line and its voices, after an utterance changed it. */
  learned?: LineKnowledge;
  /** [labels] of a tuned model, in its order. */
  tunedProbabilities?: readonly number[];
  /** Data for training a head; where the stream asked for it. */
  heard?: SpanOutputs;
  /** The sound was no speech, and so has no emotion: how much of it was heard, ms. */
  notSpeech?: { readonly evidenceMs: number };
  /** A laugh, a sigh or the like in the span. */
  vocalSound?: VocalSound;
  /** Why there is no emotion, where the model failed. */
  modelFault?: ModelFault;
}

/** What became of a span: what was found in it, or why nothing was. `inferenceMs` is what the model needed. */
export type SpanAnswer = { stream: number; channel: number; id: number; inferenceMs: number } & (
  | { kind: 'analyzed'; findings: SpanFindings }
  | { kind: 'gap'; vadEvents: VoiceActivityChange[] }
  | { kind: 'undecodable' }
);

/** Messages from a worker to the pool. */
export type FromWorker =
  | { kind: 'ready'; model: ModelDescription; blockMs: number }
  | { kind: 'unusable'; message: string }
  /** What a model threw, from time to time while it does. */
  | { kind: 'model_failed'; message: string }
  | { kind: 'answers'; answers: SpanAnswer[] };
