import type { SessionListItem } from '@undertone/sdk';
import { clock, type Mood, moodWord } from '../words/words.js';

/** What lasted less is not told: the panel's own sum of a call leaves it out, too. */
const LEAST_S = 1;

/** "Tense 0:28, Calm 0:24": how long each mood lasted, the longest first, as the panel says it when a call is over. */
export const moodTimes = ({ moods }: Pick<SessionListItem['overview'], 'moods'>): string =>
  (Object.entries(moods ?? {}) as [Mood, number][])
    .filter(([, seconds]) => seconds >= LEAST_S)
    .sort(([, a], [, b]) => b - a)
    .map(([mood, seconds]) => `${moodWord(mood)} ${clock(seconds)}`)
    .join(', ');
