import type { AgentSteering } from '../generated/types.js';
import { MOOD_LIMITS } from './limits.js';

/** How a voice sounds, in the few words that somebody can act on. `unheard`: nothing sure was heard yet. */
export const MOOD_KINDS = ['unheard', 'calm', 'pleased', 'low', 'tense', 'upset', 'calming'] as const;
/** One of {@link MOOD_KINDS}. */
export type MoodKind = (typeof MOOD_KINDS)[number];

/** One point of the trend: smoothed heat from 0 to 1. */
export interface HeatPoint {
  /** On the audio clock. */
  readonly timeMs: number;
  /** 0 to 1. */
  readonly heat: number;
}

/** The color of a mood, and how loudly it asks for attention. */
export type MoodTone = 'none' | 'calm' | 'notice' | 'alert';
/** The word of a mood's escalation. */
export type MoodLevel = 'unknown' | 'low' | 'raised' | 'high';
/** Where the heat of the last seconds is going. */
export type MoodTrend = 'rising' | 'steady' | 'falling';

interface Claims {
  readonly tone: MoodTone;
  readonly level: MoodLevel;
  /** The range of heat that goes with the word of the level. */
  readonly range: readonly [number, number];
  /** The labels that go with the mood. Another one is not told beside it. */
  readonly emotions: readonly string[];
}

const HEATED = ['angry', 'frustrated', 'contempt', 'disgusted', 'fearful', 'anxious'];
const EVEN = ['neutral', 'content', 'confused', 'surprised'];
const GLAD = ['happy', 'excited', 'amused', 'content', 'surprised'];
const DOWN = ['sad', 'anxious', 'fearful'];

/** What each part of a panel may say in each mood. All parts read this table, so that they agree. */
const CLAIMS: Readonly<Record<MoodKind, Claims>> = {
  unheard: { tone: 'none', level: 'unknown', range: [0, 1], emotions: [] },
  calm: { tone: 'calm', level: 'low', range: [0, 0.34], emotions: EVEN },
  pleased: { tone: 'calm', level: 'low', range: [0, 0.34], emotions: GLAD },
  low: { tone: 'notice', level: 'low', range: [0, 0.34], emotions: DOWN },
  tense: { tone: 'notice', level: 'raised', range: [0.35, 0.64], emotions: HEATED },
  upset: { tone: 'alert', level: 'high', range: [0.65, 1], emotions: HEATED },
  calming: { tone: 'notice', level: 'raised', range: [0.35, 0.64], emotions: [...EVEN, ...DOWN] },
};

/** The color of a mood. */
export const toneOf = (kind: MoodKind): MoodTone => CLAIMS[kind].tone;

/** How far a call has escalated in a mood. */
export const levelOf = (kind: MoodKind): MoodLevel => CLAIMS[kind].level;

/** The labels that go with a mood. */
export const emotionsOf = (kind: MoodKind): readonly string[] => CLAIMS[kind].emotions;

/** The heat to show, within the range of its word: a mood ends later than it begins. Undefined before anything is heard. */
export const shownHeat = ({
  kind,
  heat,
}: {
  readonly kind: MoodKind;
  readonly heat: number;
}): number | undefined => {
  if (kind === 'unheard') return undefined;
  const [least, most] = CLAIMS[kind].range;
  return Math.min(most, Math.max(least, heat));
};

/** Where the heat of the last seconds is going. A voice that calms down is not told to be rising. */
export const trendOf = ({
  kind,
  trace,
}: {
  readonly kind: MoodKind;
  readonly trace: readonly HeatPoint[];
}): MoodTrend => {
  const first = trace[0];
  const last = trace.at(-1);
  if (first === undefined || last === undefined) return 'steady';
  const change = last.heat - first.heat;
  if (change > MOOD_LIMITS.trend.step) return kind === 'calming' ? 'steady' : 'rising';
  return change < -MOOD_LIMITS.trend.step ? 'falling' : 'steady';
};

/** The moods beside which a steering message's cue makes sense; undefined for a cue that goes with any mood. */
export const moodsOfCue = ({
  mode,
  reason,
}: Pick<AgentSteering, 'mode' | 'reason'>): readonly MoodKind[] | undefined => {
  if (reason === 'caller_disheartened') return ['low'];
  switch (mode) {
    case 'caller_escalating':
    case 'agent_overheated':
      return ['tense', 'upset'];
    case 'mirror_calm':
      return ['calming', 'calm'];
    case 'normal':
    case 'unspecified':
      return undefined;
  }
};
