import { expect, it } from 'vitest';
import { moodTimes } from './mood-times.js';

it('says how long each mood lasted, the longest first, and where several voices had moods at the same time', () => {
  const moods = { calm: 24.3, tense: 35.2, low: 0.4 };
  expect(moodTimes({ moods, duration: 74 })).toBe('Tense 0:35, Calm 0:24');
  expect(moodTimes({ moods: { ...moods, calm: 103 }, duration: 64 })).toBe(
    'Calm 1:43, Tense 0:35, of all voices together',
  );
  expect(moodTimes({ moods: null, duration: 10 })).toBe('');
});
