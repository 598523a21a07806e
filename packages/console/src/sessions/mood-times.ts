import type { SessionListItem } from '@undertone/sdk';
import { clock, type Mood, moodWord } from '../words/words.js';
import { t } from '../language/text.js';

/** What lasted less is not told: the panel's own sum of a call leaves it out, too. */
const LEAST_S = 1;

/**
 * "Tense 0:28, Calm 0:24": how long each mood lasted, the longest first, as the panel says it when a call is over. Several voices of a
 * line have moods at the same time, which then make more than the call.
 */
export const moodTimes = ({
  moods,
  duration,
}: Pick<SessionListItem['overview'], 'moods' | 'duration'>): string => {
  const all = Object.entries(moods ?? {}) as [Mood, number][];
  const times = all
    .filter(([, seconds]) => seconds >= LEAST_S)
    .sort(([, a], [, b]) => b - a)
    .map(([mood, seconds]) => `${moodWord(mood)} ${clock(seconds)}`)
    .join(', ');
  const total = all.reduce((sum, [, seconds]) => sum + seconds, 0);
  return total > duration + LEAST_S ? t('{times}, of all voices together', { times }) : times;
};
