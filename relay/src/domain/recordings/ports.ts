import type { AnalysisResult } from '../call/analysis-result.js';
import type { Tuning } from '@undertone/fine-tune';
import type { ChannelKnowledge, LineKnowledge } from '@undertone/hearing';
import type { AnalysisFeature } from './analysis-request.js';

/** What is known of a recording's file. */
export interface AudioFacts {
  /** Exact duration from the decoded samples; the billed duration. */
  readonly durationS: number;
  /** For example `mp3`, or `ogg/opus`. */
  readonly format: string;
  /** Of the file, before resampling. */
  readonly sampleRateHz: number;
  /** Of the file, before mixing. */
  readonly channelCount: number;
  /** Whether parts of the file could not be read and were left out. */
  readonly damaged: boolean;
}

/** A recording as samples: 16 kHz, full scale ±1, all channels equally long. */
export interface DecodedAudio extends AudioFacts {
  /** Mixed to one channel, or separate channels if asked for. */
  readonly channels: readonly Float32Array[];
  /** Wipes the samples and gives their memory back at once; `channels` are empty afterwards. */
  readonly release: () => void;
}

export interface DecodeOrder {
  readonly maxSeconds: number;
  readonly separateChannels: boolean;
  /** Organizations take turns, and each pays for what it makes the decoder do in vain. */
  readonly orgId: string;
  readonly signal: AbortSignal;
}

/** @throws Fault `unsupported_audio_format`, `undecodable_audio`, `audio_too_long`, `overloaded` */
export type DecodeAudio = (bytes: Uint8Array, order: DecodeOrder) => Promise<DecodedAudio>;

/** Gets a caller's URL safely. @throws Fault `validation_error` naming `audio_url`, `payload_too_large` */
export type FetchAudio = (url: string, signal: AbortSignal) => Promise<Uint8Array>;

export interface EngineOrder {
  readonly id: string;
  readonly channels: readonly Float32Array[];
  readonly features: readonly AnalysisFeature[];
  /** A customer's model, used instead of the base model. */
  readonly tuning?: Tuning;
  /** Whether results include what the readers heard. */
  readonly embeddings?: boolean;
  /** What is known of the line and its voices, for every channel; default nothing. */
  readonly known?: LineKnowledge;
  readonly signal: AbortSignal;
  readonly onResult: (result: AnalysisResult) => void;
}

/**
 * The inference path of the live streams. Resolves after the last result, with what each channel knows of the line then.
 * Undefined: nothing. @throws Fault
 */
export type RunEngine = (order: EngineOrder) => Promise<ChannelKnowledge | undefined>;
