import type { VoiceProfile } from './voice-profile.js';
import type { Diarization, SpeakerScore, SpeakerThresholds, Voiceprint } from '@undertone/speaker';

export type { Diarization, DiarizedSpeaker, SpeakerTurn, Voiceprint } from '@undertone/speaker';

export interface HearOrder {
  /** 16 kHz, one channel, full scale ±1. */
  readonly samples: Float32Array;
  /** False: the voices are only distinguished, and no voiceprint leaves the worker. */
  readonly voiceprints: boolean;
  readonly signal: AbortSignal;
}

/** A person whose voice it may be. */
export interface KnownVoice {
  readonly id: string;
  readonly voiceprint: Voiceprint;
}

/** Compares voices. Calibrated on speakers that were not in the model's training data. */
export interface VoiceComparison {
  /** The embedding space of the model in use. */
  readonly space: string;
  readonly thresholds: SpeakerThresholds;
  /** @throws SpeakerError `voiceprint_version` for voiceprints of two spaces */
  score(a: Voiceprint, b: Voiceprint): SpeakerScore;
  /**
   * The known person with this voice. The more people are known, the stricter it is. Undefined if no match is
   * certain enough.
   */
  identify(
    voiceprint: Voiceprint,
    known: readonly KnownVoice[],
  ): { readonly id: string; readonly score: SpeakerScore } | undefined;
  /** Combines several recordings of one person into one voiceprint. */
  merge(voiceprints: readonly [Voiceprint, ...Voiceprint[]]): Voiceprint;
  encode(profile: VoiceProfile): Uint8Array;
  /** @throws SpeakerError `voiceprint_invalid` */
  decode(bytes: Uint8Array): VoiceProfile;
}

/** The speaker model in its worker. All live work has priority over it. */
export interface VoiceEngine {
  /** Starts the worker if it is not running yet. @throws Fault `model_unavailable` */
  comparison(): Promise<VoiceComparison>;
  /** Who speaks when in a recording. @throws Fault `overloaded`, `model_unavailable`, `inference_failed`; the signal's reason */
  hear(order: HearOrder): Promise<Diarization>;
}
