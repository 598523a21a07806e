import { describe, expect, it } from 'vitest';
import { ProsodyExtractor } from './prosody-extractor.js';
import type { ProsodySnapshot } from './prosody-summary.js';

const CHUNK = 4_000;

/** Half-second words of a buzz with a gliding pitch, in white noise of a given strength. */
const voice = (f0Hz: number, noise: number, seed: number): Float32Array => {
  let state = seed;
  let phase = 0;
  return Float32Array.from({ length: 80_000 }, (_, n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    phase += (2 * Math.PI * f0Hz * (1 + 0.1 * Math.sin(n / 4_000))) / 16_000;
    let buzz = 0;
    for (let harmonic = 1; harmonic <= 10; harmonic++) buzz += Math.sin(harmonic * phase) / harmonic;
    return (n % 16_000 < 8_000 ? 0.15 * buzz : 0) + noise * (state / 2 ** 31 - 1);
  });
};

describe('several streams in one thread', () => {
  it('measure the same as each stream alone: no stream affects another', () => {
    const voices = [voice(120, 0.0005, 1), voice(210, 0.03, 2), voice(160, 0.1, 3)];
    const alone = voices.map((samples): ProsodySnapshot => {
      const extractor = new ProsodyExtractor();
      for (let at = 0; at < samples.length; at += CHUNK) extractor.push(samples.subarray(at, at + CHUNK));
      return extractor.snapshot();
    });
    const extractors = voices.map(() => new ProsodyExtractor());
    for (let at = 0; at < voices[0]!.length; at += CHUNK) {
      voices.forEach((samples, i) => extractors[i]!.push(samples.subarray(at, at + CHUNK)));
    }
    expect(extractors.map((extractor) => extractor.snapshot())).toEqual(alone);
  });
});
