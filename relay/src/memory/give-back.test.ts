import { expect, it } from 'vitest';
import { giveBack } from './give-back.js';

it('gives memory back at once, and leaves its views empty', () => {
  const samples = Array.from({ length: 8 }, () => new Float32Array(1_000_000).fill(1));
  const before = process.memoryUsage().arrayBuffers;
  for (const each of samples) giveBack(each.buffer);
  expect(before - process.memoryUsage().arrayBuffers).toBeGreaterThan(30_000_000);
  expect(samples.map(({ length }) => length)).toEqual(Array(8).fill(0));
});
