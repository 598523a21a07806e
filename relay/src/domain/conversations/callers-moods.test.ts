import { expect, it } from 'vitest';
import type { TurnMood } from '../call/emotion/heard-mood.js';
import { callersMoods } from './callers-moods.js';

const turn = (speakerId: string, startS: number, endS: number, told?: TurnMood, role = 'caller') => ({
  speakerId,
  role: role as 'caller' | 'agent',
  channel: 0,
  startMs: startS * 1_000,
  endMs: endS * 1_000,
  ...told,
});

const moods = (turns: readonly ReturnType<typeof turn>[]) => Object.fromEntries(callersMoods(turns));

it('a calm listener counts for the time until somebody else speaks', () => {
  expect(
    moods([
      turn('spk_1', 0, 5, { mood: 'calm', moodMs: { calm: 4_000 } }),
      turn('spk_2', 7, 60, { mood: 'upset', moodMs: { upset: 50_000 } }),
      turn('spk_2', 62, 110, { mood: 'upset', moodMs: { upset: 50_000 } }),
      turn('spk_1', 112, 114, { mood: 'calm', moodMs: { calm: 109_000 } }),
    ]),
  ).toEqual({ calm: 8_000, upset: 100_000 });
});

it('one caller’s mood lasts over the turns of an agent', () => {
  expect(
    moods([
      turn('spk_1', 0, 5, { mood: 'tense', moodMs: { tense: 4_000 } }),
      turn('spk_2', 6, 20, undefined, 'agent'),
      turn('spk_1', 21, 30, { mood: 'calm', moodMs: { tense: 18_000, calm: 7_000 } }),
    ]),
  ).toEqual({ tense: 22_000, calm: 7_000 });
});

it('what was under way when a turn ended takes its mood over at once', () => {
  expect(
    moods([
      turn('spk_1', 0, 5, { mood: 'calm', moodMs: { calm: 5_000 } }),
      turn('spk_2', 4, 20),
      turn('spk_1', 10, 12, { mood: 'low', moodMs: { calm: 6_000, low: 1_000 } }),
    ]),
  ).toEqual({ calm: 6_000, low: 1_000 });
});
