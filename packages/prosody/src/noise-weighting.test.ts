import { describe, expect, it } from 'vitest';
import { ProsodyExtractor } from './prosody-extractor.js';
import { synthesizeSpeech, synthesizeVowel, whiteNoise } from './testing/index.js';

const pitches = (samples: Float32Array): number[] => {
  const f0: number[] = [];
  const extractor = new ProsodyExtractor({}, { onFrame: (frame) => f0.push(frame.f0Hz) });
  extractor.push(samples);
  extractor.flush();
  return f0;
};

describe('Pitch in steady noise', () => {
  it('is right in 97 % of frames of speech at 5 dB, voicing included', () => {
    const { samples, truth } = synthesizeSpeech({ phrases: [5, 6, 4], pauseSeconds: 0.4, f0Hz: 150 });
    const active = samples.filter((_, i) => truth.voiced(i / 16_000));
    const rms = Math.sqrt(active.reduce((sum, x) => sum + x * x, 0) / active.length);
    const noise = whiteNoise(samples.length, rms * 10 ** (-5 / 20), 3);
    const f0 = pitches(samples.map((value, i) => value + noise[i]!));
    const right = f0.filter((hz, i) => {
      const at = 0.02 + 0.01 * i;
      return truth.voiced(at) ? hz > 0 && Math.abs(hz / truth.f0Hz(at) - 1) < 0.2 : hz === 0;
    });
    expect(right.length / f0.length).toBeGreaterThan(0.97);
  });

  it('survives a vowel held for ten seconds: a periodic sound is not background', () => {
    const samples = synthesizeVowel({ seconds: 10, f0Hz: 180, hnrDb: 10 }).samples;
    const f0 = pitches(samples);
    expect(f0.filter((hz) => Math.abs(hz / 180 - 1) < 0.02).length / f0.length).toBeGreaterThan(0.98);
  });

  it('is not found in the noise between phrases', () => {
    const samples = whiteNoise(16_000 * 6, 0.02, 4);
    samples.set(synthesizeVowel({ seconds: 1, f0Hz: 120, hnrDb: 8 }).samples, 40_000);
    const f0 = pitches(samples);
    const inNoise = f0.filter((_, i) => i > 370);
    expect(inNoise.filter((hz) => hz > 0).length / inNoise.length).toBeLessThan(0.05);
  });
});
