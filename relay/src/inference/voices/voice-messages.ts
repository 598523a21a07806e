import type { Diarization, OnlineDiarizerEvent, SpeakerMetadata, Voiceprint } from '@undertone/speaker';
import type { WireEncoding } from '../port.js';

/** `one`: one person speaks on the channel. `mixed`: several people speak and are distinguished. */
export type VoiceMode = 'one' | 'mixed';

/** A channel on which the worker finds who speaks. */
export interface VoiceChannelSetup {
  readonly encoding: WireEncoding;
  readonly sampleRate: number;
  /** Where its audio clock stands, ms. */
  readonly startMs: number;
  readonly mode: VoiceMode;
  /** Whether voiceprints may leave the worker: a consent covers them. */
  readonly voiceprints: boolean;
}

/** Messages to the worker. A tracker listens to one channel of one stream. The pool numbers trackers and recordings. */
export type ToVoiceWorker =
  | {
      readonly kind: 'hear';
      readonly id: number;
      readonly samples: Float32Array;
      readonly voiceprints: boolean;
    }
  | { readonly kind: 'forget'; readonly id: number }
  | { readonly kind: 'open'; readonly tracker: number; readonly setup: VoiceChannelSetup }
  | { readonly kind: 'voiceprints'; readonly tracker: number; readonly on: boolean }
  | { readonly kind: 'audio'; readonly tracker: number; readonly payload: Uint8Array }
  | { readonly kind: 'gap'; readonly tracker: number; readonly durationMs: number }
  /** Decides the rest. Afterwards the tracker takes no more audio. */
  | { readonly kind: 'end'; readonly tracker: number }
  | { readonly kind: 'close'; readonly tracker: number }
  | { readonly kind: 'stop' };

/** There is enough speech of a voice to compare it. */
export interface HeardVoice {
  /** The diarizer's number; 0 on a channel of one person. */
  readonly speaker: number;
  readonly voiceprint: Voiceprint;
}

/** New findings in a channel's audio. */
export interface VoiceNews {
  /** Who spoke is decided up to this time, ms on the audio clock. */
  readonly throughMs: number;
  readonly events: readonly OnlineDiarizerEvent[];
  readonly voices: readonly HeardVoice[];
  /** After `end`: nothing follows. */
  readonly last: boolean;
}

/** Messages from the worker. */
export type FromVoiceWorker =
  | { readonly kind: 'ready'; readonly metadata: SpeakerMetadata }
  | { readonly kind: 'unusable'; readonly message: string }
  /** Shows that the worker is alive during a long recording. */
  | { readonly kind: 'progress'; readonly id: number }
  | { readonly kind: 'diarized'; readonly id: number; readonly diarization: Diarization }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string }
  | { readonly kind: 'news'; readonly tracker: number; readonly news: VoiceNews }
  | { readonly kind: 'broken'; readonly tracker: number; readonly message: string };
