import type { Schema } from '../api.js';
import type { AudioInput } from '../audio/audio-input.js';

/** What can be computed, in the order in which a refusal lists it. */
export const FEATURES = [
  'emotion',
  'prosody',
  'vad',
  'vertical',
  'prediction',
] as const satisfies readonly Feature[];
/** What to compute: base classification; pitch, energy, rhythm; valence-arousal-dominance; the vertical's state and metrics; forward predictions (they need a session). */
export type Feature = NonNullable<Schema<'AnalyzeRequest'>['features']>[number];

/** What an analysis is told besides its audio. */
export type AnalyzeSettings = Omit<Schema<'AnalyzeRequest'>, 'audio_url' | 'audio_base64'>;
/** The rules that judge state and metrics of a result. */
export type Vertical = NonNullable<AnalyzeSettings['vertical']>;
/** All verticals. */
export const VERTICALS = [
  'contact_center',
  'healthcare',
  'sales',
  'general',
] as const satisfies readonly Vertical[];

/** One recording, from one source. */
export type AnalyzeRequest = AnalyzeSettings &
  (
    | { readonly audio: AudioInput; readonly filename?: string; readonly audio_url?: never }
    | { readonly audio_url: string; readonly audio?: never }
  );

/** Pitch, energy, rhythm and voice quality of the speech; `null` where a measure cannot be taken. */
export type Prosody = Schema<'Prosody'>;
type Answered = Schema<'AnalysisResult'>;
/** What is known of speech alone. */
type OfSpeech =
  'emotion_probabilities' | 'valence' | 'arousal' | 'dominance' | 'state' | 'metrics' | 'signals';

/** Speech was heard. */
export type SpokenResult = Omit<Answered, 'speech' | OfSpeech> & {
  readonly [F in OfSpeech]?: NonNullable<Answered[F]>;
} & { readonly speech: true };

/** No speech was heard. It costs its seconds all the same. */
export type SilentResult = Omit<Answered, 'speech' | 'emotion' | 'confidence' | OfSpeech> & {
  readonly [F in OfSpeech]?: null;
} & { readonly speech: false; readonly emotion?: 'uncertain'; readonly confidence?: 0 };

/** The result; `speech` tells its shapes apart. Fields of features that were not requested are absent. */
export type AnalysisResult = SpokenResult | SilentResult;
