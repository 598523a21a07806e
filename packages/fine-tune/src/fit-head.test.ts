import { describe, expect, it } from 'vitest';
import { clipsOf } from './example.js';
import { fitHead } from './fit-head.js';
import { judgeBase, judgeTuned } from './judging.js';
import { averageRecall, confusionOf, type Prediction } from './metrics.js';
import { madeUp, madeUpBase, madeUpClips, madeUpLabels } from './testing/made-up-examples.js';

const names = ['calm', 'happy', 'angry'];
const train = madeUpClips({ labels: names, speakers: ['a', 'b'], each: 10, apart: 4, accent: 0.5, seed: 1 });
const test = madeUpClips({ labels: names, speakers: ['c', 'd'], each: 40, apart: 4, accent: 0.5, seed: 2 });
const { labels } = train;
const recallOf = (predictions: readonly Prediction[]): number =>
  averageRecall(confusionOf(predictions, labels.length));
const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...a.map((value, d) => value - (b[d] ?? 0)));

describe('fitting a head', () => {
  it('gains with ten samples of a label over the base model that heard the same line, on other people', () => {
    const head = fitHead(madeUpBase, labels, train.clips, 3);
    const tuned = recallOf(judgeTuned(madeUpBase, head, test.clips));
    expect(tuned).toBeGreaterThan(recallOf(judgeBase(madeUpBase, labels, test.clips, train.clips)) + 0.03);
  });

  it('stays the base model where it may reach nothing, and where there are no samples of a class', () => {
    const still = fitHead(madeUpBase, labels, train.clips, 0);
    still.means.forEach((mean, k) =>
      expect(distance(mean, madeUpBase.head.means[k] ?? [])).toBeLessThan(1e-6),
    );
    const moved = fitHead(madeUpBase, labels, train.clips, 3);
    expect(moved.means[3]).toEqual(madeUpBase.head.means[3]);
    expect(distance(moved.means[0] ?? [], madeUpBase.head.means[0] ?? [])).toBeGreaterThan(1);
  });

  it('moves a class further the more samples it has', () => {
    const few = { ...train, clips: train.clips.filter(({ id }) => /-[0-2]$/u.test(id)) };
    const movedBy = (clips: typeof train.clips): number =>
      distance(fitHead(madeUpBase, labels, clips, 3).means[0] ?? [], madeUpBase.head.means[0] ?? []);
    expect(movedBy(few.clips)).toBeLessThan(movedBy(train.clips));
  });

  it('takes the line and the voices for what they are, and not for a class', () => {
    const shifted = train.clips.map((clip) => ({
      ...clip,
      embedding: clip.embedding.map((value) => value + 0.6),
    }));
    const [plain, loud] = [
      fitHead(madeUpBase, labels, train.clips, 1),
      fitHead(madeUpBase, labels, shifted, 1),
    ];
    const lineOf = ({ precision, weighted }: typeof plain.line): number =>
      weighted.reduce((sum, value, d) => sum + value / (precision[d] ?? 1), 0) / weighted.length;
    expect(lineOf(loud.line) - lineOf(plain.line)).toBeGreaterThan(0.3);
    plain.means.forEach((mean, k) => expect(distance(mean, loud.means[k] ?? [])).toBeLessThan(1));
  });

  it('leaves a class that the samples lack to the base model: two labels do not make everybody angry', () => {
    const two = madeUpClips({
      labels: ['neutral', 'angry'],
      speakers: ['a', 'b'],
      each: 15,
      apart: 1,
      seed: 5,
    });
    const head = fitHead(madeUpBase, two.labels, two.clips, 3);
    const others = madeUp({
      labels: ['x', 'y', 'z', 'v'],
      speakers: ['c', 'd'],
      each: 20,
      apart: 0,
      seed: 6,
    });
    const happy = clipsOf(
      others.examples,
      madeUpLabels(['x', 'y', 'z', 'v']).map(({ name }) => name),
      'live',
    ).filter(({ label }) => label === 2);
    const said = judgeTuned(madeUpBase, head, happy);
    expect(said.filter(({ probabilities }) => (probabilities[1] ?? 0) > 0.9)).toEqual([]);
    const rightOf = (all: readonly Prediction[]): number =>
      all.filter(({ probabilities }) => Math.max(...probabilities) === probabilities[2]).length /
      happy.length;
    expect(rightOf(said)).toBeGreaterThan(rightOf(judgeBase(madeUpBase, two.labels, happy, two.clips)) - 0.2);
  });

  it('refuses an example with an unknown label', () => {
    const { examples } = madeUp({ labels: names, speakers: ['a'], each: 3, apart: 1, seed: 3 });
    expect(() => clipsOf(examples, ['calm'], 'live')).toThrow(RangeError);
  });
});
