import { describe, expect, it } from 'vitest';
import { testMetadata } from './testing/test-metadata.js';
import {
  createVoiceprintAccumulator,
  parseSpeakerMetadata,
  scoreVoiceprints,
  type Voiceprint,
} from './index.js';
import { compareStretches } from './speaker-score.js';

const voice = (...embedding: number[]): Voiceprint => ({
  space: 'test-1',
  embedding: Float32Array.from(embedding),
  speechSeconds: 4,
});

const PLAIN = { slope: [1, 0], offset: [0, 0], seconds: [0.5, 10] } as const;

/** Rows of int8, encoded as in the metadata. */
const moods = (...rows: readonly (readonly number[])[]) => ({
  codes: Buffer.from(Int8Array.from(rows.flat()).buffer).toString('base64'),
  count: rows.length,
});

const similarity = (a: Voiceprint, b: Voiceprint, ...rows: readonly (readonly number[])[]): number =>
  scoreVoiceprints(testMetadata(rows.length === 0 ? {} : { moods: moods(...rows) }), a, b).similarity;

describe('directions of moods', () => {
  const [calm, shouting] = [voice(0.8, 0.6, 0, 0), voice(0.48, 0.36, 0.8, 0)];
  const stranger = voice(0, 0.6, 0.8, 0);

  it('bring one voice in two moods together, and two voices in one mood apart', () => {
    expect(similarity(calm, shouting)).toBeCloseTo(0.6, 5);
    expect(similarity(shouting, stranger)).toBeCloseTo(0.856, 3);
    const direction = [0, 0, 127, 0];
    expect(similarity(calm, shouting, direction)).toBeCloseTo(1, 5);
    expect(similarity(shouting, stranger, direction)).toBeCloseTo(0.6, 5);
  });

  it('need not be orthogonal after their rounding', () => {
    const leaning = [
      [0, 0, 127, 0],
      [0, 0, 90, 90],
    ];
    expect(similarity(voice(0.6, 0, 0, 0.8), voice(0.6, 0, 0.8, 0), ...leaning)).toBeCloseTo(1, 5);
  });

  it('are taken out of the cohort too, so that strangers count as they are compared', () => {
    const cohort = { ...moods([100, 0, 100, 0]), nearest: 1 };
    const metadata = testMetadata({ moods: moods([0, 0, 127, 0]), cohort, calibration: PLAIN });
    // Without its mood the stranger is (1, 0, 0, 0): the nearest of both has .8.
    expect(compareStretches(metadata, calm, shouting).logLikelihoodRatio).toBeCloseTo(1 - 0.8, 3);
  });

  it('are in no new voiceprint, which still compares with one that was stored before there were any', () => {
    const metadata = testMetadata({ moods: moods([0, 0, 127, 0]) });
    const frames = {
      startMs: 0,
      count: 20,
      features: Float32Array.from({ length: 80 }, (_, n) => [0.48, 0.36, 0.8, 0][n % 4] ?? 0),
      weights: new Float32Array(40).fill(1),
      activity: new Float32Array(40).fill(1),
    };
    const hear = (known: typeof metadata): Voiceprint | undefined => {
      const accumulator = createVoiceprintAccumulator(known);
      accumulator.add(frames);
      return accumulator.voiceprint();
    };
    const [before, now] = [hear(testMetadata()), hear(metadata)];
    if (before === undefined || now === undefined) throw new Error('no voiceprint');
    expect(before.embedding[2]).toBeCloseTo(0.8, 3);
    expect(now.embedding[2]).toBeCloseTo(0, 6);
    expect(scoreVoiceprints(metadata, before, now).similarity).toBeCloseTo(1, 5);
  });

  it('are read from the metadata, which may have none, and refused where their size does not fit', () => {
    const parsed = (changes: object) =>
      parseSpeakerMetadata(JSON.stringify({ ...testMetadata(), ...changes })).moods;
    expect(parsed({})).toBeUndefined();
    expect(parsed({ moods: moods([0, 0, 127, 0]) })).toEqual(moods([0, 0, 127, 0]));
    expect(() => similarity(calm, shouting, [0, 0, 127])).toThrow(/^moods: /u);
  });
});
