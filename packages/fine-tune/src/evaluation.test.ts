import { describe, expect, it } from 'vitest';
import { evaluate, stepsOfEvaluation } from './evaluation.js';
import { madeUp } from './testing/made-up-examples.js';
import { stepsOfTraining, trainHead } from './train-head.js';

const labels = ['calm', 'happy', 'angry'];

describe('training a head', () => {
  it('gives the same result every time', () => {
    const data = madeUp({ labels, speakers: ['a', 'b'], each: 8, apart: 2, seed: 7 });
    expect(trainHead(data, { seed: 3 })).toEqual(trainHead(data, { seed: 3 }));
  });

  it('uses a stronger penalty when there is nothing to learn, and a weaker one when there is', () => {
    const noise = madeUp({ labels, speakers: ['a', 'b'], each: 40, apart: 0, baseKnows: 1, seed: 8 });
    const plain = madeUp({ labels, speakers: ['a', 'b'], each: 40, apart: 3, seed: 8 });
    expect(trainHead(noise, { seed: 1 }).penalty).toBeGreaterThan(trainHead(plain, { seed: 1 }).penalty);
  });

  it('takes at most the announced number of steps', () => {
    const data = madeUp({ labels, speakers: ['a', 'b'], each: 8, apart: 2, seed: 7 });
    let steps = 0;
    const onStep = (): void => {
      steps++;
    };
    trainHead(data, { seed: 1, onStep });
    expect(steps).toBe(stepsOfTraining(data.examples.length));
    steps = 0;
    evaluate(data, { seed: 1, onStep });
    expect(steps).toBeLessThanOrEqual(stepsOfEvaluation(data));
  });
});

describe('the evaluation of a head', () => {
  it('reports that it is better when it is, with figures for every label', () => {
    const data = madeUp({ labels, speakers: ['a', 'b', 'c', 'd'], each: 6, apart: 3, seed: 9 });
    const { main, other, better } = evaluate(data, { seed: 1 });
    expect(better).toBe(true);
    expect([main.grouping, other?.grouping]).toEqual(['speaker', 'sample']);
    expect(main.tuned.averageRecall - main.base.averageRecall).toBeCloseTo(main.gain, 9);
    expect(main.gainInterval.low).toBeGreaterThan(0);
    expect(main.tuned.recalls.map(({ label, count }) => [label, count])).toEqual([
      ['calm', 24],
      ['happy', 24],
      ['angry', 24],
    ]);
    expect(main.tuned.calibrationError).toBeLessThan(0.2);
  });

  it('does not report an improvement for random labels', () => {
    const data = madeUp({
      labels,
      speakers: ['a', 'b', 'c', 'd'],
      each: 6,
      apart: 0,
      baseKnows: 1.5,
      seed: 10,
    });
    expect(evaluate(data, { seed: 1 }).better).toBe(false);
  });

  it('leaves no person out when people are not named', () => {
    const { labels: names, examples } = madeUp({ labels, speakers: ['a'], each: 8, apart: 3, seed: 11 });
    const data = { labels: names, examples: examples.map((example) => ({ ...example, speaker: undefined })) };
    const { main, other } = evaluate(data, { seed: 1 });
    expect([main.grouping, other]).toEqual(['sample', undefined]);
  });

  it('does not learn a person instead of a label', () => {
    // Each person uses one label only, in their own voice, so the recall for strangers is chance.
    const people = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { examples } = madeUp({ labels, speakers: people, each: 8, apart: 0, accent: 6, seed: 12 });
    const own = examples.filter(
      ({ speaker, label }) => label === labels[people.indexOf(speaker ?? '') % labels.length],
    );
    const { main } = evaluate({ labels, examples: own }, { seed: 1 });
    expect(main.grouping).toBe('speaker');
    expect(main.tuned.averageRecall).toBeLessThan(0.7);
  });
});
