import { describe, expect, it } from 'vitest';
import { haveCorpus, readCorpus } from '../scripts/corpus.mjs';
import { havePraat, measureWithPraat } from '../scripts/praat.mjs';
import { ProsodyExtractor } from './prosody-extractor.js';

const missing = [
  ...(haveCorpus() ? [] : ['labeled speech in UNDERTONE_SPEECH_DIR (or ffmpeg to decode it)']),
  ...(havePraat() ? [] : ['praat']),
];
if (missing.length > 0) console.warn(`SKIPPED: real speech against Praat, missing ${missing.join(' and ')}`);

const correlation = (a: number[], b: number[]): number => {
  const mean = (x: number[]): number => x.reduce((sum, value) => sum + value, 0) / x.length;
  const [ma, mb] = [mean(a), mean(b)];
  const product = (x: number[], mx: number, y: number[], my: number): number =>
    x.reduce((sum, value, i) => sum + (value - mx) * (y[i]! - my), 0);
  return product(a, ma, b, mb) / Math.sqrt(product(a, ma, a, ma) * product(b, mb, b, mb));
};

describe.skipIf(missing.length > 0)('Real speech, streamed, against Praat', () => {
  it(
    'keeps the F0 frame error below 5 %, and jitter, shimmer and HNR correlate',
    { timeout: 300_000 },
    () => {
      const pairs = { jitter: [[], []], shimmer: [[], []], hnr: [[], []] } as Record<
        string,
        [number[], number[]]
      >;
      let frames = 0;
      let wrong = 0;
      for (const { samples } of readCorpus(8, ['ravdess', 'emodb', 'librispeech'])) {
        const f0: number[] = [];
        const extractor = new ProsodyExtractor({}, { onFrame: (frame) => f0.push(frame.f0Hz) });
        extractor.push(samples);
        extractor.flush();
        const praat = measureWithPraat(samples);
        // Sometimes Praat rounds the number of frames down. Its frames are then half a hop away and cannot be compared.
        if (f0.length !== praat.f0.length) continue;
        frames += f0.length;
        wrong += f0.filter((value, i) => {
          const reference = praat.f0[i]!;
          return value > 0 !== reference > 0 || Math.abs(value - reference) > 0.2 * reference;
        }).length;
        const ours = extractor.summary().voice_quality;
        for (const measure of ['jitter', 'shimmer', 'hnr'] as const) {
          if (ours[measure] === null || praat[measure] === null) continue;
          pairs[measure]![0].push(ours[measure]);
          pairs[measure]![1].push(praat[measure]);
        }
      }
      expect(frames).toBeGreaterThan(5_000);
      expect(wrong / frames).toBeLessThan(0.05);
      for (const [ours, praat] of Object.values(pairs)) {
        expect(ours.length).toBeGreaterThan(15);
        expect(correlation(ours, praat)).toBeGreaterThan(0.9);
      }
    },
  );
});
