import { describe, expect, it } from 'vitest';
import { SpeechGate } from './speech-gate.js';

const BLOCK = 800;

/** Offers numbered blocks (every sample is number / 1,000) and returns what was passed on. `|` is a fresh start. */
const play = (
  blocks: number,
  speech: readonly { from: number; to: number; noticed: number; onset: number }[],
): string[] => {
  const gate = new SpeechGate(BLOCK);
  const passed: string[] = [];
  const sink = {
    fresh: () => void passed.push('|'),
    end: () => undefined,
    block: (samples: Float32Array) => void passed.push(String(Math.round((samples[17] ?? 0) * 1_000))),
  };
  for (let i = 0; i < blocks; i++) {
    const stretch = speech.find(({ noticed, to }) => i >= noticed && i <= to);
    const onset = stretch?.noticed === i ? stretch.onset : undefined;
    gate.offer(new Float32Array(BLOCK).fill(i / 1_000), (i + 1) * BLOCK, stretch !== undefined, onset, sink);
  }
  return passed;
};

const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => String(from + i));

describe('the audio that the model gets', () => {
  it('contains no silence', () => {
    expect(play(100, [])).toEqual([]);
  });

  it('begins with a fresh state 100 ms before the onset, although the onset is noticed later', () => {
    // The onset is at the start of block 10 and is noticed in block 13. Blocks 8 and 9 are the lead.
    const passed = play(20, [{ from: 10, to: 19, noticed: 13, onset: 10 * BLOCK }]);
    expect(passed).toEqual(['|', ...numbers(8, 19)]);
  });

  it('goes back at most 300 ms, and not before the start', () => {
    expect(play(30, [{ from: 10, to: 29, noticed: 20, onset: 10 * BLOCK }]).slice(0, 2)).toEqual(['|', '15']);
    expect(play(5, [{ from: 0, to: 4, noticed: 2, onset: 0 }])).toEqual(['|', ...numbers(0, 4)]);
  });

  it('keeps pauses under half a second in the same stretch', () => {
    // Voice activity ends 300 ms after the speech: `to` is six blocks after the last word.
    const passed = play(60, [
      { from: 10, to: 20, noticed: 10, onset: 10 * BLOCK },
      { from: 24, to: 59, noticed: 24, onset: 24 * BLOCK },
    ]);
    expect(passed).toEqual(['|', ...numbers(8, 59)]);
  });

  it('ends half a second after the last word, and the next stretch begins with a fresh state after the skipped silence', () => {
    const passed = play(70, [
      { from: 10, to: 20, noticed: 10, onset: 10 * BLOCK },
      { from: 50, to: 60, noticed: 50, onset: 50 * BLOCK },
    ]);
    expect(passed).toEqual(['|', ...numbers(8, 24), '|', ...numbers(48, 64)]);
  });

  it('loses at most 16 bits of precision in the lead and none after it', () => {
    const gate = new SpeechGate(BLOCK);
    const heard: number[] = [];
    const sink = {
      fresh: () => undefined,
      end: () => undefined,
      block: (samples: Float32Array) => void heard.push(samples[0] ?? 0),
    };
    const block = () => new Float32Array(BLOCK).fill(0.123_456_7);
    gate.offer(block(), BLOCK, true, 0, sink);
    gate.offer(block(), 2 * BLOCK, true, undefined, sink);
    expect(Math.abs((heard[0] ?? 0) - 0.123_456_7)).toBeLessThan(1 / 65_000);
    expect(heard[1]).toBe(block()[0]);
  });
});
