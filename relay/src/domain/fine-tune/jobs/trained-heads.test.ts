import { artifactOf } from '@undertone/fine-tune';
import { describe, expect, it } from 'vitest';
import { readTrainedHeads, type TrainedHeads } from './trained-heads.js';

const HEADS: TrainedHeads = {
  artifact: artifactOf(
    {
      live: {
        means: [
          [0.5, -0.25],
          [0.125, 1],
        ],
        line: { precision: [1, 2], weighted: [0.5, -0.5] },
        calibration: 1.5,
      },
    },
    [
      { name: 'angry', as: 'angry', kind: 'moved', base: 0 },
      { name: 'bored', as: 'neutral', kind: 'new', base: undefined },
    ],
    { id: 'readers', version: '1', sha256: 'ab' },
  ),
  trained: { live: { reach: 3, grouping: 'speaker', folds: 5 } },
  positions: '1 2 5',
};

describe('what a training leaves for the evaluation', () => {
  it('is read back from JSON as it was', () => {
    expect(readTrainedHeads(JSON.parse(JSON.stringify(HEADS)))).toEqual(HEADS);
  });

  it.each([
    ['nothing', undefined],
    ['heads without the samples that they were trained on', { ...HEADS, positions: undefined }],
    ['another grouping', { ...HEADS, trained: { live: { ...HEADS.trained.live, grouping: 'by hand' } } }],
    ['another format', { ...HEADS, artifact: { ...HEADS.artifact, format: 'undertone-head/1' } }],
  ])('is refused when it is %s', (_, stored) => {
    expect(() => readTrainedHeads(stored)).toThrow();
  });
});
