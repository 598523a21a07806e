import { describe, expect, it } from 'vitest';
import { TONE_SHIFT } from '../thresholds.js';
import { freshTone, transitionTone, type ToneEvent } from './tone-shift.js';

/** Feeds deviations in spans of 250 ms of speech. */
const detect = (spans: readonly { arousalZ?: number; valenceZ?: number; seconds: number }[]) => {
  let tone = freshTone();
  let atMs = 0;
  const events: ToneEvent[] = [];
  for (const { arousalZ = 0, valenceZ = 0, seconds } of spans) {
    for (let i = 0; i < seconds * 4; i++) {
      const step = transitionTone(tone, {
        startMs: atMs,
        endMs: atMs + 250,
        speechMs: 250,
        arousalZ,
        valenceZ,
      });
      tone = step.tone;
      if (step.event) events.push(step.event);
      atMs += 250;
    }
  }
  return { tone, events };
};

describe('tone shifts', () => {
  it('[RT31] include a lasting rise of two deviations once, with its onset', () => {
    const { events } = detect([{ seconds: 5 }, { arousalZ: 2, seconds: 4 }]);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({ direction: 'escalating', onsetMs: 5_000, resolved: false });
    expect(events[0]!.commitMs).toBeGreaterThanOrEqual(6_000);
    expect(events[0]!.commitMs).toBeLessThanOrEqual(6_500);
    expect(events[0]!.magnitude).toBeCloseTo(2, 9);
    expect(events[0]!.durationMs).toBe(events[0]!.commitMs - 5_000);
  });

  it('do not commit before a second has passed, even after a very strong word', () => {
    const { events } = detect([{ arousalZ: 4, seconds: 0.75 }, { seconds: 3 }]);
    expect(events).toEqual([]);
  });

  it('never commit while the deviation stays within the allowance', () => {
    expect(detect([{ arousalZ: TONE_SHIFT.allowance, valenceZ: -0.7, seconds: 300 }]).events).toEqual([]);
  });

  it('have a direction that depends on what moved', () => {
    const direction = (arousalZ: number, valenceZ: number) =>
      detect([{ arousalZ, valenceZ, seconds: 4 }]).events[0]?.direction;
    expect(direction(2, 0)).toBe('escalating');
    expect(direction(2, -2)).toBe('escalating');
    expect(direction(2, 2)).toBe('brightening');
    expect(direction(-2, 0)).toBe('deescalating');
    expect(direction(0, 2)).toBe('brightening');
    expect(direction(0, -2)).toBe('darkening');
  });

  it('[RT31] resolve once when the speaker is back for 1.5 s of speech', () => {
    const { events, tone } = detect([
      { arousalZ: 2, seconds: 4 },
      { arousalZ: 0.2, seconds: 1 },
      { arousalZ: 1, seconds: 1 },
      { arousalZ: 0.2, seconds: 4 },
    ]);
    expect(events.map(({ resolved }) => resolved)).toEqual([false, true]);
    expect(events[1]).toMatchObject({
      direction: 'escalating',
      onsetMs: 0,
      durationMs: 7_500,
      adopted: false,
    });
    expect(tone.kind).toBe('watching');
  });

  it('end when the new tone has become usual for the speaker', () => {
    const { events } = detect([{ valenceZ: -2, seconds: 70 }]);
    expect(events[1]).toMatchObject({ resolved: true, adopted: true, direction: 'darkening' });
  });

  it('do not change while nobody speaks', () => {
    const tone = freshTone();
    const silent = { startMs: 0, endMs: 250, speechMs: 0, arousalZ: 4, valenceZ: 0 };
    expect(transitionTone(tone, silent)).toEqual({ tone });
  });
});
