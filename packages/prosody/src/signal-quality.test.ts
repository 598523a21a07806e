import { describe, expect, it } from 'vitest';
import { ProsodyExtractor } from './prosody-extractor.js';
import { resample } from './resampler.js';
import type { QualitySnapshot } from './signal-quality.js';
import { synthesizeSpeech, synthesizeVowel, whiteNoise } from './testing/index.js';

const qualityOf = (samples: Float32Array): QualitySnapshot => {
  const extractor = new ProsodyExtractor();
  extractor.push(samples);
  extractor.flush();
  return extractor.quality();
};

const clean = synthesizeSpeech({ phrases: [5, 5, 5], pauseSeconds: 0.5, noiseDb: -90, rms: 0.1 }).samples;
const power = (samples: Float32Array): number => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;
const hiss = whiteNoise(clean.length, 0.1, 9);
/** Power of the first phrase: what the ratio refers to. */
const speechPower = power(clean.subarray(8_000, 24_000));

describe('SignalQuality', () => {
  it.each([30, 20, 10, 5])('estimates a signal-to-noise ratio of %d dB within 3 dB', (snrDb) => {
    const noise = whiteNoise(clean.length, Math.sqrt(speechPower) * 10 ** (-snrDb / 20), 8);
    const quality = qualityOf(clean.map((value, i) => value + noise[i]!));
    expect(Math.abs(quality.snrDb! - snrDb)).toBeLessThan(3);
  });

  it.each([0.02, 0.1])('measures clipping of %d of the samples of a phrase', (share) => {
    const phrase = clean.subarray(8_000, 24_000);
    const sorted = Float32Array.from(phrase, Math.abs).sort();
    const limit = sorted[Math.floor((1 - share) * sorted.length)]!;
    const clipped = phrase.map((value) => Math.max(-1, Math.min(1, value / limit)));
    expect(qualityOf(clipped).clippingRatio / share).toBeGreaterThan(0.8);
    expect(qualityOf(clipped).clippingRatio / share).toBeLessThan(1.25);
    const turnedDown = clipped.map((value) => value * 0.3);
    expect(qualityOf(turnedDown).clippingRatio).toBeGreaterThan(0.3 * share);
    expect(qualityOf(phrase).clippingRatio).toBe(0);
  });

  it('forgets clipping after it stopped', () => {
    const samples = new Float32Array(16_000 * 20);
    samples.set(clean.map((value) => Math.max(-1, Math.min(1, value * 20))));
    samples.set(clean, samples.length - clean.length);
    expect(qualityOf(samples).clippingRatio).toBeLessThan(0.001);
  });

  it('recognizes a telephone line by its empty upper band', () => {
    const wide = clean.map((value, i) => value + 0.002 * Math.sin((2 * Math.PI * 5_500 * i) / 16_000));
    expect(qualityOf(wide).narrowband).toBe(false);
    const line = resample(resample(wide, 16_000, 8_000), 8_000, 16_000);
    expect(qualityOf(line).narrowband).toBe(true);
  });

  it('does not judge the band before half a second of sound was heard', () => {
    expect(qualityOf(new Float32Array(32_000)).narrowband).toBeNull();
    expect(qualityOf(clean.subarray(0, 10_000)).narrowband).toBeNull();
  });

  it('tells an open input from a silent one', () => {
    expect(qualityOf(new Float32Array(32_000)).silent).toBe(true);
    expect(qualityOf(whiteNoise(32_000, 0.0001, 3)).silent).toBe(true);
    expect(qualityOf(whiteNoise(32_000, 0.003, 3)).silent).toBe(false);
    expect(qualityOf(clean.subarray(0, 24_000)).silent).toBe(false);
    expect(qualityOf(new Float32Array(8_000)).silent).toBe(false);
  });

  it('reports no ratio without speech over a background', () => {
    expect(qualityOf(whiteNoise(48_000, 0.05, 2)).snrDb).toBeNull();
    expect(qualityOf(new Float32Array(48_000)).snrDb).toBeNull();
  });

  it.each([20, 10])(
    'keeps a ratio of %d dB over stretches of zeros, because a gap is not background',
    (snrDb) => {
      const noise = whiteNoise(clean.length, Math.sqrt(speechPower) * 10 ** (-snrDb / 20), 8);
      const noisy = clean.map((value, i) => value + noise[i]!);
      const gapped = new Float32Array(noisy.length + 4_000);
      gapped.set(noisy.subarray(0, noisy.length - 8_000));
      gapped.set(noisy.subarray(noisy.length - 8_000), noisy.length - 4_000);
      expect(Math.abs(qualityOf(gapped).snrDb! - snrDb)).toBeLessThan(3);
    },
  );

  it('orders ratios from 30 to 2 dB, and gives none where speech does not rise above the noise', () => {
    const ratioAt = (snrDb: number): number | null => {
      const noise = whiteNoise(clean.length, Math.sqrt(speechPower) * 10 ** (-snrDb / 20), 8);
      return qualityOf(clean.map((value, i) => value + noise[i]!)).snrDb;
    };
    const ratios = [30, 25, 20, 15, 10, 5, 2].map((snrDb) => ratioAt(snrDb)!);
    for (let i = 1; i < ratios.length; i++) expect(ratios[i]).toBeLessThan(ratios[i - 1]!);
    expect(ratioAt(-3)).toBeNull();
  });

  it('reports more clipping for a higher gain', () => {
    const shares = [1, 2, 4, 8, 16].map(
      (gain) => qualityOf(clean.map((value) => Math.max(-1, Math.min(1, 2 * gain * value)))).clippingRatio,
    );
    for (let i = 1; i < shares.length; i++) expect(shares[i]).toBeGreaterThan(shares[i - 1]!);
  });

  it('counts less voiced audio when more of it is removed', () => {
    const voiced = [0, 1, 2, 3].map(
      (phrases) => qualityOf(clean.subarray(0, 8_000 + 24_000 * phrases)).voicedMs,
    );
    for (let i = 1; i < voiced.length; i++) expect(voiced[i]! - voiced[i - 1]!).toBeGreaterThan(700);
    expect(voiced[0]).toBe(0);
  });

  it.each([20, 10, 5])(
    'counts as much voiced audio in noise of %d dB as without noise, within 5 %%',
    (snrDb) => {
      const noise = whiteNoise(clean.length, Math.sqrt(speechPower) * 10 ** (-snrDb / 20), 8);
      const { voicedMs } = qualityOf(clean.map((value, i) => value + noise[i]!));
      expect(Math.abs(voicedMs / qualityOf(clean).voicedMs - 1)).toBeLessThan(0.05);
    },
  );

  it.each([
    { cutHz: 3_400, narrowband: true },
    { cutHz: 4_000, narrowband: true },
    { cutHz: 5_500, narrowband: false },
    { cutHz: 7_000, narrowband: false },
  ])('calls speech with nothing above $cutHz Hz narrowband: $narrowband', ({ cutHz, narrowband }) => {
    const wide = clean.map((value, i) => value + 0.03 * (hiss[i] ?? 0));
    const rateHz = 2 * cutHz;
    expect(qualityOf(resample(resample(wide, 16_000, rateHz), rateHz, 16_000)).narrowband).toBe(narrowband);
  });

  it.each([20, 10])('estimates a ratio of %d dB over a telephone line within 3 dB', (snrDb) => {
    const noise = whiteNoise(clean.length, Math.sqrt(speechPower) * 10 ** (-snrDb / 20), 8);
    const onLine = (samples: Float32Array): Float32Array =>
      resample(resample(samples, 16_000, 8_000), 8_000, 16_000);
    // Half of white noise lies above the band of the line; almost none of speech does.
    const quality = qualityOf(onLine(clean.map((value, i) => value + Math.SQRT2 * noise[i]!)));
    expect(Math.abs(quality.snrDb! - snrDb)).toBeLessThan(3);
    expect(quality.narrowband).toBe(true);
  });

  it('starts a new estimate of speech-likeness where a stretch of speech begins', () => {
    const extractor = new ProsodyExtractor();
    extractor.push(whiteNoise(64_000, 0.05, 4));
    expect(extractor.quality().speechLikeness).toBeLessThan(0.1);
    extractor.beginStretch();
    expect(extractor.quality().speechLikeness).toBeNull();
    extractor.push(clean);
    expect(extractor.quality().speechLikeness).toBeGreaterThan(0.8);
  });

  it('counts voiced audio since the start', () => {
    const { voicedMs } = qualityOf(clean);
    expect(Math.abs(voicedMs - 3_000)).toBeLessThan(250);
  });

  it('scores speech as speech-like, and silence, noise, a tone and a held chord as not', () => {
    const chord = (...hz: number[]): Float32Array =>
      Float32Array.from({ length: 64_000 }, (_, i) =>
        hz.reduce((sum, f) => sum + 0.1 * Math.sin((2 * Math.PI * f * i) / 16_000), 0),
      );
    expect(qualityOf(clean).speechLikeness).toBeGreaterThan(0.8);
    for (const other of [whiteNoise(64_000, 0.1, 4), chord(220), chord(220, 277.2, 329.6)]) {
      expect(qualityOf(other).speechLikeness).toBeLessThan(0.1);
    }
    expect(qualityOf(new Float32Array(64_000)).speechLikeness).toBeNull();
  });

  it.each([
    { name: 'North American', hz: [440, 480] },
    { name: 'British', hz: [400, 450] },
    { name: 'European', hz: [425] },
  ])('knows a $name ring tone on a noisy line for a tone', ({ hz }) => {
    const noise = whiteNoise(64_000, 0.01, 5);
    const ringing = Float32Array.from({ length: 64_000 }, (_, i) =>
      hz.reduce((sum, f) => sum + (0.1 / hz.length) * Math.sin((2 * Math.PI * f * i) / 16_000), noise[i]!),
    );
    expect(qualityOf(ringing).heldPitch).toBeGreaterThan(0.9);
    expect(qualityOf(ringing).speechLikeness).toBeLessThan(0.1);
    expect(qualityOf(clean).heldPitch).toBe(0);
  });

  it('judges what follows a beep by its own pitch, and by the beep until that is known', () => {
    const extractor = new ProsodyExtractor();
    const beep = Float32Array.from(
      { length: 6_400 },
      (_, i) => 0.1 * Math.sin((2 * Math.PI * 1_000 * i) / 16_000),
    );
    const pause = new Float32Array(3_200);
    extractor.push(beep);
    expect(extractor.afterTone).toBe(false);
    extractor.push(pause);
    expect(extractor.afterTone).toBe(true);
    expect(extractor.quality().heldPitch).toBe(1);
    const phrase = clean.subarray(8_000, 24_000);
    extractor.push(phrase.subarray(0, 4_000));
    expect(extractor.afterTone).toBe(false);
    expect(extractor.afterToneSample).toBeGreaterThan(9_000);
    expect(extractor.afterToneSample).toBeLessThan(11_500);
    expect(extractor.quality().speechLikeness).toBe(0);
    extractor.push(phrase.subarray(4_000));
    expect(extractor.quality().heldPitch).toBe(0);
  });

  it('scores played notes as not speech, and a spoken melody as speech', () => {
    const notes = [262, 330, 392, 294, 349, 440, 392, 330];
    const melody = Float32Array.from({ length: 64_000 }, (_, i) => {
      const t = i / 16_000;
      const hz = notes[Math.floor(t / 0.25) % notes.length]!;
      return 0.2 * Math.exp(-4 * (t % 0.25)) * Math.sin(2 * Math.PI * hz * t);
    });
    expect(qualityOf(melody).speechLikeness).toBeLessThan(0.1);
    expect(qualityOf(melody).heldPitch).toBe(1);
    expect(qualityOf(melody.subarray(0, 12_000)).speechLikeness).toBeLessThan(0.1);
    const chant = synthesizeVowel({ seconds: 4, f0Hz: (t) => 180 + 60 * Math.sin(9 * t) }).samples;
    const spoken = chant.map((value, i) => value * (0.55 + 0.45 * Math.sin((2 * Math.PI * 4 * i) / 16_000)));
    expect(qualityOf(spoken).speechLikeness).toBeGreaterThan(0.8);
    expect(qualityOf(spoken).heldPitch).toBe(0);
  });

  it('scores speech lower when the tone or noise over it is louder', () => {
    const tone = clean.map((_, i) => Math.sin((2 * Math.PI * 220 * i) / 16_000));
    for (const other of [tone, whiteNoise(clean.length, 0.7, 6)]) {
      const scores = [0, 0.01, 0.1, 1].map(
        (gain) => qualityOf(clean.map((value, i) => value + gain * other[i]!)).speechLikeness!,
      );
      for (let i = 1; i < scores.length; i++) expect(scores[i]).toBeLessThanOrEqual(scores[i - 1]!);
      expect(scores[3]).toBeLessThan(0.2);
    }
  });
});
