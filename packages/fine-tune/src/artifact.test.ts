import { describe, expect, it } from 'vitest';
import { ArtifactError, artifactOf, parseArtifact, type TunedLabel } from './artifact.js';
import { missingFor } from './requirements.js';
import { madeUp } from './testing/made-up-examples.js';
import { trainHead } from './train-head.js';
import { applyHead } from './head.js';
import { baseOf, TunedModel } from './tuned-model.js';

const LABELS: readonly TunedLabel[] = [
  { name: 'impatient', as: 'frustrated', base: { kind: 'label', label: 'frustrated' } },
  { name: 'angry', as: 'angry', base: { kind: 'class', index: 1 } },
  { name: 'fed up', as: 'frustrated', base: { kind: 'label', label: 'frustrated' } },
];
const data = madeUp({
  labels: LABELS.map(({ name }) => name),
  speakers: ['a', 'b'],
  each: 10,
  apart: 3,
  seed: 20,
});
const { head } = trainHead(data, { seed: 1 });
const BASE_MODEL = { id: 'undertone-emotion', version: '1.0.0', sha256: 'ab12' };
const artifact = artifactOf(head, LABELS, BASE_MODEL);
const stored = (): Record<string, unknown> => JSON.parse(JSON.stringify(artifact)) as Record<string, unknown>;

describe('An artifact', () => {
  it('is read back as it was written, and gives the same result to five decimal places', () => {
    const model = new TunedModel(parseArtifact(stored()));
    const [example] = data.examples;
    if (example === undefined) throw new Error('there are examples');
    const reading = {
      embedding: example.reading.embedding,
      classes: [0.2, 0.5],
      labels: { frustrated: 0.3, angry: 0.5 },
    };
    const expected = applyHead(head, reading.embedding, baseOf(LABELS, reading));
    model.read(reading).forEach((value, k) => expect(value).toBeCloseTo(expected[k] ?? NaN, 5));
  });

  it('gives the customer’s own labels as the labels of the specification, summing to 1', () => {
    const model = new TunedModel(artifact);
    const told = model.tell([0.2, 0.5, 0.3], ['neutral', 'angry', 'frustrated']);
    expect(told).toEqual({ neutral: 0, angry: 0.5, frustrated: 0.5 });
  });

  it.each([
    ['another format', (it: Record<string, unknown>) => (it['format'] = 'undertone-head/9')],
    ['a missing head', (it: Record<string, unknown>) => delete it['head']],
    ['a number that is none', (it: { head?: { bias: unknown[] } }) => (it.head!.bias[0] = null)],
    ['weights of another size', (it: { head?: { weights: number[][] } }) => it.head!.weights[1]!.pop()],
    ['a label too few', (it: { labels?: unknown[] }) => it.labels!.pop()],
    ['a scale of 0', (it: { head?: { scale: number[] } }) => (it.head!.scale[0] = 0)],
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
