import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseModelMetadata, readDomain, readEmotion, type ModelMetadata } from './index.js';

const shipped = parseModelMetadata(
  readFileSync(new URL('../models/undertone-emotion.json', import.meta.url), 'utf8'),
);
const metadata: ModelMetadata = {
  ...shipped,
  domain: {
    classes: [
      { name: 'speech', kind: 'speech' },
      { name: 'music', kind: 'sound' },
      { name: 'laugh', kind: 'event' },
      { name: 'sigh', kind: 'event' },
    ],
    outOfDomainAbove: 0.8,
  },
};
const angry = metadata.classes.map(({ name }) => (name === 'angry' ? 12 : 0));
const coordinates: number[] = [...(metadata.classes.find(({ name }) => name === 'angry')?.coordinates ?? [])];
/** Logits whose softmax is these probabilities. */
const sounding = (...probabilities: number[]): number[] => probabilities.map(Math.log);

describe('a reading of a model with a domain output', () => {
  it('names the emotion of speech, with the same confidence as without the domain', () => {
    const speech = readEmotion(metadata, angry, coordinates, sounding(0.985, 0.005, 0.005, 0.005));
    expect(speech).toMatchObject({ emotion: 'angry' });
    expect(speech.outOfDomain).toBeCloseTo(0.015, 6);
    expect(speech.confidence).toBeCloseTo(readEmotion(metadata, angry, coordinates).confidence, 6);
    expect(speech).not.toHaveProperty('event');
  });

  it('is uncertain on music even when the classes are sure, and never more confident than the probability of speech', () => {
    const music = readEmotion(metadata, angry, coordinates, sounding(0.1, 0.8, 0.05, 0.05));
    expect(music).toMatchObject({ emotion: 'uncertain', leading: 'angry' });
    expect(music.confidence).toBeCloseTo(0.1, 6);
    expect(music).not.toHaveProperty('event');
  });

  it('reports a vocal burst as an event, never as an emotion', () => {
    const laugh = readEmotion(metadata, angry, coordinates, sounding(0.1, 0.1, 0.5, 0.3));
    expect(laugh).toMatchObject({ emotion: 'uncertain', event: 'laugh', beyond: true });
    expect(laugh.eventProbability).toBeCloseTo(0.5, 6);
  });

  it('names no event while the score is under the floor', () => {
    expect(readDomain(metadata, sounding(0.3, 0.1, 0.5, 0.1))).toEqual({
      outOfDomain: expect.closeTo(0.7, 6) as number,
      beyond: false,
    });
  });

  it('lowers the confidence as the audio differs more from speech', () => {
    const confidences = [0.9, 0.6, 0.3, 0.05].map(
      (speech) =>
        readEmotion(metadata, angry, coordinates, sounding(speech, 1 - speech - 0.002, 0.001, 0.001))
          .confidence,
    );
    expect(confidences).toEqual([...confidences].sort((a, b) => b - a));
    expect(confidences[3]).toBeLessThan(metadata.uncertainBelow);
  });

  it('refuses an output of another length or with numbers that are not finite', () => {
    for (const domain of [
      [1, 2],
      [0, NaN, 0, 0],
    ]) {
      expect(() => readEmotion(metadata, angry, coordinates, domain)).toThrow(
        expect.objectContaining({ code: 'bad_output' }),
      );
    }
  });
});

describe('a reading of a model without a domain output', () => {
  it('says nothing about the kind of sound', () => {
    const without = parseModelMetadata(JSON.stringify({ ...metadata, domain: undefined }));
    const reading = readEmotion(without, angry, coordinates);
    expect(reading).not.toHaveProperty('outOfDomain');
    expect(readDomain(without, [])).toEqual({ outOfDomain: 0, beyond: false });
  });
});
