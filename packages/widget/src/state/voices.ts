import {
  hearMood,
  steerMood,
  UNHEARD,
  type AgentSteering,
  type CallMood,
  type Directive,
} from '@undertone/protocol';
import { hearManner, NO_MANNER, type Manner } from './manner.js';

/** One voice: its mood, its manner, and when the newest sure evidence was spoken, on the page's clock. */
export interface Voice {
  readonly id: string;
  readonly mood: CallMood;
  readonly manner: Manner;
  readonly sureAtMs: number | undefined;
}

/** The voices of a channel, the one that spoke last at the end. */
export type Voices = readonly Voice[];

/** More people do not take turns on one line. The limit keeps a relay with new ids from filling the memory. */
const MAX_VOICES = 12;
/** A voice whose id is not known. */
const NAMELESS = '';

/** The voice that spoke last; undefined before any. */
export const newestVoice = (voices: Voices): Voice | undefined => voices.at(-1);

/** The mood of the voice that spoke last. */
export const moodOf = ({ voices }: { readonly voices: Voices }): CallMood =>
  newestVoice(voices)?.mood ?? UNHEARD;

/** Takes a result into account. `spokenAtMs`: when its audio was spoken, on the page's clock. */
export const withHeardVoice = (voices: Voices, directive: Directive, spokenAtMs: number): Voices => {
  const voice = voiceOf(voices, directive.speakerId);
  const mood = hearMood(voice.mood, directive);
  const manner = hearManner(voice.manner, directive, mood.kind);
  const sureAtMs = mood.sureMs === voice.mood.sureMs ? voice.sureAtMs : spokenAtMs;
  const next = { id: directive.speakerId, mood, manner, sureAtMs };
  // A result without speech does not say that somebody else speaks now.
  return directive.speech
    ? [...without(voices, voice.id), next].slice(-MAX_VOICES)
    : replaced(voices, voice, next);
};

/** Takes a steering message into account. One that names no voice is about the last that spoke. */
export const withSteeredVoice = (
  voices: Voices,
  steering: Pick<AgentSteering, 'mode' | 'timestampMs' | 'speakerId'>,
  nowMs: number,
): Voices => {
  const voice = voiceOf(voices, steering.speakerId ?? newestVoice(voices)?.id ?? NAMELESS);
  const mood = steerMood(voice.mood, steering);
  const sureAtMs = mood.kind === voice.mood.kind ? voice.sureAtMs : nowMs;
  return replaced(voices, voice, { ...voice, mood, sureAtMs });
};

/** Forgets a voice. */
export const without = (voices: Voices, id: string): Voices => voices.filter((voice) => voice.id !== id);

/** A message about a voice without an id is about the same voice as the first with one. */
const voiceOf = (voices: Voices, id: string): Voice =>
  voices.find((voice) => voice.id === id) ??
  (voices.length === 1 ? voices.find((voice) => voice.id === NAMELESS) : undefined) ?? {
    id,
    mood: UNHEARD,
    manner: NO_MANNER,
    sureAtMs: undefined,
  };

const replaced = (voices: Voices, old: Voice, next: Voice): Voices =>
  voices.includes(old)
    ? voices.map((voice) => (voice === old ? next : voice))
    : [next, ...voices].slice(-MAX_VOICES);
