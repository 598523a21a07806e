import { EMOTION_LABELS, type EmotionLabel } from '@undertone/model';
import { describe, expect, it } from 'vitest';
import type { ModelReading } from './model-runner.js';
import { gateReading, type Listening } from './reading-gate.js';

const GOOD: Listening = { snrDb: 30, clipping: 0, stretchVoicedMs: 2_000, by: 'model' };

const angry = (more: Partial<ModelReading> = {}): ModelReading => {
  const rest = 0.4 / (EMOTION_LABELS.length - 1);
  const probabilities = Object.fromEntries(
    EMOTION_LABELS.map((label) => [label, label === 'angry' ? 0.6 : rest]),
  ) as Record<EmotionLabel, number>;
  return {
    emotion: { probabilities, uncertainBelow: 0.35, evidenceMs: 2_000, trust: 1 },
    dimensions: { valence: -0.5, arousal: 0.5, dominance: 0.2 },
    ...more,
  };
};

const confidenceIn = (reading: ModelReading, listening: Partial<Listening> = {}): number => {
  const { emotion } = gateReading(reading, { ...GOOD, ...listening });
  return emotion === undefined ? 0 : emotion.probabilities.angry * emotion.trust;
};

describe('the gate between the model and the conversation', () => {
  it('passes readings of clean speech unchanged', () => {
    const gated = gateReading(angry({ outOfDomain: 0.02 }), GOOD);
    expect(gated).toMatchObject({ emotion: { trust: 1 }, outOfDomain: 0.02, doubts: [] });
    expect(confidenceIn(angry({ outOfDomain: 0.02 }))).toBeCloseTo(0.6, 9);
  });

  it('limits confidence to the probability that it was speech, by the model or by level and pitch', () => {
    expect(confidenceIn(angry({ outOfDomain: 0.7 }))).toBeCloseTo(0.3, 9);
    expect(confidenceIn(angry({ outOfDomain: 0.1 }), { outOfDomain: 0.8 })).toBeCloseTo(0.2, 9);
  });

  it('gives no emotion and no dimensions for a sound beyond the limit', () => {
    const gated = gateReading(angry({ outOfDomain: 0.9 }), GOOD);
    expect(gated).toEqual({ outOfDomain: 0.9, doubts: ['out_of_domain'], notSpeech: { evidenceMs: 2_000 } });
    expect(gateReading(angry({ outOfDomain: 0.5 }), GOOD, 0.4)).toHaveProperty('notSpeech');
  });

  it('reports too little voice at the start of a stretch, instead of no speech', () => {
    const young = { ...GOOD, stretchVoicedMs: 40 };
    expect(gateReading(angry({ outOfDomain: 0.9 }), young)).toEqual({
      outOfDomain: 0.9,
      doubts: ['little_voice'],
      notSpeech: { evidenceMs: 2_000 },
    });
    expect(gateReading(angry({ outOfDomain: 0.7 }), young).doubts).toEqual(['little_voice']);
    // After a second without voice it is certain that there is none.
    const silent = { ...young, outOfDomain: 0.2 };
    expect(gateReading(angry({ outOfDomain: 0.9 }), silent).doubts).toEqual(['out_of_domain']);
    expect(gateReading(angry({ outOfDomain: 0.7 }), silent).doubts).toEqual([
      'out_of_domain',
      'little_voice',
    ]);
  });

  it('tells a laugh of the first half second only where it is one for sure', () => {
    const vocalSound = { kind: 'laugh', probability: 0.7 };
    const [laugh, perhaps] = [0.99, 0.9].map((outOfDomain) => angry({ outOfDomain, vocalSound }));
    for (const stretchVoicedMs of [40, 300]) {
      const young = { ...GOOD, stretchVoicedMs };
      expect(gateReading(laugh!, young)).toMatchObject({ vocalSound, doubts: ['out_of_domain'] });
      expect(gateReading(perhaps!, young)).not.toHaveProperty('vocalSound');
      expect(gateReading(perhaps!, { ...young, outOfDomain: 0.2 })).toMatchObject({ vocalSound });
    }
    expect(gateReading(perhaps!, { ...GOOD, stretchVoicedMs: 40 }).doubts).toEqual(['little_voice']);
    expect(gateReading(perhaps!, { ...GOOD, stretchVoicedMs: 900 })).toMatchObject({ vocalSound });
  });

  it('reports a vocal burst as a vocal sound', () => {
    const vocalSound = { kind: 'laugh', probability: 0.7 };
    expect(gateReading(angry({ outOfDomain: 0.95, vocalSound }), GOOD)).toMatchObject({ vocalSound });
    expect(gateReading(angry({ outOfDomain: 0.2, vocalSound }), GOOD)).not.toHaveProperty('vocalSound');
    // No human voice holds a pitch as evenly as a ring tone.
    const ringing = gateReading(angry({ outOfDomain: 0.95, vocalSound }), { ...GOOD, heldPitch: 0.8 });
    expect(ringing).toMatchObject({ notSpeech: {} });
    expect(ringing).not.toHaveProperty('vocalSound');
  });

  it('detects music and noise by level and pitch if the model has no such output', () => {
    expect(gateReading(angry(), { ...GOOD, outOfDomain: 0.95 })).toMatchObject({
      notSpeech: { evidenceMs: 2_000 },
    });
    expect(gateReading(angry(), GOOD)).not.toHaveProperty('outOfDomain');
  });

  it.each([
    ['noise', [{ snrDb: 30 }, { snrDb: 8 }, { snrDb: 5 }]],
    ['clipping', [{ clipping: 0 }, { clipping: 0.05 }, { clipping: 0.3 }]],
    ['too little voice', [{ stretchVoicedMs: 500 }, { stretchVoicedMs: 80 }, { stretchVoicedMs: 0 }]],
  ])('lowers confidence with more %s', (_name, cases) => {
    const values = cases.map((listening) => confidenceIn(angry(), listening));
    expect(values[0]).toBeCloseTo(0.6, 9);
    for (let i = 1; i < values.length; i++) expect(values[i]).toBeLessThan(values[i - 1]!);
  });

  it('changes no probability', () => {
    const { emotion } = gateReading(angry({ outOfDomain: 0.6 }), { ...GOOD, clipping: 0.3 });
    expect(emotion?.probabilities).toEqual(angry().emotion.probabilities);
  });
});
