import { describe, expect, it } from 'vitest';
import { targetsOf } from './example.js';
import { fitHead } from './fit-head.js';
import { scoresOf } from './head.js';
import { argmax } from './metrics.js';
import { madeUp } from './testing/made-up-examples.js';

const labels = ['calm', 'happy', 'angry'];
const train = madeUp({ labels, speakers: ['a', 'b'], each: 20, apart: 3, seed: 1 });
const test = madeUp({ labels, speakers: ['a', 'b'], each: 50, apart: 3, seed: 2 });

const accuracyOf = (head: ReturnType<typeof fitHead>, data: typeof test): number => {
  const targets = targetsOf(data);
  const right = data.examples.filter(
    ({ reading }, n) => argmax(scoresOf(head, reading.embedding, reading.base)) === targets[n],
  );
  return right.length / data.examples.length;
};

describe('fitting a head', () => {
  it('learns labels from embeddings when the base model knows nothing', () => {
    expect(accuracyOf(fitHead(train, { penalty: 0.03, maxIterations: 60 }), test)).toBeGreaterThan(0.9);
  });

  it('stays the base model with a strong penalty', () => {
    const data = madeUp({ labels, speakers: ['a', 'b'], each: 20, apart: 0, baseKnows: 1, seed: 3 });
    const head = fitHead(data, { penalty: 1e6, maxIterations: 60 });
    expect(Math.max(...head.weights.flat().map(Math.abs))).toBeLessThan(1e-4);
    expect(accuracyOf(head, data)).toBeCloseTo(
      data.examples.filter(({ reading }, n) => argmax(reading.base) === targetsOf(data)[n]).length /
        data.examples.length,
      1,
    );
  });

  it('gives each label the same weight, however often it was sent', () => {
    const rare = {
      labels,
      examples: train.examples.filter(({ label, id }) => label !== 'angry' || /-[0-2]$/.test(id)),
    };
    const head = fitHead(rare, { penalty: 0.03, maxIterations: 60 });
    const angry = { labels, examples: test.examples.filter(({ label }) => label === 'angry') };
    expect(accuracyOf(head, angry)).toBeGreaterThan(0.75);
  });

  it('limits the influence of a number that hardly varies', () => {
    const still = {
      labels,
      examples: train.examples.map((example) => ({
        ...example,
        reading: { ...example.reading, embedding: [...example.reading.embedding, 7] },
        early: [],
      })),
    };
    const head = fitHead(still, { penalty: 0.03, maxIterations: 60 });
    expect(head.scale.every((scale) => Number.isFinite(scale) && scale > 0.1)).toBe(true);
  });

  it('refuses an example with an unknown label', () => {
    const [first] = train.examples;
    if (first === undefined) throw new Error('there are examples');
    const wrong = { labels, examples: [{ ...first, label: 'bored' }] };
    expect(() => fitHead(wrong, { penalty: 1, maxIterations: 1 })).toThrow(RangeError);
  });
});
