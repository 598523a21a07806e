import { describe, expect, it } from 'vitest';
import { testMetadata } from './fixtures/test-metadata.js';
import { scoreVoiceprints, type Voiceprint } from './index.js';

const voice = (...embedding: number[]): Voiceprint => ({
  space: 'test-1',
  embedding: Float32Array.from(embedding),
  speechSeconds: 4,
});

/** Rows of int8 as the metadata holds them. */
const cohort = (rows: readonly (readonly number[])[], nearest: number) => ({
  codes: Buffer.from(Int8Array.from(rows.flat()).buffer).toString('base64'),
  count: rows.length,
  nearest,
});

const plain = { slope: [1, 0], offset: [0, 0], seconds: [0.5, 10] } as const;

describe('holding a score against a cohort of strangers', () => {
  it('lowers the score of voices that are near to everybody, more where they are nearer', () => {
    const [a, b] = [voice(1, 0, 0, 0), voice(0.9, Math.sqrt(0.19), 0, 0)];
    const score = (rows: readonly number[][]): number =>
      scoreVoiceprints(testMetadata({ calibration: plain, cohort: cohort(rows, 2) }), a, b)
        .logLikelihoodRatio;
    const far = score([
      [0, 0, 100, 20],
      [0, 0, 20, 100],
      [-100, 0, 0, 0],
    ]);
    const near = score([
      [100, 0, 60, 0],
      [60, 0, 100, 0],
      [-100, 0, 0, 0],
    ]);
    expect(near).toBeLessThan(far);
  });

  it('takes off the mean cosine of both with their nearest strangers, and with no others', () => {
    const score = (furthest: readonly number[]): number =>
      scoreVoiceprints(
        testMetadata({
          calibration: plain,
          cohort: cohort([[100, 0, 0, 0], [60, 80, 0, 0], furthest], 2),
        }),
        voice(1, 0, 0, 0),
        voice(0.8, 0.6, 0, 0),
      ).logLikelihoodRatio;
    // The first is 1 and .6 from its nearest, the second .8 and .96; they are .8 from each other.
    expect(score([0, 0, 100, 0])).toBeCloseTo(0.8 - (0.8 + 0.88) / 2, 3);
    expect(score([-100, 0, 0, 0])).toBe(score([0, 0, 100, 0]));
  });

  it('leaves the cosine itself as it is', () => {
    const metadata = testMetadata({ cohort: cohort([[100, 0, 0, 0]], 1) });
    const score = scoreVoiceprints(metadata, voice(1, 0, 0, 0), voice(0.6, 0.8, 0, 0));
    expect(score.similarity).toBeCloseTo(0.6, 5);
  });

  it('refuses a cohort whose size does not fit', () => {
    for (const broken of [
      { ...cohort([[1, 2, 3, 4]], 1), count: 2 },
      { ...cohort([[1, 2, 3, 4]], 1), nearest: 2 },
    ])
      expect(() =>
        scoreVoiceprints(testMetadata({ cohort: broken }), voice(1, 0, 0, 0), voice(1, 0, 0, 0)),
      ).toThrow(expect.objectContaining({ code: 'metadata_invalid' }));
  });
});
