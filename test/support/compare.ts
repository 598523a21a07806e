/** One view of a directive from JSON or protobuf, so that tests can compare the results of two clients. */
import { expect } from 'vitest';
import type { BodyOf } from './proto-client.js';
import type { JsonDirective } from './plain-client.js';

export interface Reading {
  startMs: number;
  endMs: number;
  emotion: string;
  probabilities: Record<string, number>;
  /** Undefined when the audio was not like speech. */
  valence: number | undefined;
  arousal: number | undefined;
  dominance: number | undefined;
  speech: boolean;
}

export const fromJson = (directive: JsonDirective): Reading => ({
  startMs: directive.audio_start_ms,
  endMs: directive.audio_end_ms,
  emotion: directive.emotion,
  probabilities: directive.emotion_probabilities,
  valence: directive.valence,
  arousal: directive.arousal,
  dominance: directive.dominance,
  speech: directive.speech,
});

export const fromProto = (directive: BodyOf<'directive'>): Reading => ({
  startMs: directive.audioStartMs,
  endMs: directive.audioEndMs,
  emotion: directive.emotion ?? '',
  probabilities: directive.emotionProbabilities,
  valence: directive.valence,
  arousal: directive.arousal,
  dominance: directive.dominance,
  speech: directive.speech,
});

/** The arousal of the readings with speech. */
export const arousalsOf = (readings: readonly Reading[]): number[] =>
  readings.flatMap(({ speech, arousal }) => (speech && arousal !== undefined ? [arousal] : []));

/** Fails unless both clients got the same results for the same audio, with numbers within `tolerance`. */
export const expectSameReadings = (
  actual: readonly Reading[],
  wanted: readonly Reading[],
  tolerance: number,
): void => {
  expect(actual.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(
    wanted.map(({ startMs, endMs }) => [startMs, endMs]),
  );
  expect(actual.length).toBeGreaterThan(0);
  const digits = -Math.log10(2 * tolerance);
  actual.forEach((reading, index) => {
    const other = wanted[index]!;
    const at = `at ${reading.endMs} ms`;
    expect(reading.speech, at).toBe(other.speech);
    expect(reading.emotion, at).toBe(other.emotion);
    for (const dimension of ['valence', 'arousal', 'dominance'] as const) {
      const [value, expected] = [reading[dimension], other[dimension]];
      if (value === undefined || expected === undefined) expect(value, `${dimension} ${at}`).toBe(expected);
      else expect(value, `${dimension} ${at}`).toBeCloseTo(expected, digits);
    }
    expect(Object.keys(reading.probabilities).sort(), at).toEqual(Object.keys(other.probabilities).sort());
    for (const [label, probability] of Object.entries(reading.probabilities)) {
      expect(probability, `${label} ${at}`).toBeCloseTo(other.probabilities[label] ?? Number.NaN, digits);
    }
  });
};

/** The median of some numbers. */
export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length === 0) return Number.NaN;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};
