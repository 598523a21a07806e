import { describe, expect, it } from 'vitest';
import { freshVocal, transitionVocal, type VocalEvent, type VocalInput } from './vocal-events.js';

/** Feeds results of 250 ms each, then silence; `null` is speech. */
const hear = (...sounds: (readonly [string, number] | null)[]): VocalEvent[] => {
  const events: VocalEvent[] = [];
  let vocal = freshVocal();
  const inputs = sounds.map((sound, i): VocalInput =>
    sound === null
      ? { kind: 'none' }
      : {
          kind: 'sound',
          sound: { kind: sound[0], probability: sound[1] },
          startMs: 250 * i,
          endMs: 250 * (i + 1),
        },
  );
  for (const input of [...inputs, { kind: 'none' } as const]) {
    const step = transitionVocal(vocal, input);
    vocal = step.vocal;
    if (step.event !== undefined) events.push(step.event);
  }
  return events;
};

describe('sounds of the voice that are not speech', () => {
  it('[RT81] are reported when they are over, with their start and end', () => {
    expect(hear(null, ['laugh', 0.6], ['laugh', 0.8], ['laugh', 0.7], null)).toEqual([
      { event: 'laugh', startMs: 250, endMs: 1_000, probability: expect.closeTo(0.7, 9) as number },
    ]);
  });

  it('[RT81] are reported only from 400 ms on: one reading of 250 ms may be a mistake', () => {
    expect(hear(['sigh', 0.9])).toEqual([]);
    expect(hear(['sigh', 0.9], ['sigh', 0.9])).toHaveLength(1);
  });

  it('are named after the kind with the largest weight', () => {
    expect(hear(['cry', 0.5], ['laugh', 0.4], ['laugh', 0.4])).toMatchObject([{ event: 'laugh' }]);
  });

  it('are two events when there is speech between them', () => {
    const events = hear(['laugh', 0.5], ['laugh', 0.5], null, ['groan', 0.5], ['groan', 0.5]);
    expect(events.map(({ event }) => event)).toEqual(['laugh', 'groan']);
  });

  it('[RT81] are reported in parts when they last longer than 4 s', () => {
    const events = hear(...Array.from({ length: 40 }, () => ['cry', 0.5] as const));
    expect(events.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [0, 4_000],
      [4_000, 8_000],
      [8_000, 10_000],
    ]);
  });
});
