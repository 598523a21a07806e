import { Baseline } from '@undertone/model';
import { describe, expect, it } from 'vitest';
import { ArtifactError, artifactOf, parseArtifact } from './artifact.js';
import { classifierOf } from './head.js';
import { tunedLabels } from './labels.js';
import { missingFor } from './requirements.js';
import { madeUpBase, madeUpClips } from './testing/made-up-examples.js';
import { trainHead } from './train-head.js';
import { TunedModel } from './tuned-model.js';

const { labels, clips } = madeUpClips({
  labels: ['calm', 'angry'],
  speakers: ['a', 'b'],
  each: 10,
  apart: 3,
  seed: 20,
});
const { head } = trainHead({ base: madeUpBase, labels, clips }, { seed: 1 });
const BASE_MODEL = { id: 'undertone-live', version: '1.0.0', sha256: 'ab12' };
const artifact = artifactOf({ live: head }, labels, BASE_MODEL);
const stored = (): Record<string, unknown> => JSON.parse(JSON.stringify(artifact)) as Record<string, unknown>;
const classifier = classifierOf(madeUpBase, madeUpBase.head);

describe('An artifact', () => {
  it('is read back as it was written, and gives the same result to four decimal places', () => {
    const clip = clips[0] ?? expect.fail('there are clips');
    const judgeWith = (model: TunedModel): number[] => {
      const baseline = model.baseline('live', classifier) ?? expect.fail('no head');
      return [...baseline.judge(clip.embedding, 'somebody', 2).probabilities];
    };
    const expected = judgeWith(new TunedModel({ labels, heads: { live: head } }));
    judgeWith(new TunedModel(parseArtifact(stored()))).forEach((value, k) =>
      expect(value).toBeCloseTo(expected[k] ?? NaN, 4),
    );
  });

  it('begins with the line of its samples, or with what is known of the line', () => {
    const model = new TunedModel(artifact);
    const known = new Baseline(classifier, 4);
    const loud = Array.from({ length: 12 }, () => 3);
    for (let n = 0; n < 20; n++) known.hear('x', 2, known.judge(loud, 'x', 2));
    const shiftOf = (baseline: Baseline | undefined): number =>
      baseline?.judge(loud, 'y', 2).shift.reduce((sum, value) => sum + value, 0) ?? NaN;
    const [fresh, onLine] = [
      model.baseline('live', classifier),
      model.baseline('live', classifier, known.snapshot()),
    ];
    expect(shiftOf(onLine)).toBeGreaterThan(shiftOf(fresh) + 1);
  });

  it('leaves a reader that it has no head for to the base model, and refuses one of another size', () => {
    const model = new TunedModel(artifact);
    expect(model.baseline('full', classifier)).toBeUndefined();
    const [shared] = classifier.heads;
    const other = { ...classifier, heads: [{ ...shared, size: 5 }] as const };
    expect(() => model.baseline('live', other)).toThrow(ArtifactError);
  });

  it('gives the customer’s labels to what they are told as, and the others to the base model’s classes', () => {
    const told = new TunedModel(artifact).tell([0.1, 0.2, 0.3, 0.4], 4);
    expect(told).toEqual({
      classes: [0, 0, 0.3, 0.4],
      own: [
        { as: 'calm', probability: 0.1 },
        { as: 'angry', probability: 0.2 },
      ],
    });
  });

  it.each([
    [
      'the format of heads on the former network',
      (it: Record<string, unknown>) => (it['format'] = 'undertone-head/1'),
    ],
    ['missing heads', (it: Record<string, unknown>) => delete it['heads']],
    ['no head for the live reader', (it: { heads?: { live?: unknown } }) => delete it.heads!.live],
    [
      'a number that is none',
      (it: { heads?: { live: { line: { weighted: unknown[] } } } }) =>
        (it.heads!.live.line.weighted[0] = null),
    ],
    [
      'means of another size',
      (it: { heads?: { live: { means: number[][] } } }) => it.heads!.live.means[1]!.pop(),
    ],
    ['a label too few', (it: { labels?: unknown[] }) => it.labels!.pop()],
    ['a label of no kind', (it: { labels?: { kind?: string }[] }) => delete it.labels![0]!.kind],
    [
      'a calibration of 0',
      (it: { heads?: { live: { calibration: number } } }) => (it.heads!.live.calibration = 0),
    ],
    [
      'a base model without its hash',
      (it: { baseModel?: { sha256?: string } }) => delete it.baseModel!.sha256,
    ],
  ])('is refused with %s', (_, spoil) => {
    const broken = stored();
    spoil(broken);
    expect(() => parseArtifact(broken)).toThrow(ArtifactError);
  });

  it.each([undefined, null, 7, 'head', []])('is refused as %j', (value) => {
    expect(() => parseArtifact(value)).toThrow(ArtifactError);
  });
});

describe('the labels of a model', () => {
  const classes = [
    { name: 'neutral', label: 'neutral' },
    { name: 'calm', label: 'content' },
    { name: 'angry', label: 'angry' },
    { name: 'bored', label: 'neutral' },
  ];
  const of = (own: Parameters<typeof tunedLabels>[0], heard?: number) =>
    tunedLabels(own, classes, [0, 1, 2, 3], () => heard).map(({ name, as, kind }) => `${name} ${as} ${kind}`);

  it('take the place of the class of their name or of what they are told as, and keep the others', () => {
    expect(
      of([
        { name: 'neutral', as: 'neutral' },
        { name: 'content', as: 'content' },
      ]),
    ).toEqual(['neutral neutral moved', 'content content moved', 'angry angry kept', 'bored neutral kept']);
    expect(of([{ name: 'cross', as: 'angry' }], 0)[0]).toBe('cross angry moved');
  });

  it('of an own kind stand beside the class that is heard in them', () => {
    expect(of([{ name: 'fed up', as: 'frustrated' }], 2)).toEqual([
      'fed up frustrated new',
      'neutral neutral kept',
      'calm content kept',
      'angry angry kept',
      'bored neutral kept',
    ]);
    expect(of([{ name: 'fed up', as: undefined }], 2)[0]).toBe('fed up angry moved');
  });
});

describe('the requirements of a data set', () => {
  const many = (label: string, count: number): string[] => Array.from({ length: count }, () => label);
  it('are reported in full', () => {
    expect(missingFor([...many('calm', 17), 'angry'])).toEqual([
      'at least 20 samples are needed, there are 18',
      'label angry needs at least 3 samples, it has 1',
    ]);
    expect(missingFor(many('calm', 30))).toEqual(['samples of at least 2 labels are needed, there are 1']);
    expect(missingFor([...many('calm', 10), ...many('angry', 10)])).toEqual([]);
  });
});
