import { describe, expect, it } from 'vitest';
import { testMetadata } from './testing/test-metadata.js';
import { scoreVoiceprints, type Voiceprint } from './index.js';

const voice = (...embedding: number[]): Voiceprint => ({
  space: 'test-1',
  embedding: Float32Array.from(embedding),
  speechSeconds: 4,
});

/** Rows of int8, encoded as in the metadata. */
const cohort = (rows: readonly (readonly number[])[], nearest: number) => ({
  codes: Buffer.from(Int8Array.from(rows.flat()).buffer).toString('base64'),
  count: rows.length,
  nearest,
});

const plain = { slope: [1, 0], offset: [0, 0], seconds: [0.5, 10] } as const;

describe('the cohort normalization of a score', () => {
  it('lowers the score of voices that are close to many strangers, more when they are closer', () => {
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

  it('subtracts the mean cosine of both voices with their nearest strangers, and with no others', () => {
    const score = (furthest: readonly number[]): number =>
      scoreVoiceprints(
        testMetadata({
          calibration: plain,
          cohort: cohort([[100, 0, 0, 0], [60, 80, 0, 0], furthest], 2),
        }),
        voice(1, 0, 0, 0),
        voice(0.8, 0.6, 0, 0),
      ).logLikelihoodRatio;
    // The first voice has cosines 1 and 0.6 with its nearest strangers, the second 0.8 and 0.96; with each
    // other they have 0.8.
    expect(score([0, 0, 100, 0])).toBeCloseTo(0.8 - (0.8 + 0.88) / 2, 3);
    expect(score([-100, 0, 0, 0])).toBe(score([0, 0, 100, 0]));
  });

  it('does not change the similarity itself', () => {
    const metadata = testMetadata({ cohort: cohort([[100, 0, 0, 0]], 1) });
    const score = scoreVoiceprints(metadata, voice(1, 0, 0, 0), voice(0.6, 0.8, 0, 0));
    expect(score.similarity).toBeCloseTo(0.6, 5);
  });

  it('refuses a cohort with inconsistent sizes', () => {
    for (const broken of [
      { ...cohort([[1, 2, 3, 4]], 1), count: 2 },
      { ...cohort([[1, 2, 3, 4]], 1), nearest: 2 },
    ])
      expect(() =>
        scoreVoiceprints(testMetadata({ cohort: broken }), voice(1, 0, 0, 0), voice(1, 0, 0, 0)),
      ).toThrow(expect.objectContaining({ code: 'metadata_invalid' }));
  });
});
