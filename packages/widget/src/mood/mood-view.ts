import {
  levelOf,
  MOOD_LIMITS,
  shownHeat,
  toneOf,
  trendOf,
  type HeatPoint,
  type MoodKind,
  type MoodLevel,
  type MoodTone,
  type MoodTrend,
} from '@undertone/protocol';
import { LATE_MS, type CallState } from '../state/call-state.js';
import { isLost } from '../state/lost-sound.js';
import { mannersOf, NO_MANNER } from '../state/manner.js';
import type { SpeakerState } from '../state/speaker-state.js';
import { moodOf, newestVoice } from '../state/voices.js';
import type { StringKey } from '../text/en.js';
import type { Texts } from '../text/texts.js';

/** The age of a mood is told in steps: nobody reads seconds that run. */
const AGE_STEP_MS = 5_000;

/** What every part of the panel says about one voice. All of it follows from the voice's mood. */
export interface MoodView {
  /** Of the voice. */
  readonly kind: MoodKind;
  /** The color that goes with it. */
  readonly tone: MoodTone;
  /** The word of its escalation. */
  readonly level: MoodLevel;
  /** The headline. */
  readonly word: string;
  /** What the agent can do; empty before anything is heard. */
  readonly advice: string;
  /** How the voice differs from before, in a few words; empty when it does not. */
  readonly reason: string;
  /** True when the mood is not sure to be that of this moment: nothing was heard for a while, results are late, or the link is down. */
  readonly isDim: boolean;
  /** How long ago the mood was sure, in words, and that it listens where somebody speaks; empty while it is sure. */
  readonly age: string;
  /** 0 to 1; undefined before anything sure was heard. */
  readonly heat: number | undefined;
  /** Where the heat goes. */
  readonly trend: MoodTrend;
  /** The same in words. */
  readonly trendWord: string;
  /** The heat of the last seconds. */
  readonly trace: readonly HeatPoint[];
}

const ADVICE: Readonly<Record<MoodKind, StringKey | undefined>> = {
  unheard: undefined,
  calm: 'advice.goOn',
  pleased: 'advice.goOn',
  low: 'advice.low',
  tense: 'advice.tense',
  upset: 'advice.upset',
  calming: 'advice.calming',
};

/** Puts the mood of the channel's newest voice into words. */
export const moodView = (speaker: SpeakerState, call: CallState, nowMs: number, texts: Texts): MoodView => {
  const mood = moodOf(speaker);
  const { kind, trace } = mood;
  const dimAgeMs = dimAge(speaker, call, nowMs);
  const advice = ADVICE[kind];
  const trend = trendOf(mood);
  return {
    kind,
    tone: toneOf(kind),
    level: levelOf(kind),
    word: kind === 'unheard' ? waitingWord(speaker, call, texts) : texts.text(`mood.${kind}`),
    advice: advice === undefined ? '' : texts.text(advice),
    reason: reasonOf(speaker, kind, texts),
    isDim: dimAgeMs !== undefined,
    age: dimAgeMs === undefined ? '' : ageText(dimAgeMs, isHeard(speaker, call), texts),
    heat: shownHeat(mood),
    trend,
    trendWord: texts.text(`trend.${trend}`),
    trace,
  };
};

/** When the view next changes without a message; undefined if never. */
export const nextMoodChangeMs = (call: CallState, nowMs: number): number | undefined => {
  if (isOver(call)) return undefined;
  const due = call.speakers.flatMap(({ analyzed, voices }) => {
    const sureAtMs = newestVoice(voices)?.sureAtMs;
    if (!analyzed || sureAtMs === undefined) return [];
    const ageMs = nowMs - sureAtMs;
    const stepMs = (Math.floor(ageMs / AGE_STEP_MS) + 1) * AGE_STEP_MS;
    return [sureAtMs + (ageMs <= MOOD_LIMITS.freshMs ? MOOD_LIMITS.freshMs + 1 : stepMs)];
  });
  return due.length === 0 ? undefined : Math.min(...due);
};

/** Whether the call is over, so that its moods belong to the past. */
export const isOver = ({ connection }: CallState): boolean =>
  connection === 'ended' || connection === 'failed';

/** "Listening…" only where something is listened to: before the link is up, in a pause, without sound and after a failure nothing is. */
const waitingWord = ({ channel }: SpeakerState, call: CallState, texts: Texts): string => {
  const { connection, isHeld, lost } = call;
  if (isHeld) return texts.text('analysis.paused');
  if (connection === 'idle' || connection === 'connecting' || connection === 'failed')
    return texts.text('analysis.off');
  return texts.text(isLost(lost, channel) ? 'analysis.silent' : 'mood.unheard');
};

/** How old the mood is where it may no longer hold; undefined where it is sure. */
const dimAge = (speaker: SpeakerState, call: CallState, nowMs: number): number | undefined => {
  const voice = newestVoice(speaker.voices);
  const sureAtMs = voice?.sureAtMs;
  // What nobody was told yet cannot be old.
  if (sureAtMs === undefined || voice?.mood.kind === 'unheard') return undefined;
  const ageMs = Math.max(0, nowMs - sureAtMs);
  return isCurrent(speaker, call) && ageMs <= MOOD_LIMITS.freshMs ? undefined : ageMs;
};

/** Whether what is shown of the channel is of this moment. */
const isCurrent = ({ channel }: SpeakerState, { connection, lagMs, lost }: CallState): boolean =>
  connection === 'live' && lagMs <= LATE_MS && !isLost(lost, channel);

/** Somebody speaks and nothing sure came of it yet: an old mood beside "Speaking" would look like theirs of now. */
const isHeard = (speaker: SpeakerState, call: CallState): boolean =>
  speaker.speaking && isCurrent(speaker, call);

const ageText = (ageMs: number, isListening: boolean, texts: Texts): string => {
  const seconds = Math.max(1, Math.floor(ageMs / AGE_STEP_MS)) * (AGE_STEP_MS / 1000);
  const age =
    seconds < 60
      ? texts.text('age.seconds', { seconds: texts.number(seconds) })
      : texts.text('age.minutes', { minutes: texts.number(Math.floor(seconds / 60)) });
  return isListening ? `${age} · ${texts.text('mood.unheard')}` : age;
};

const reasonOf = (speaker: SpeakerState, kind: MoodKind, texts: Texts): string => {
  const manners = mannersOf(newestVoice(speaker.voices)?.manner ?? NO_MANNER, kind);
  if (manners.length === 0) return '';
  const list = texts.list(manners.map((manner) => texts.text(`manner.${manner}`)));
  return texts.sentence(texts.text('manner.than', { list }));
};
