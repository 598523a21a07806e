import { expect, it } from 'vitest';
import { GrowingSamples } from './growing-samples.js';

it('keeps every sample in its order, however it grew', () => {
  const samples = new GrowingSamples();
  const expected: number[] = [];
  for (const length of [3, 0, 60_000, 10_000, 500_000, 1]) {
    const part = Float32Array.from({ length }, (_, n) => n % 1_000);
    samples.add(part);
    for (const value of part) expected.push(value);
  }
  expect(samples.all().length).toBe(expected.length);
  expect(samples.all().every((value, n) => value === expected[n])).toBe(true);
});

it('is empty once it was released, and leaves empty what it gave', () => {
  const samples = new GrowingSamples();
  samples.add(Float32Array.of(1, 2, 3));
  const given = samples.all();
  samples.release();
  expect([given.length, samples.all().length]).toEqual([0, 0]);
  samples.add(Float32Array.of(4));
  expect([...samples.all()]).toEqual([4]);
});
