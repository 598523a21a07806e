import { describe, expect, it } from 'vitest';
import { seededRandom, shuffled } from './random.js';

describe('a shuffled list', () => {
  const list = Array.from({ length: 50 }, (_, n) => n);

  it('holds the same in another order, and leaves the list as it was', () => {
    const mixed = shuffled(list, seededRandom(1));
    expect([...mixed].sort((a, b) => a - b)).toEqual(list);
    expect(mixed.filter((value, at) => value === at).length).toBeLessThan(10);
    expect(list).toEqual([...list].sort((a, b) => a - b));
  });

  it('is the same for the same seed, and another one for another seed', () => {
    expect(shuffled(list, seededRandom(1))).toEqual(shuffled(list, seededRandom(1)));
    expect(shuffled(list, seededRandom(1))).not.toEqual(shuffled(list, seededRandom(2)));
  });

  it('puts every value in every place equally often', () => {
    const random = seededRandom(3);
    const first = [0, 0, 0];
    for (let n = 0; n < 3_000; n++) first[shuffled([0, 1, 2], random)[0]!]! += 1;
    for (const count of first) expect(Math.abs(count - 1_000)).toBeLessThan(120);
  });
});
