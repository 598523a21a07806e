import { describe, expect, it } from 'vitest';
import {
  SpeechPortions,
  type SpeechPortionsState,
  speechShare,
  weightedBySpeech,
} from './speech-portions.js';

const read = (
  portions: SpeechPortions<number>,
  speechMs: number,
  evidenceMs: number,
  reading: number,
): void => portions.hear({ emotion: { evidenceMs } }, speechMs, reading);
const hearNoSpeech = (portions: SpeechPortions<number>, heardMs: number, evidenceMs: number): void =>
  portions.hear({ notSpeech: { evidenceMs } }, heardMs, undefined);

/** Feeds readings of 250 ms of speech each. The evidence grows until the stretch ends. */
const hear = (portions: SpeechPortions<number>, readings: readonly number[]): SpeechPortions<number> => {
  readings.forEach((reading, i) => read(portions, 250, (i + 1) * 250, reading));
  return portions;
};
const counted = (portions: SpeechPortions<number>): [number, number][] =>
  portions.settled().map(({ speechMs, reading }) => [speechMs, reading]);

describe('the readings of a recording that count', () => {
  it('are the last ones of each stretch of speech', () => {
    const portions = hear(hear(new SpeechPortions<number>(), [1, 2, 3]), [4, 5]);
    expect(counted(portions)).toEqual([
      [750, 3],
      [500, 5],
    ]);
  });

  it('are one for every 4 s of a long stretch, and a rest under 2 s joins the portion before it', () => {
    const readings = Array.from({ length: 20 }, (_, i) => i);
    expect(counted(hear(new SpeechPortions<number>(), readings))).toEqual([[5_000, 19]]);
    const longer = Array.from({ length: 24 }, (_, i) => i);
    expect(counted(hear(new SpeechPortions<number>(), longer))).toEqual([
      [4_000, 15],
      [2_000, 23],
    ]);
  });

  it('know where they lie, from their first speech to their last', () => {
    const portions = new SpeechPortions<number>();
    const span = (startMs: number, speechMs: number, evidenceMs: number): void =>
      portions.hear({ emotion: { evidenceMs }, startMs, endMs: startMs + 250 }, speechMs, 1);
    span(1_000, 100, 100);
    span(1_250, 250, 350);
    span(1_500, 50, 400);
    span(5_000, 250, 250);
    expect(portions.settled().map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [1_150, 1_550],
      [5_000, 5_250],
    ]);
  });

  it('are none before the first one, and some from it on, also between two stretches', () => {
    const portions = new SpeechPortions<number>();
    expect(portions.isEmpty).toBe(true);
    hearNoSpeech(portions, 250, 250);
    expect(portions.isEmpty).toBe(true);
    read(portions, 250, 500, 1);
    expect(portions.isEmpty).toBe(false);
    portions.hear({ emotion: { evidenceMs: 4_500 } }, 4_000, 2);
    expect(portions.snapshot().open).toBeUndefined();
    expect(portions.isEmpty).toBe(false);
  });

  it('are weighted by their speech, and have no mean without any portion', () => {
    const portions = hear(hear(new SpeechPortions<number>(), [0, 0, 1]), [5]);
    expect(weightedBySpeech(portions.settled())?.mean((reading) => reading)).toBeCloseTo(2, 12);
    expect(weightedBySpeech(new SpeechPortions<number>().settled())).toBeUndefined();
  });

  it('weigh less when more of the audio around them was not speech', () => {
    const portions = new SpeechPortions<number>();
    read(portions, 250, 250, 1);
    hearNoSpeech(portions, 750, 1_000);
    read(portions, 1_000, 1_000 - 250, 5);
    const settled = portions.settled();
    expect(settled.map(speechShare)).toEqual([0.25, 1]);
    expect(weightedBySpeech(settled)?.mean((reading) => reading)).toBeCloseTo((0.0625 + 5) / 1.0625, 12);
  });

  it('do not include a stretch without any speech', () => {
    const portions = new SpeechPortions<number>();
    hearNoSpeech(portions, 3_000, 3_000);
    expect(portions.isEmpty).toBe(true);
    read(portions, 1_000, 1_000, 2);
    hearNoSpeech(portions, 6_000, 7_000);
    expect(portions.settled()).toEqual([
      { stretch: 1, speechMs: 1_000, reading: 2, heardMs: 7_000, otherMs: 6_000 },
    ]);
  });

  it('are the same after a round trip through JSON and when they are read twice', () => {
    const whole = hear(new SpeechPortions<number>(), [1, 2, 3]);
    expect(counted(whole)).toEqual(counted(whole));
    const half = hear(new SpeechPortions<number>(), [1, 2]);
    const stored = JSON.parse(JSON.stringify(half.snapshot())) as SpeechPortionsState<number>;
    const rest = new SpeechPortions(stored);
    read(rest, 250, 750, 3);
    expect(counted(rest)).toEqual(counted(whole));
  });
});
