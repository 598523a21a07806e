import type { Session } from '@undertone/sdk';
import { expect, it } from 'vitest';
import { knownFrom, momentWords } from './call-picture.js';

const utterance = (start: number) => ({
  start,
  end: start + 2,
  role: 'caller',
  speaker_id: 'customer',
  emotion: null,
  uncertain: null,
  mood: null,
  valence: null,
  arousal: null,
  expected: null,
});

/** The newest two utterances, from 48:00 on, of as many as are said. */
const call = (utterance_count: number): Session =>
  ({
    utterances: [utterance(2_880), utterance(2_890)],
    utterance_count,
    summary: { duration: 3_600 },
    overview: { speakers: null, people: [] },
    alerts: [],
    cues: [],
  }) as unknown as Session;

it('the time before the newest utterances of a very long call is not drawn, which is not silence', () => {
  expect([knownFrom(call(2)), knownFrom(call(1_000))]).toEqual([0, 2_880]);
  expect(momentWords(call(1_000), 600)).toBe('10:00 · not drawn');
  expect(momentWords(call(1_000), 2_885)).toBe('48:05 · nobody speaks');
  expect(momentWords(call(2), 600)).toBe('10:00 · nobody speaks');
});
