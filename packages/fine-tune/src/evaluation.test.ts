import { describe, expect, it } from 'vitest';
import { evaluate, stepsOfEvaluation } from './evaluation.js';
import { madeUpBase as base, madeUpClips } from './testing/made-up-examples.js';
import { STEPS_OF_TRAINING, trainHead } from './train-head.js';

const names = ['calm', 'happy', 'angry'];

describe('training a head', () => {
  it('gives the same result every time', () => {
    const data = {
      base,
      ...madeUpClips({ labels: names, speakers: ['a', 'b'], each: 8, apart: 2, seed: 7 }),
    };
    expect(trainHead(data, { seed: 3 })).toEqual(trainHead(data, { seed: 3 }));
  });

  it('reaches further when there is more to learn', () => {
    const of = (apart: number): number => {
      const data = madeUpClips({ labels: names, speakers: ['a', 'b'], each: 40, apart, seed: 8 });
      return trainHead({ base, ...data }, { seed: 1 }).reach;
    };
    expect(of(0)).toBeLessThan(of(5));
  });

  it('takes at most the announced number of steps', () => {
    const data = {
      base,
      ...madeUpClips({ labels: names, speakers: ['a', 'b'], each: 8, apart: 2, seed: 7 }),
    };
    let steps = 0;
    const onStep = (): void => {
      steps++;
    };
    trainHead(data, { seed: 1, onStep });
    expect(steps).toBeLessThanOrEqual(STEPS_OF_TRAINING);
    expect(steps).toBeGreaterThan(1);
    steps = 0;
    evaluate(data, { seed: 1, onStep });
    expect(steps).toBeLessThanOrEqual(stepsOfEvaluation(data.clips));
  });
});

describe('the evaluation of a head', () => {
  it('reports that it is better when it is, with figures for every label that was there', () => {
    const speakers = ['a', 'b', 'c', 'd'];
    const data = { base, ...madeUpClips({ labels: names, speakers, each: 8, apart: 5, seed: 9 }) };
    const { main, other, better } = evaluate(data, { seed: 1 });
    expect(better).toBe(true);
    expect([main.grouping, other?.grouping]).toEqual(['speaker', 'sample']);
    expect(main.tuned.averageRecall - main.base.averageRecall).toBeCloseTo(main.gain, 9);
    expect(main.gainInterval.low).toBeGreaterThan(0);
    expect(main.tuned.recalls.map(({ label, count }) => [label, count])).toEqual([
      ['calm', 32],
      ['happy', 32],
      ['angry', 32],
    ]);
    expect(main.tuned.confusion).toHaveLength(4);
  });

  it('reports no improvement where the base model has everything in its place', () => {
    const speakers = ['a', 'b', 'c', 'd'];
    const data = { base, ...madeUpClips({ labels: names, speakers, each: 6, apart: 0, seed: 10 }) };
    expect(evaluate(data, { seed: 1 }).better).toBe(false);
  });

  it('reports no improvement where nothing tells the labels apart, though the base model hears another class in all of them', () => {
    const speakers = ['a', 'b', 'c', 'd'];
    const { labels, clips } = madeUpClips({ labels: names, speakers, each: 8, apart: 0, seed: 13 });
    const alike = clips.map((clip) => ({
      ...clip,
      embedding: clip.embedding.map((value, d) => value - (d === clip.label ? 1.5 : 0) + (d === 3 ? 4 : 0)),
    }));
    const { main, better } = evaluate({ base, labels, clips: alike }, { seed: 1 });
    expect(main.gainInterval.low).toBeGreaterThan(0);
    expect([main.tellsApart, better]).toEqual([false, false]);
  });

  it('leaves no person out when people are not named', () => {
    const { labels, clips } = madeUpClips({ labels: names, speakers: ['a'], each: 8, apart: 3, seed: 11 });
    const unnamed = clips.map((clip) => ({ ...clip, speaker: undefined, voice: clip.id }));
    const { main, other } = evaluate({ base, labels, clips: unnamed }, { seed: 1 });
    expect([main.grouping, other]).toEqual(['sample', undefined]);
  });

  it('leaves no person out when one recording does not say whose it is, and announces no steps for it', () => {
    const { labels, clips } = madeUpClips({
      labels: names,
      speakers: ['a', 'b'],
      each: 8,
      apart: 3,
      seed: 11,
    });
    const [first, ...rest] = clips;
    const gap = [{ ...first!, speaker: undefined }, ...rest];
    expect(evaluate({ base, labels, clips: gap }, { seed: 1 }).other).toBeUndefined();
    expect(evaluate({ base, labels, clips }, { seed: 1 }).other?.grouping).toBe('speaker');
    expect(2 * stepsOfEvaluation(gap)).toBe(stepsOfEvaluation(clips));
  });

  it('does not learn a person instead of a label', () => {
    // Each person uses one label only, in their own voice.
    const people = ['a', 'b', 'c', 'd', 'e', 'f'];
    const all = madeUpClips({ labels: names, speakers: people, each: 8, apart: 0, accent: 3, seed: 12 });
    const own = all.clips.filter(
      ({ label, speaker }) => label === people.indexOf(speaker ?? '') % names.length,
    );
    const { main } = evaluate({ base, labels: all.labels, clips: own }, { seed: 1 });
    expect(main.grouping).toBe('speaker');
    expect(main.tuned.averageRecall).toBeLessThan(0.8);
  });

  it('says what is lost on speech that has nothing to do with the samples', () => {
    const { labels, clips } = madeUpClips({
      labels: names,
      speakers: ['a', 'b'],
      each: 10,
      apart: 6,
      seed: 13,
    });
    const set = madeUpClips({
      labels: [...names, 'bored'],
      speakers: ['x', 'y'],
      each: 10,
      apart: 0,
      seed: 14,
    }).clips;
    const { head } = trainHead({ base, labels, clips }, { seed: 1 });
    const { baseSet } = evaluate({ base, labels, clips }, { seed: 1, onBaseSet: { head, set } });
    expect(baseSet?.base.recalls.map(({ label, count }) => [label, count])).toEqual([
      ['calm', 20],
      ['happy', 20],
      ['angry', 20],
      ['kept 3', 20],
    ]);
    expect(baseSet?.gain).toBeLessThan(0);
  });
});
