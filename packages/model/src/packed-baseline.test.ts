import { expect, it } from 'vitest';
import { Baseline } from './baseline.js';
import { packBaseline, unpackBaseline } from './packed-baseline.js';
import { twoClasses } from './testing/two-classes.js';

const heardBy = (...voices: readonly string[]): Baseline => {
  const baseline = new Baseline(twoClasses(), 2);
  voices.forEach((voice, n) => baseline.hear(voice, 2 + n, baseline.judge([4 - n, n / 3], voice, 2 + n)));
  return baseline;
};

it('a packed baseline is the same to the bit when it is unpacked, whoever was heard', () => {
  for (const voices of [[], ['a'], ['0', 'b', '__proto__', 'b', '10']]) {
    const state = heardBy(...voices).snapshot();
    const packed = packBaseline(state);
    expect(unpackBaseline(packed)).toEqual(state);
    expect(unpackBaseline(structuredClone(packed))).toEqual(state);
  }
});

it('a packed baseline with more or fewer numbers than its heads and voices need is refused', () => {
  const packed = packBaseline(heardBy('a').snapshot());
  const cut = { ...packed, numbers: packed.numbers.subarray(1) };
  expect(() => unpackBaseline(cut)).toThrow(RangeError);
  expect(() => unpackBaseline({ ...packed, voices: ['a', 'b'] })).toThrow('not whole');
});
