import { describe, expect, it } from 'vitest';
import { addSegment, type OverlapSpan, type Segment } from './overlap.js';

const play = (spoken: [channel: number, startMs: number, endMs: number][]) => {
  let segments: Segment[][] = [[], []];
  const overlaps: OverlapSpan[] = [];
  for (const [channel, startMs, endMs] of spoken) {
    const step = addSegment(segments, channel, { startMs, endMs });
    segments = step.segments;
    overlaps.push(...step.overlaps);
  }
  return { overlaps, segments };
};

describe('an overlap of two speakers', () => {
  it('is reported once, when the later of the two stretches ends', () => {
    expect(
      play([
        [0, 0, 1_000],
        [1, 600, 2_000],
      ]).overlaps,
    ).toEqual([{ channels: [0, 1], startMs: 600, endMs: 1_000 }]);
  });

  it('is found for each of two short words inside a long stretch', () => {
    const { overlaps } = play([
      [1, 500, 900],
      [1, 2_000, 2_400],
      [0, 0, 3_000],
    ]);
    expect(overlaps.map(({ startMs }) => startMs)).toEqual([500, 2_000]);
  });

  it('is not reported under 250 ms or within one channel', () => {
    expect(
      play([
        [0, 0, 1_000],
        [1, 800, 2_000],
      ]).overlaps,
    ).toEqual([]);
    expect(
      play([
        [0, 0, 1_000],
        [0, 500, 2_000],
      ]).overlaps,
    ).toEqual([]);
  });

  it('is found with at most 16 kept stretches per channel', () => {
    const spoken = Array.from({ length: 40 }, (_, i): [number, number, number] => [0, i * 100, i * 100 + 50]);
    expect(play(spoken).segments[0]).toHaveLength(16);
  });
});
