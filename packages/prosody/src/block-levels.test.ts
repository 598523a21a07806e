import { describe, expect, it } from 'vitest';
import { BLOCK_SAMPLES, BlockLevels } from './block-levels.js';

/** Levels of audio that comes whole, or in pieces. */
const levelsOf = (samples: Float32Array, piece = BLOCK_SAMPLES): BlockLevels => {
  const levels = new BlockLevels();
  for (let end = 0; end < samples.length;) {
    const length = Math.min(piece, levels.room, samples.length - end);
    end += length;
    levels.add(samples, end, length);
  }
  return levels;
};

const blocks = (count: number, value: (n: number) => number): Float32Array =>
  Float32Array.from({ length: count * BLOCK_SAMPLES }, (_, n) => value(n));
const tone = (n: number): number => 0.5 * Math.sin(0.3 * n + 0.1);

describe('BlockLevels', () => {
  it('counts samples at full scale in the newest two blocks', () => {
    const loud = blocks(3, (n) => (n % 20 === 0 ? 0.995 : tone(n)));
    expect(levelsOf(loud).newestClipped()).toBe(8);
    expect(levelsOf(blocks(3, tone)).newestClipped()).toBe(0);
  });

  it('counts every sample of a flat run of three or more, and none of two', () => {
    const flat = (length: number) => blocks(1, (n) => (n >= 30 && n < 30 + length ? 0.7 : tone(n)));
    expect([1, 2, 3, 4, 7].map((length) => levelsOf(flat(length)).newestClipped())).toEqual([0, 0, 3, 4, 7]);
  });

  it('counts a flat run over the border of two blocks as one', () => {
    const across = blocks(2, (n) => (n >= BLOCK_SAMPLES - 2 && n < BLOCK_SAMPLES + 3 ? 0.7 : tone(n)));
    expect(levelsOf(across).newestClipped()).toBe(5);
    const begun = blocks(2, (n) => (n >= BLOCK_SAMPLES - 5 && n < BLOCK_SAMPLES + 1 ? 0.7 : tone(n)));
    expect(levelsOf(begun).newestClipped()).toBe(6);
  });

  it('begins no run in a block that is soft', () => {
    const levels = levelsOf(
      blocks(2, (n) => (n < BLOCK_SAMPLES ? 0.05 : n < BLOCK_SAMPLES + 2 ? 0.7 : tone(n))),
    );
    expect(levels.newestClipped()).toBe(0);
  });

  it('takes a value that never changes for no clipped waveform, unless it is full scale', () => {
    expect(levelsOf(blocks(4, () => 0.6)).newestClipped()).toBe(0);
    expect(levelsOf(blocks(4, () => 1)).newestClipped()).toBe(2 * BLOCK_SAMPLES);
  });

  it('has the peak of the newest two blocks, and counts the blocks since digital silence', () => {
    const levels = levelsOf(blocks(4, (n) => (n < BLOCK_SAMPLES ? 0 : n < 2 * BLOCK_SAMPLES ? -0.8 : 0.2)));
    expect(levels.newestPeak).toBeCloseTo(0.2, 6);
    expect(levels.blocksSinceZeros).toBe(3);
    const fresh = levelsOf(blocks(2, (n) => (n < BLOCK_SAMPLES ? -0.8 : 0.2)));
    expect(fresh.newestPeak).toBeCloseTo(0.8, 6);
    expect(fresh.blocksSinceZeros).toBeGreaterThan(1_000);
  });

  it('weighs the power around a block’s border without its mean', () => {
    // A full period in every block, on a constant of 0.3: half the square of the amplitude is left.
    const amplitude = [0.1, 0.2, 0.4, 0.8];
    const levels = levelsOf(
      blocks(
        4,
        (n) => 0.3 + amplitude[Math.floor(n / BLOCK_SAMPLES)]! * Math.sin((2 * Math.PI * n) / BLOCK_SAMPLES),
      ),
    );
    levels.measure(2, Float64Array.of(1));
    expect(levels.power).toBeCloseTo((0.2 ** 2 + 0.4 ** 2) / 4, 6);
    levels.measure(2, Float64Array.of(3, 1));
    expect(levels.power).toBeCloseTo((0.1 ** 2 + 3 * 0.2 ** 2 + 3 * 0.4 ** 2 + 0.8 ** 2) / 16, 6);
    levels.measure(0, Float64Array.of(1, 1));
    expect(levels.power, 'only what was heard').toBeCloseTo((0.1 ** 2 + 0.2 ** 2) / 4, 6);
  });

  it('measures the same however the audio was cut', () => {
    const samples = blocks(70, (n) => (n % 90 < 4 ? 0.9 : tone(n)));
    for (const piece of [1, 37, 79]) expect(levelsOf(samples, piece)).toEqual(levelsOf(samples));
  });

  it('is as new after a reset', () => {
    const levels = levelsOf(blocks(2, () => 0.7));
    levels.reset();
    const samples = blocks(1, (n) => (n < 2 ? 0.7 : tone(n)));
    levels.add(samples, samples.length, samples.length);
    expect(levels.newestClipped()).toBe(0);
    expect([levels.count, levels.room]).toEqual([1, BLOCK_SAMPLES]);
  });
});
