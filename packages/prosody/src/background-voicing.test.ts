import { describe, expect, it } from 'vitest';
import { ProsodyExtractor } from './prosody-extractor.js';
import { synthesizeSpeech, synthesizeVowel } from './testing/index.js';

const { samples, truth } = synthesizeSpeech({ phrases: [5, 6, 4], pauseSeconds: 0.4, f0Hz: 150, seed: 150 });

const babble = (gain: number): Float32Array => {
  const sum = new Float32Array(samples.length);
  for (let voice = 0; voice < 6; voice++) {
    const other = synthesizeSpeech({
      phrases: [9, 9, 9],
      pauseSeconds: 0.15,
      f0Hz: 100 + 31 * voice,
      seed: voice,
    });
    sum.forEach((value, i) => {
      sum[i] = value + gain * other.samples[(i + 1_700 * voice) % other.samples.length]!;
    });
  }
  return sum;
};

const voicing = (audio: Float32Array): boolean[] => {
  const voiced: boolean[] = [];
  const extractor = new ProsodyExtractor({}, { onFrame: (frame) => voiced.push(frame.voiced) });
  extractor.push(audio);
  extractor.flush();
  return voiced;
};

describe('BackgroundVoicing', () => {
  it.each([
    ['20 dB', 0.04, 0.1],
    ['14 dB', 0.08, 0.25],
  ])('keeps the pauses of a speaker unvoiced at %s over a babble of six voices', (_level, gain, most) => {
    const background = babble(gain);
    const voiced = voicing(samples.map((value, i) => value + background[i]!));
    const inSpeech = voiced.filter((_, i) => truth.voiced(0.02 + 0.01 * i));
    const inPauses = voiced.filter((_, i) => i > 150 && !truth.voiced(0.02 + 0.01 * i));
    expect(inPauses.filter(Boolean).length / inPauses.length).toBeLessThan(most);
    expect(inSpeech.filter(Boolean).length / inSpeech.length).toBeGreaterThan(0.97);
  });

  it('keeps a soft voice that holds a vowel after a loud one', () => {
    const loud = synthesizeVowel({ seconds: 1, f0Hz: 150, rms: 0.2 }).samples;
    const soft = synthesizeVowel({ seconds: 6, f0Hz: 140, rms: 0.02 }).samples;
    const audio = new Float32Array(loud.length + soft.length);
    audio.set(loud);
    audio.set(soft, loud.length);
    const voiced = voicing(audio);
    expect(voiced.filter(Boolean).length / voiced.length).toBeGreaterThan(0.97);
  });
});
