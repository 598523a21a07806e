import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProsodyExtractor } from './prosody-extractor.js';
import type { ProsodySummary } from './prosody-summary.js';
import { praatCases } from './testing/index.js';

interface Fixture {
  name: string;
  jitter: number;
  shimmer: number;
  hnr: number;
  /** By cross-correlation of neighboring periods. */
  hnrCc: number;
  /** By the method of de Jong & Wempe. */
  syllables: number;
  f0: number[];
}

const folder = join(import.meta.dirname, '../fixtures');
const fixtures = (JSON.parse(readFileSync(join(folder, 'praat.json'), 'utf8')) as { cases: Fixture[] }).cases;
const recordings = new Map(praatCases().map(({ name, samples }) => [name, samples]));
const truths = new Map(praatCases().map(({ name, truth }) => [name, truth]));
const readWav = (path: string): Float32Array => {
  expect(existsSync(path)).toBe(true);
  const bytes = readFileSync(path);
  return Float32Array.from(
    { length: (bytes.length - 44) / 2 },
    (_, i) => bytes.readInt16LE(44 + 2 * i) / 32_768,
  );
};

recordings.set('espeak-ng sentence', readWav(join(folder, 'sentence.wav')));

/**
 * Praat knows the peak of the whole file beforehand; a stream learns it. The peak is given here, so that the test
 * compares only the methods.
 */
const measure = (
  samples: Float32Array,
): {
  f0: number[];
  quality: ProsodySummary['voice_quality'];
  syllables: number;
} => {
  const f0: number[] = [];
  const initialPeak = samples.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
  const extractor = new ProsodyExtractor({ initialPeak }, { onFrame: (frame) => f0.push(frame.f0Hz) });
  extractor.push(samples);
  extractor.flush();
  return { f0, quality: extractor.summary().voice_quality, syllables: extractor.snapshot().syllables };
};

describe('Against Praat', () => {
  it.each(fixtures)('$name: F0 frame by frame', ({ name, f0: expected }) => {
    const { f0 } = measure(recordings.get(name)!);
    expect(f0).toHaveLength(expected.length);
    const wrong = f0.filter((value, i) => {
      const reference = expected[i]!;
      return value > 0 !== reference > 0 || Math.abs(value - reference) > 0.2 * reference;
    });
    expect(wrong.length / expected.length).toBeLessThan(0.015);
    const cents = f0
      .flatMap((value, i) =>
        value > 0 && expected[i]! > 0 ? [Math.abs(1200 * Math.log2(value / expected[i]!))] : [],
      )
      .sort((a, b) => a - b);
    expect(cents[Math.floor(cents.length / 2)]).toBeLessThan(1);
  });

  it.each(fixtures)('$name: jitter, shimmer and HNR', ({ name, jitter, shimmer, hnr, hnrCc }) => {
    const { f0, quality } = measure(recordings.get(name)!);
    const truth = truths.get(name);
    if (truth === undefined) {
      expect(Math.abs(quality.jitter! - jitter)).toBeLessThan(0.0015 + 0.1 * jitter);
      expect(Math.abs(quality.shimmer! - shimmer)).toBeLessThan(0.003 + 0.1 * shimmer);
    } else {
      // Noise makes Praat's jitter and shimmer too large, and jitter makes its shimmer too large. Ours may differ from
      // Praat's, but only toward the true value.
      const errorOf = (measure: number, known: number): number => Math.abs(measure - known);
      // At 320 Hz both measure too little, because a third of each period overlaps the one before. Noise left in would
      // hide this.
      const limit = Math.max(0.0023, 1.02 * errorOf(jitter, truth.jitter));
      expect(errorOf(quality.jitter!, truth.jitter)).toBeLessThan(limit);
      const shimmerLimit = Math.max(0.003, errorOf(shimmer, truth.shimmer));
      expect(errorOf(quality.shimmer!, truth.shimmer)).toBeLessThan(shimmerLimit);
    }
    // For a low voice the window holds too few periods and Praat's two methods differ. Ours moves from one method to
    // the other.
    if (Math.min(...f0.filter((value) => value > 0)) < 118) {
      expect(quality.hnr).toBeGreaterThan(Math.min(hnr, hnrCc) - 0.4);
      expect(quality.hnr).toBeLessThan(Math.max(hnr, hnrCc) + 3);
    } else {
      // Above 40 dB both measure the interpolation of their own window.
      expect(Math.abs(quality.hnr! - hnr)).toBeLessThan(hnr > 40 ? 2 : 0.4);
    }
  });

  it.each(fixtures)('$name: syllables differ by at most one', ({ name, syllables }) => {
    expect(Math.abs(measure(recordings.get(name)!).syllables - syllables)).toBeLessThanOrEqual(1);
  });
});
