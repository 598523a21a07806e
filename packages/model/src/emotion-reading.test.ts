import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EMOTION_LABELS, derivedLabels, parseModelMetadata, readEmotion, softmax } from './index.js';

const metadata = parseModelMetadata(
  readFileSync(new URL('../models/undertone-emotion.json', import.meta.url), 'utf8'),
);
const names = metadata.classes.map(({ name }) => name);
/** Logits that are sure of one class after the temperature. */
const sureOf = (name: string, margin = 12): number[] =>
  names.map((other) => (other === name ? margin * metadata.temperature : 0));
const coordinatesOf = (name: string): [number, number, number] => {
  const found = metadata.classes.find((item) => item.name === name);
  if (found === undefined) throw new Error(name);
  return [...found.coordinates] as [number, number, number];
};
const shifted = (name: string, valence: number, arousal: number, dominance: number): number[] => {
  const [v, a, d] = coordinatesOf(name);
  return [v + valence, a + arousal, d + dominance];
};

describe('a reading', () => {
  it('holds all 14 probabilities, none negative, summing to 1', () => {
    for (const logits of [
      names.map(() => 0),
      sureOf('angry'),
      names.map((_, index) => Math.sin(index) * 5),
    ]) {
      const { probabilities } = readEmotion(metadata, logits, [0.3, -0.2, 0.9]);
      expect(Object.keys(probabilities)).toEqual([...EMOTION_LABELS]);
      const values = Object.values(probabilities);
      expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
      expect(values.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9);
    }
  });

  it('leads with the trained class where V/A/D match that class', () => {
    for (const name of ['neutral', 'happy', 'sad', 'angry', 'fearful', 'disgusted', 'surprised']) {
      const reading = readEmotion(metadata, sureOf(name), coordinatesOf(name));
      expect(reading).toMatchObject({ emotion: name, leading: name, derived: false });
    }
  });

  it('calls calm speech content and marks it as derived', () => {
    expect(readEmotion(metadata, sureOf('calm'), coordinatesOf('calm'))).toMatchObject({
      emotion: 'content',
      derived: true,
    });
  });

  it('moves towards frustration, contempt, anxiety, excitement and confusion as V/A/D differ from the class', () => {
    const lean = (
      name: string,
      rest: [number, number, number],
      label: 'frustrated' | 'contempt' | 'anxious' | 'excited' | 'confused',
    ) =>
      readEmotion(metadata, sureOf(name), shifted(name, ...rest)).probabilities[label] /
      readEmotion(metadata, sureOf(name), coordinatesOf(name)).probabilities[label];
    expect(lean('angry', [0, -0.1, -0.4], 'frustrated')).toBeGreaterThan(1.2);
    expect(lean('angry', [0.2, -0.5, 0.1], 'contempt')).toBeGreaterThan(1.2);
    expect(lean('fearful', [0, -0.4, 0], 'anxious')).toBeGreaterThan(1.2);
    expect(lean('happy', [0, 0.4, 0], 'excited')).toBeGreaterThan(1.2);
    expect(lean('surprised', [-0.5, -0.2, -0.1], 'confused')).toBeGreaterThan(1.2);
  });

  it('never leads with a label that no corpus marks instead of the class it is split from, however V/A/D lean', () => {
    const corners = [-1, 0, 1];
    for (const { name, labels } of metadata.classes)
      for (const valence of corners)
        for (const arousal of corners)
          for (const dominance of corners) {
            const { leading, probabilities } = readEmotion(metadata, sureOf(name), [
              valence,
              arousal,
              dominance,
            ]);
            expect(leading).toBe(labels[0]?.label);
            expect(probabilities[leading]).toBeGreaterThan(0.89);
          }
  });

  it('is uncertain under the floor of the model, and still names the leading label', () => {
    const reading = readEmotion(
      metadata,
      names.map(() => 0),
      [0, 0, 0],
    );
    expect(reading.emotion).toBe('uncertain');
    expect(reading.confidence).toBeLessThan(metadata.uncertainBelow);
    expect(EMOTION_LABELS).toContain(reading.leading);
  });

  it('refuses outputs of a broken model and names no emotion', () => {
    const bad = expect.objectContaining({
      name: 'ModelContractError',
      code: 'bad_output',
      retryable: false,
    }) as unknown;
    const attempt = (logits: number[], vad: number[]) => () => readEmotion(metadata, logits, vad);
    expect(
      attempt(
        names.map(() => NaN),
        [0, 0, 0],
      ),
    ).toThrow(bad);
    expect(
      attempt(
        names.map(() => 0),
        [0, Infinity, 0],
      ),
    ).toThrow(bad);
    expect(attempt([1, 2], [0, 0, 0])).toThrow(bad);
    expect(
      attempt(
        names.map(() => 0),
        [0, 0],
      ),
    ).toThrow(bad);
  });
});

describe('softmax', () => {
  it('sums to 1, keeps the order, and softens with the temperature', () => {
    const cold = softmax([2, 1, -800], 0.5);
    const warm = softmax([2, 1, -800], 5);
    expect(cold.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
    expect(cold[0]).toBeGreaterThan(warm[0] ?? 1);
    expect(warm[0]).toBeGreaterThan(warm[1] ?? 1);
  });

  it('handles logits that overflow an exponential', () => {
    expect([...softmax([1e4, 0], 1)]).toEqual([1, 0]);
  });
});

describe('derived labels', () => {
  it('are exactly those that no corpus here labels', () => {
    expect([...derivedLabels(metadata)].sort()).toEqual(
      ['amused', 'anxious', 'confused', 'contempt', 'content', 'excited', 'frustrated'].sort(),
    );
  });
});
