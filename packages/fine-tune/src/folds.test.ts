import { describe, expect, it } from 'vitest';
import { groupingOf, makeFolds } from './folds.js';
import { seededRandom } from './random.js';
import { madeUp } from './testing/made-up-examples.js';

const labels = ['calm', 'happy'];
const of = (speakers: readonly string[], each = 6) =>
  madeUp({ labels, speakers, each, apart: 1, seed: 4 }).examples;

describe('the separation of examples', () => {
  it('leaves people out when at least four are named and every example names its speaker', () => {
    expect(groupingOf(of(['a', 'b', 'c', 'd']))).toBe('speaker');
    expect(groupingOf(of(['a', 'b', 'c']))).toBe('sample');
    const [first, ...others] = of(['a', 'b', 'c', 'd']);
    if (first === undefined) throw new Error('there are examples');
    expect(groupingOf([{ ...first, speaker: undefined }, ...others])).toBe('sample');
  });

  it('never puts one person in two folds', () => {
    const examples = of(['a', 'b', 'c', 'd', 'e', 'f', 'g'], 5);
    const { foldOf, count } = makeFolds(examples, 5, 'speaker', seededRandom(1));
    expect(count).toBe(5);
    const places = new Set(examples.map(({ speaker }, n) => `${speaker}/${foldOf[n]}`));
    expect(places.size).toBe(7);
    expect(new Set(foldOf).size).toBe(5);
  });

  it('gives every fold its share of each label', () => {
    const examples = of(['a'], 10);
    const { foldOf } = makeFolds(examples, 5, 'sample', seededRandom(1));
    for (const label of labels) {
      const counts = [0, 1, 2, 3, 4].map(
        (fold) => examples.filter((example, n) => example.label === label && foldOf[n] === fold).length,
      );
      expect(counts).toEqual([2, 2, 2, 2, 2]);
    }
  });

  it('makes fewer folds when a label is rare', () => {
    const examples = of(['a'], 3);
    expect(makeFolds(examples, 5, 'sample', seededRandom(1)).count).toBe(3);
  });
});
