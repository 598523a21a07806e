import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseModelMetadata, tellEmotion, type Dimensions } from './index.js';

const metadata = parseModelMetadata(
  readFileSync(new URL('../models/undertone-live.json', import.meta.url), 'utf8'),
);
const mixOf = (shares: Readonly<Record<string, number>>): number[] =>
  metadata.classes.map(({ name }) => shares[name] ?? 0);
const told = (shares: Readonly<Record<string, number>>, output: Dimensions): Dimensions => {
  const { valence, arousal, dominance } = tellEmotion(metadata, mixOf(shares), output);
  return [valence, arousal, dominance];
};

describe('V/A/D as they are told', () => {
  it('lie where the classes do when the output says nothing beyond them', () => {
    const angry = metadata.classes.find(({ name }) => name === 'angry')?.coordinates ?? [0, 0, 0];
    told({ angry: 1 }, angry).forEach((value, axis) => expect(value).toBeCloseTo(angry[axis] ?? 0, 9));
  });

  it('have a valence on the side of a label that leads clearly, whatever the output says', () => {
    const pleased: Dimensions = [0.4, 0.5, 0.3];
    const bitter: Dimensions = [-0.4, 0.5, 0.3];
    expect(told({ angry: 0.8, happy: 0.1, neutral: 0.1 }, pleased)[0]).toBeLessThan(0);
    expect(told({ happy: 0.8, angry: 0.1, neutral: 0.1 }, bitter)[0]).toBeGreaterThan(0);
  });

  it('keep how strongly it was said', () => {
    expect(told({ angry: 1 }, [-0.5, 0.9, 0.2])[1]).toBeGreaterThan(told({ angry: 1 }, [-0.5, 0.2, 0.2])[1]);
  });

  it('lie near neutral for boredom, most of which is told as neutral', () => {
    const [valence, arousal] = told({ bored: 1 }, [-0.2, -0.3, 0]);
    expect(Math.abs(valence)).toBeLessThan(0.2);
    expect(arousal).toBeLessThan(0);
  });

  it('are within -1 to 1, and the output itself where a model says nothing about it', () => {
    expect(told({ happy: 1 }, [1, 1, 1]).every((value) => value <= 1)).toBe(true);
    const plain = parseModelMetadata(JSON.stringify({ ...metadata, vadBeyondClasses: undefined }));
    const { valence, arousal } = tellEmotion(plain, mixOf({ angry: 1 }), [0.4, -0.3, 0]);
    expect([valence, arousal]).toEqual([0.4, -0.3]);
  });
});
