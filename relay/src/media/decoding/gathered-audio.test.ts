import { expect, it } from 'vitest';
import { GatheredAudio } from './gathered-audio.js';

const block = (length: number, value: number): Float32Array[] => [
  new Float32Array(length).fill(value),
  new Float32Array(length).fill(-value),
];

it('gives out whole seconds, each channel by itself, and the rest when it is asked for', () => {
  const gathered = new GatheredAudio();
  expect(gathered.add(block(9_000, 1))).toBeUndefined();
  expect(gathered.add([])).toBeUndefined();
  const [left, right] = gathered.add(block(9_000, 2)) ?? [];
  expect([left?.length, left?.[8_999], left?.[9_000]]).toEqual([18_000, 1, 2]);
  expect([right?.length, right?.[8_999], right?.[9_000]]).toEqual([18_000, -1, -2]);
  gathered.add(block(5, 3));
  expect(gathered.take().map((samples) => [...samples])).toEqual([Array(5).fill(3), Array(5).fill(-3)]);
  expect(gathered.take()).toEqual([]);
});
