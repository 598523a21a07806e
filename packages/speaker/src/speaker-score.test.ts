import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testMetadata } from './testing/test-metadata.js';
import {
  identifySpeaker,
  mergeVoiceprints,
  parseSpeakerMetadata,
  scoreVoiceprints,
  type Voiceprint,
} from './index.js';
import { compareStretches } from './speaker-score.js';

const metadata = testMetadata();
const at = (degrees: number, speechSeconds = 4): Voiceprint => {
  const angle = (degrees * Math.PI) / 180;
  return {
    space: 'test-1',
    embedding: Float32Array.of(Math.cos(angle), Math.sin(angle), 0, 0),
    speechSeconds,
  };
};

describe('the score of two voiceprints', () => {
  it('is a logistic function of the cosine, steeper with more speech', () => {
    const { similarity, logLikelihoodRatio, probability } = scoreVoiceprints(metadata, at(0), at(60));
    expect(similarity).toBeCloseTo(0.5, 6);
    expect(logLikelihoodRatio).toBeCloseTo((10 + 2 * Math.log(4)) * 0.5 - 5 - 0.5 * Math.log(4), 5);
    expect(probability).toBeCloseTo(1 / (1 + Math.exp(-logLikelihoodRatio)), 6);
    const longer = scoreVoiceprints(metadata, at(0, 10), at(10, 10)).logLikelihoodRatio;
    expect(longer).toBeGreaterThan(scoreVoiceprints(metadata, at(0, 1), at(10, 1)).logLikelihoodRatio);
  });

  it('does not depend on the order, and takes the prior into account', () => {
    fc.assert(
      fc.property(fc.nat(180), fc.double({ min: 0.5, max: 50, noNaN: true }), (angle, seconds) => {
        const there = scoreVoiceprints(metadata, at(0), at(angle, seconds));
        expect(there).toEqual(scoreVoiceprints(metadata, at(angle, seconds), at(0)));
        const rare = scoreVoiceprints(metadata, at(0), at(angle, seconds), { prior: 0.01 });
        expect(rare.probability).toBeLessThanOrEqual(there.probability);
      }),
    );
  });

  it('knows no cohort, and has a calibration of its own, which stretches of one line have not', () => {
    // The stranger is the first of the two voices itself.
    const cohort = {
      codes: Buffer.from(Int8Array.of(127, 0, 0, 0)).toString('base64'),
      count: 1,
      nearest: 1,
    };
    const identity = { slope: [4, 0], offset: [1, 0], seconds: [0.5, 10] } as const;
    const known = testMetadata({ cohort, identity, calibration: { ...identity, offset: [0, 0] } });
    expect(scoreVoiceprints(known, at(0), at(60)).logLikelihoodRatio).toBeCloseTo(4 * 0.5 + 1, 5);
    expect(compareStretches(known, at(0), at(60)).logLikelihoodRatio).toBeCloseTo(4 * (0.5 - 0.75), 5);
    expect(parseSpeakerMetadata(JSON.stringify(known)).identity).toEqual(identity);
    const without = parseSpeakerMetadata(JSON.stringify({ ...known, identity: undefined }));
    expect(scoreVoiceprints(without, at(0), at(60))).toMatchObject(compareStretches(without, at(0), at(60)));
    const broken = JSON.stringify({ ...known, identity: { ...identity, slope: 4 } });
    expect(() => parseSpeakerMetadata(broken)).toThrow('identity.slope: expected 2 finite numbers');
  });

  it('refuses voiceprints of another model, another size, and an invalid prior', () => {
    const foreign = { ...at(0), space: 'other' };
    expect(() => scoreVoiceprints(metadata, at(0), foreign)).toThrow(
      expect.objectContaining({ code: 'voiceprint_version' }),
    );
    const short = { ...at(0), embedding: Float32Array.of(1) };
    expect(() => scoreVoiceprints(metadata, short, at(0))).toThrow(
      expect.objectContaining({ code: 'voiceprint_invalid' }),
    );
    for (const prior of [0, 1, NaN])
      expect(() => scoreVoiceprints(metadata, at(0), at(0), { prior })).toThrow(
        expect.objectContaining({ code: 'bad_option' }),
      );
  });
});

describe('the search for a voice among known ones', () => {
  const known = [
    { id: 'a', voiceprint: at(0) },
    { id: 'b', voiceprint: at(90) },
  ];

  it('returns the nearest one above the threshold', () => {
    expect(identifySpeaker(metadata, at(5), known)?.id).toBe('a');
    expect(identifySpeaker(metadata, at(85), known)?.id).toBe('b');
  });

  it('returns nobody for a voice that is far from all, or without candidates', () => {
    const stranger = { ...at(0), embedding: Float32Array.of(0.3, 0.3, Math.sqrt(0.82), 0) };
    expect(identifySpeaker(metadata, stranger, known)).toBeUndefined();
    expect(identifySpeaker(metadata, at(0), [])).toBeUndefined();
  });

  it('requires a higher score with more candidates', () => {
    const score = scoreVoiceprints(metadata, at(30), at(0)).logLikelihoodRatio;
    const threshold = score - 0.1;
    expect(identifySpeaker(metadata, at(30), known.slice(0, 1), { threshold })?.id).toBe('a');
    expect(identifySpeaker(metadata, at(30), known, { threshold })).toBeUndefined();
    const level = testMetadata({ thresholds: { ...metadata.thresholds, identifyGrowth: 0 } });
    expect(identifySpeaker(level, at(30), known, { threshold })?.id).toBe('a');
  });
});

describe('the merge of voiceprints of one person', () => {
  it('weights them by seconds of speech and keeps unit length', () => {
    const merged = mergeVoiceprints(metadata, [at(0, 30), at(90, 10)]);
    expect(merged.speechSeconds).toBe(40);
    expect(Math.hypot(...merged.embedding)).toBeCloseTo(1, 6);
    expect(Math.atan2(merged.embedding[1] ?? 0, merged.embedding[0] ?? 0)).toBeCloseTo(Math.atan2(1, 3), 6);
  });

  it('refuses an empty list and voices that cancel each other out', () => {
    expect(() => mergeVoiceprints(metadata, [])).toThrow(expect.objectContaining({ code: 'bad_option' }));
    const opposite = { ...at(0), embedding: Float32Array.of(-1, 0, 0, 0) };
    expect(() => mergeVoiceprints(metadata, [at(0), opposite])).toThrow(
      expect.objectContaining({ code: 'voiceprint_invalid' }),
    );
  });
});
