import { describe, expect, it } from 'vitest';
import { ClockDrift, type DriftChange } from './clock-drift.js';

interface Line {
  readonly seconds: number;
  /** Error of the client's clock against the relay's. */
  readonly ppm: number;
  /** Delay of a frame, ms. */
  readonly delayMs?: (atMs: number) => number;
}

/** Sends frames of 40 ms over a link. */
const play = (drift: ClockDrift, { seconds, ppm, delayMs = () => 0 }: Line, fromMs = 0): DriftChange[] => {
  const changes: DriftChange[] = [];
  let arrivedMs = 0;
  for (let atMs = 40; atMs <= seconds * 1_000; atMs += 40) {
    arrivedMs = Math.max(arrivedMs, fromMs + atMs + delayMs(atMs));
    const change = drift.note(arrivedMs, fromMs + atMs * (1 + ppm / 1e6));
    if (change !== undefined) changes.push(change);
  }
  return changes;
};

/** Jitter of 0 to `most` ms, the same in each run. */
const jitter = (most: number) => (atMs: number) => (Math.sin(atMs * 12.9898) * 0.5 + 0.5) ** 2 * most;

describe('clock drift of a client', () => {
  it('is reported once, with its sign, on a link with 200 ms of jitter', () => {
    for (const ppm of [-8_000, 8_000, -80_000]) {
      const changes = play(new ClockDrift(), { ppm, seconds: 180, delayMs: jitter(200) });
      expect(changes).toHaveLength(1);
      expect(changes[0]).toMatchObject({ kind: 'drifts' });
      const found = changes[0]?.kind === 'drifts' ? changes[0].ppm : 0;
      expect(Math.abs(found - ppm)).toBeLessThan(Math.abs(ppm) * 0.15);
    }
  });

  it('is not reported for a crystal within 100 ppm on a link that jitters, stalls or builds up delay', () => {
    const stall = (atMs: number): number => (atMs > 30_000 && atMs < 34_000 ? 34_000 - atMs : 0);
    const fillsUp = (atMs: number): number => Math.max(0, Math.min(1_500, (atMs - 60_000) / 20));
    for (const delayMs of [jitter(400), stall, fillsUp]) {
      expect(play(new ClockDrift(), { ppm: 100, seconds: 300, delayMs })).toEqual([]);
    }
  });

  it('is reported again only after the clock has been right for a while', () => {
    const drift = new ClockDrift();
    expect(play(drift, { ppm: 9_000, seconds: 100 })).toMatchObject([{ kind: 'drifts' }]);
    drift.restart();
    expect(play(drift, { ppm: 9_000, seconds: 100 }, 200_000)).toEqual([]);
    drift.restart();
    expect(play(drift, { ppm: 0, seconds: 100 }, 400_000)).toEqual([{ kind: 'keeps' }]);
    drift.restart();
    expect(play(drift, { ppm: 9_000, seconds: 100 }, 600_000)).toMatchObject([{ kind: 'drifts' }]);
  });

  it('is not reported for a file that is sent faster than real time', () => {
    expect(play(new ClockDrift(), { ppm: 500_000, seconds: 300 })).toEqual([]);
  });
});
