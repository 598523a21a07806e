import type { Diarization, SpeakerScore, SpeakerThresholds, Voiceprint } from '@undertone/speaker';

export type { Diarization, DiarizedSpeaker, SpeakerTurn, Voiceprint } from '@undertone/speaker';

export interface HearOrder {
  /** 16 kHz, one channel, full scale ±1. */
  readonly samples: Float32Array;
  /** Absent, the voices are only told apart: no voiceprint leaves the worker. */
  readonly voiceprints: boolean;
  readonly signal: AbortSignal;
}

/** Somebody a voice may be. */
export interface KnownVoice {
  readonly id: string;
  readonly voiceprint: Voiceprint;
}

/** Compares voices: calibrated on speakers that the model has not heard. */
export interface VoiceComparison {
  /** The embedding space of the model in use. */
  readonly space: string;
  readonly thresholds: SpeakerThresholds;
  /** @throws SpeakerError `voiceprint_version` for voiceprints of two spaces */
  score(a: Voiceprint, b: Voiceprint): SpeakerScore;
  /** The one that this voice is, stricter with more of them; undefined where none is sure enough. */
  identify(
    voiceprint: Voiceprint,
    known: readonly KnownVoice[],
  ): { readonly id: string; readonly score: SpeakerScore } | undefined;
  /** Several recordings of one person as one. */
  merge(voiceprints: readonly [Voiceprint, ...Voiceprint[]]): Voiceprint;
  encode(voiceprint: Voiceprint): Uint8Array;
  /** @throws SpeakerError `voiceprint_invalid` */
  decode(bytes: Uint8Array): Voiceprint;
}

/** The speaker model in its worker, behind everything that is live. */
export interface VoiceEngine {
  /** Starts the worker where it has not been needed before. @throws Fault `model_unavailable` */
  comparison(): Promise<VoiceComparison>;
  /** Who speaks when in a recording. @throws Fault `overloaded`, `model_unavailable`, `inference_failed`; the signal's reason */
  hear(order: HearOrder): Promise<Diarization>;
}
