import type { AudioInput } from '../audio/audio-input.js';

export const FEATURES = ['emotion', 'prosody', 'vad', 'vertical', 'prediction'] as const;
/** What is computed: base classification; pitch, energy, rhythm; valence-arousal-dominance; the vertical's state and metrics; forward predictions (need a session). */
export type Feature = (typeof FEATURES)[number];

export interface AnalyzeSettings {
  /** `contact_center`, `healthcare`, `sales` or `general`. */
  readonly vertical?: string;
  /** All but `prediction` when left out. */
  readonly features?: readonly Feature[];
  readonly transcript?: string;
  readonly speaker_id?: string;
  readonly session_id?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** One recording, from one source. */
export type AnalyzeRequest = AnalyzeSettings &
  (
    | { readonly audio: AudioInput; readonly filename?: string; readonly audio_url?: never }
    | { readonly audio_url: string; readonly audio?: never }
  );

export interface Prosody {
  /** Hz. */
  readonly pitch: Readonly<Record<'mean' | 'std' | 'min' | 'max' | 'range', number | null>>;
  /** dB relative to full scale. */
  readonly energy: Readonly<Record<'mean' | 'std', number | null>>;
  /** Syllables a second, pauses a minute, seconds. */
  readonly rhythm: Readonly<Record<'speech_rate' | 'pause_rate' | 'average_pause_duration', number | null>>;
  /** Fractions; `hnr` in dB. */
  readonly voice_quality: Readonly<Record<'jitter' | 'shimmer' | 'hnr', number | null>>;
}

/** What the relay found. Fields of features that were not asked for are absent. */
export interface AnalysisResult {
  readonly emotion?: string;
  /** 0 to 1. */
  readonly confidence?: number;
  /** By label; they sum to 1. */
  readonly emotion_probabilities?: Readonly<Record<string, number>>;
  /** -1 to 1. */
  readonly valence?: number;
  readonly arousal?: number;
  readonly dominance?: number;
  readonly prosody?: Prosody;
  readonly state?: string;
  readonly metrics?: Readonly<Record<string, unknown>>;
  /** Seconds. */
  readonly duration: number;
  /** ISO 8601. */
  readonly processed_at: string;
  readonly request_id: string;
  /** Further fields of the interface, as the API reference lists them. */
  readonly [field: string]: unknown;
}
