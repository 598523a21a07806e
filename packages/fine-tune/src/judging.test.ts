import { describe, expect, it } from 'vitest';
import { classifierOf, readerBaseOf } from './head.js';
import { judgeBase } from './judging.js';
import type { TunedLabel } from './labels.js';
import { madeUpBase, madeUpClips } from './testing/made-up-examples.js';

const { clips } = madeUpClips({ labels: ['calm'], speakers: ['a'], each: 5, apart: 0, seed: 1 });
const label = (name: string, kind: TunedLabel['kind'], base: number | undefined): TunedLabel => ({
  name,
  as: 'neutral',
  kind,
  base,
});
const saidOf = (labels: readonly TunedLabel[]): readonly (readonly number[])[] =>
  judgeBase(madeUpBase, labels, clips).map(({ probabilities }) => probabilities);

describe('what the base model says in a customer’s labels', () => {
  const plain = saidOf([label('a', 'moved', 0), label('b', 'moved', 1)]);

  it('is its own class for each label, once: the label that moved it comes first', () => {
    const told = saidOf([label('kept', 'kept', 0), label('new', 'new', 0), label('moved', 'moved', 0)]);
    expect(told).toEqual(plain.map(([first]) => [0, 0, first]));
  });

  it('is the class that a label of its own kind starts from, where no label moved it', () => {
    const told = saidOf([label('kept', 'kept', 1), label('new', 'new', 1), label('moved', 'moved', 0)]);
    expect(told).toEqual(plain.map(([first, second]) => [0, second, first]));
  });

  it('is nothing for a label that starts from no class, or from one that the reader does not have', () => {
    const told = saidOf([label('new', 'new', undefined), label('far', 'moved', 9), label('b', 'moved', 1)]);
    expect(told).toEqual(plain.map(([, second]) => [0, 0, second]));
  });

  it('is less sure of speech that has just begun, as far as the base model is', () => {
    const brief = { softening: 0.5, leastSeconds: 0.5, wholeSeconds: 2 };
    const labels = [
      label('a', 'moved', 0),
      label('b', 'moved', 1),
      label('c', 'moved', 2),
      label('d', 'moved', 3),
    ];
    const sureOf = (seconds: number): number => {
      const base = readerBaseOf({ ...classifierOf(madeUpBase, madeUpBase.head), brief });
      const [first] = judgeBase(
        base,
        labels,
        clips.slice(0, 1).map((clip) => ({ ...clip, seconds })),
      );
      return Math.max(...(first?.probabilities ?? []));
    };
    expect(sureOf(0.5)).toBeLessThan(sureOf(1));
    expect(sureOf(1)).toBeLessThan(sureOf(2));
    expect(sureOf(2)).toBe(sureOf(9));
  });
});
