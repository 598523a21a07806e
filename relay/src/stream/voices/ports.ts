import type { Identities } from '../../domain/speakers/identities.js';
import type { VoiceEngine } from '../../domain/speakers/voice-engine.js';
import type { SpeakerTrackers } from '../../inference/voices/voice-pool.js';

/** What streams need to know who speaks. */
export interface StreamVoices {
  readonly trackers: SpeakerTrackers;
  readonly engine: Pick<VoiceEngine, 'hear' | 'comparison'>;
  readonly people: Pick<
    Identities,
    | 'recognize'
    | 'ratio'
    | 'outdated'
    | 'voiceOf'
    | 'link'
    | 'unlink'
    | 'baseline'
    | 'keepBaseline'
    | 'grow'
    | 'gone'
  >;
}

/** A voice of a session that was recognized. */
export interface KnownSpeaker {
  readonly speaker: string;
  readonly person: string;
  readonly evidenceSeconds: number;
}

/** What a checkpoint keeps of voices: names, and no data on how they sound. */
export interface SavedVoices {
  readonly people: readonly KnownSpeaker[];
  /** How many voices were told apart so far, by channel. Another process continues from these numbers. */
  readonly heard: readonly number[];
  /** The enrolled person who is the agent; `audio` for an agent enrolled only for this session. */
  readonly agent?: { readonly profileId: string; readonly label?: string } | 'audio';
}
