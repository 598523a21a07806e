import { emotionsOf } from '@undertone/protocol';
import type { SessionListItem, Vertical } from '@undertone/sdk';
import { textsFor } from '@undertone/widget/words';
import { language } from '../language/language.js';
import { t } from '../language/text.js';

/** In which the texts of a call are asked for, in whatever language it was held. */
export const LANGUAGE = language();
const texts = textsFor(LANGUAGE);

export type Mood = NonNullable<SessionListItem['overview']['final_mood']>;

/** `first_call_resolution` as people write it. For names that organizations made, which have no other word. */
export const spelledOut = (name: string): string => {
  const words = name.replaceAll(/[_.]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const named = (words: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(words, name) ? (words[name] ?? name) : spelledOut(name);

/** An emotion, as the panel calls it. */
export const emotionWord = (label: string | null): string =>
  label === null ? t('not heard') : texts.emotion(label);

/** What the panel said of a call, in its word. */
export const moodWord = (mood: Mood): string => texts.text(`mood.${mood}`);
export const MOODS: Readonly<Record<Mood, string>> = {
  pleased: moodWord('pleased'),
  calm: moodWord('calm'),
  low: moodWord('low'),
  tense: moodWord('tense'),
  upset: moodWord('upset'),
  calming: moodWord('calming'),
};

/** A share from 0 to 1. */
export const percent = (share: number): string => texts.percent(share);

/** From where a risk is raised, and high: where the relay's own alert and its figures of a contact center begin, too. */
export const RISK = { raised: 0.35, high: 0.6 } as const;

/**
 * A risk from 0 to 1 in words: "high, 82%". Under what is raised the number alone: "low" beside somebody who is upset now would seem
 * to contradict it, though most calls with an angry moment end well.
 */
export const riskWords = (risk: number): string => {
  if (risk < RISK.raised) return percent(risk);
  const level = risk >= RISK.high ? 'high' : 'raised';
  return texts.text('escalation.value', {
    word: texts.text(`escalation.${level}`),
    percent: percent(risk),
  });
};

/** Minutes and seconds of a place in a call. */
export const clock = (seconds: number): string => texts.clock(seconds * 1_000);

export const roleWord = (role: 'caller' | 'agent'): string =>
  texts.text(role === 'agent' ? 'speaker.agent' : 'speaker.customer');

/** "Speaker 2": a voice of a line that several people share, as the panel calls it. */
export const speakerWord = (number: number): string =>
  texts.text('speaker.unknown', { number: texts.number(number) });
/** "room: Speaker 2", where a call has several such lines. */
export const ofLineWord = (channel: string, speaker: string): string =>
  texts.text('speaker.ofChannel', { channel, speaker });

/** Every state of a call. */
export const STATES: Readonly<Record<SessionListItem['state'], string>> = {
  open: t('Open'),
  live: t('Live'),
  paused: t('On hold'),
  ended: t('Ended'),
  expired: t('Broken off'),
};
export const stateWord = (state: string): string => named(STATES, state);

export const VERTICALS: Readonly<Record<Vertical, string>> = {
  general: t('General'),
  contact_center: t('Contact center'),
  sales: t('Sales'),
  healthcare: t('Healthcare'),
};
export const verticalWord = (vertical: string): string => named(VERTICALS, vertical);

/** The alerts that an organization has which configured none. */
export const ALERTS: Readonly<Record<string, string>> = {
  escalation_risk_high: t('Escalation risk high'),
  churn_risk_high: t('May leave'),
  resolution_probability_low: t('Unlikely to be solved'),
  predicted_csat_low: t('Likely dissatisfied'),
};
export const alertWord = (type: string): string => named(ALERTS, type);

const ENDS: Readonly<Record<string, string>> = {
  client_ended: t('hung up'),
  client_gone: t('the line went dead'),
  idle: t('nobody added anything for a day'),
  idle_timeout: t('nobody spoke'),
  max_duration: t('the longest duration was reached'),
  resume_window_expired: t('the connection was lost'),
  ended_by_server: t('ended from elsewhere'),
  insufficient_credits: t('the credits ran out'),
  revoked: t('its access was revoked'),
  consent_withdrawn: t('the consent was withdrawn'),
};
/** Why a call ended. */
export const endWord = (code: string | null): string =>
  code === null ? '' : (ENDS[code] ?? spelledOut(code).toLowerCase());

/** How an emotion is colored: the families are the panel's moods. A word always stands beside the color. */
export type Hue = 'pleased' | 'calm' | 'low' | 'tense' | 'upset' | 'unsure';
const HUES: Readonly<Record<string, Hue>> = {
  neutral: 'calm',
  content: 'pleased',
  happy: 'pleased',
  amused: 'pleased',
  excited: 'pleased',
  sad: 'low',
  fearful: 'tense',
  anxious: 'tense',
  confused: 'tense',
  surprised: 'tense',
  angry: 'upset',
  frustrated: 'upset',
  contempt: 'upset',
  disgusted: 'upset',
};
export const hueOf = (label: string | null): Hue => (label === null ? 'unsure' : (HUES[label] ?? 'unsure'));

/** The same of a mood; who calms down is colored as in the panel, like who is tense. */
export const hueOfMood = (mood: Mood): Hue => (mood === 'calming' ? 'tense' : mood);

/** Emotions that a supervisor looks at first. */
export const HEATED: ReadonlySet<string> = new Set(emotionsOf('upset'));

const ANSWERS: Readonly<Record<string, string>> = {
  accepted: t('the agent took it up'),
  dismissed: t('the agent dismissed it'),
  snoozed: t('the agent put it off'),
  not_useful: t('the agent found it not useful'),
};
/** What the agent did with a cue. */
export const cueAnswerWord = ({
  seen,
  answer,
}: {
  readonly seen: boolean;
  readonly answer: string | null;
}): string => (answer === null ? (seen ? t('seen, not answered') : t('not seen')) : named(ANSWERS, answer));

const TONES: Readonly<Record<string, string>> = {
  calm_and_slow: t('calm and slow'),
  empathetic: t('with empathy'),
  warm_and_steady: t('warm and steady'),
  friendly: t('friendly'),
  clear: t('clear'),
};
/** The tone in which to answer. */
export const toneWord = (tone: string): string => TONES[tone] ?? spelledOut(tone).toLowerCase();

// Mood is the panel's word, and it may change while valence ends where it began.
const TRAJECTORIES: Readonly<Record<string, string>> = {
  declining: t('valence fell'),
  stable: t('valence stayed about level'),
  improving: t('valence rose'),
};
/** How the callers' valence went over a call. */
export const trajectoryWord = (trajectory: string): string => named(TRAJECTORIES, trajectory);

/** The families of moods and emotions by their colors. */
export const HUE_WORDS: readonly { readonly hue: Hue; readonly title: string }[] = [
  { hue: 'pleased', title: t('Pleased') },
  { hue: 'calm', title: t('Calm, neutral') },
  { hue: 'low', title: t('Downcast, sad') },
  { hue: 'tense', title: t('Tense, calming down') },
  { hue: 'upset', title: t('Upset, angry') },
  { hue: 'unsure', title: t('Uncertain or not analyzed') },
];
