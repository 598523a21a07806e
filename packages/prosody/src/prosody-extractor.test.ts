import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProsodyExtractor, analyze } from './prosody-extractor.js';
import { ProsodyError } from './prosody-error.js';
import type { ProsodyFrame, LevelFrame } from './prosody-frame.js';
import type { ProsodyOptions } from './prosody-options.js';
import { resample } from './resampler.js';
import { synthesizeSpeech, synthesizeVowel, whiteNoise } from './testing/index.js';

const run = (samples: Float32Array, options: ProsodyOptions = {}, chunk = samples.length) => {
  const frames: ProsodyFrame[] = [];
  const levels: LevelFrame[] = [];
  const extractor = new ProsodyExtractor(options, {
    onFrame: (frame) => frames.push({ ...frame }),
    onLevel: (level) => levels.push({ ...level }),
  });
  for (let from = 0; from < samples.length; from += chunk)
    extractor.push(samples.subarray(from, from + chunk));
  extractor.flush();
  return { extractor, frames, levels, snapshot: extractor.snapshot(), quality: extractor.quality() };
};

const median = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Every number in a result, at any depth. */
const numbers = (value: unknown): number[] => {
  if (typeof value === 'number') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(numbers) : [];
};

const speech = synthesizeSpeech({ phrases: [4, 5, 3], pauseSeconds: 0.5, f0Hz: 140 });

describe('ProsodyExtractor: pitch', () => {
  it.each([90, 120, 160, 210, 260, 320, 400])('finds %d Hz within a tenth of a percent', (f0Hz) => {
    const { frames } = run(synthesizeVowel({ seconds: 1, f0Hz }).samples);
    expect(frames.every((frame) => frame.voiced)).toBe(true);
    expect(Math.abs(median(frames.map((frame) => frame.f0Hz)) / f0Hz - 1)).toBeLessThan(0.001);
  });

  it('follows a glide', () => {
    const f0 = (at: number): number => 110 * 2 ** at;
    const { frames } = run(synthesizeVowel({ seconds: 1.5, f0Hz: f0 }).samples);
    for (const frame of frames.slice(2)) {
      expect(Math.abs(frame.f0Hz / f0(frame.centerSample / 16_000) - 1)).toBeLessThan(0.02);
    }
  });

  it('keeps the pitch in 10 dB of white noise, and finds no pitch in noise alone', () => {
    const vowel = synthesizeVowel({ seconds: 2, f0Hz: 150, hnrDb: 10 });
    const { frames } = run(vowel.samples);
    const right = frames.filter((frame) => frame.voiced && Math.abs(frame.f0Hz / 150 - 1) < 0.02);
    expect(right.length / frames.length).toBeGreaterThan(0.98);
    const noise = run(whiteNoise(32_000, 0.1, 3));
    expect(noise.frames.filter((frame) => frame.voiced).length / noise.frames.length).toBeLessThan(0.05);
  });

  it('finds a pure tone at the ceiling; a tone above it is unvoiced or a subharmonic', () => {
    const tone = (hz: number): Float32Array =>
      Float32Array.from({ length: 16_000 }, (_, i) => 0.3 * Math.sin((2 * Math.PI * hz * i) / 16_000));
    expect(run(tone(499)).snapshot.prosody.pitch.mean).toBeCloseTo(499, 0);
    for (const frame of run(tone(740)).frames) expect(frame.f0Hz).toBeLessThanOrEqual(500);
  });

  it('reports mean, deviation, extremes and range of voiced frames in Hz', () => {
    const { pitch } = run(
      synthesizeVowel({ seconds: 2, f0Hz: (at) => 150 + 30 * Math.sin(2 * Math.PI * at) }).samples,
    ).snapshot.prosody;
    expect(pitch.mean).toBeCloseTo(150, -0.5);
    expect(pitch.std).toBeCloseTo(30 / Math.SQRT2, -0.5);
    expect(pitch.min! / 120).toBeCloseTo(1, 1);
    expect(pitch.max! / 180).toBeCloseTo(1, 1);
    expect(pitch.range).toBe(pitch.max! - pitch.min!);
  });
});

describe('ProsodyExtractor: voice quality', () => {
  it.each([
    { f0Hz: 90, jitter: 0.01, shimmer: 0.05 },
    { f0Hz: 130, jitter: 0.005, shimmer: 0.03 },
    { f0Hz: 210, jitter: 0.005, shimmer: 0.02 },
  ])('measures known jitter and shimmer at $f0Hz Hz', ({ f0Hz, jitter, shimmer }) => {
    const vowel = synthesizeVowel({ seconds: 3, f0Hz, jitter, shimmer });
    const { voice_quality } = analyze(vowel.samples).prosody;
    expect(Math.abs(voice_quality.jitter! - vowel.truth.jitter)).toBeLessThan(0.002);
    expect(Math.abs(voice_quality.shimmer! - vowel.truth.shimmer)).toBeLessThan(0.012);
  });

  it('measures no voice quality where there is no voice', () => {
    const { voice_quality } = analyze(synthesizeVowel({ seconds: 2, f0Hz: 140 }).samples).prosody;
    expect(voice_quality.jitter).toBeLessThan(0.0005);
    expect(voice_quality.shimmer).toBeLessThan(0.002);
    expect(voice_quality.hnr).toBeGreaterThan(30);
  });

  it.each([
    { f0Hz: 100, hnrDb: 15, jitterLimit: 0.0005, shimmerLimit: 0.006 },
    { f0Hz: 290, hnrDb: 15, jitterLimit: 0.001, shimmerLimit: 0.013 },
    { f0Hz: 100, hnrDb: 8, jitterLimit: 0.0008, shimmerLimit: 0.012 },
    { f0Hz: 290, hnrDb: 8, jitterLimit: 0.0025, shimmerLimit: 0.026 },
  ])(
    'measures next to none at $f0Hz Hz in noise $hnrDb dB below a voice that has none',
    ({ f0Hz, hnrDb, jitterLimit, shimmerLimit }) => {
      const { voice_quality } = analyze(
        synthesizeVowel({ seconds: 2, f0Hz, hnrDb, seed: 3 }).samples,
      ).prosody;
      expect(voice_quality.jitter).toBeLessThan(jitterLimit);
      expect(voice_quality.shimmer).toBeLessThan(shimmerLimit);
    },
  );

  it('keeps a large jitter and shimmer that noise covers', () => {
    const vowel = synthesizeVowel({
      seconds: 3,
      f0Hz: 130,
      jitter: 0.015,
      shimmer: 0.08,
      hnrDb: 15,
      seed: 5,
    });
    const { voice_quality } = analyze(vowel.samples).prosody;
    expect(Math.abs(voice_quality.jitter! - vowel.truth.jitter)).toBeLessThan(0.004);
    expect(Math.abs(voice_quality.shimmer! - vowel.truth.shimmer)).toBeLessThan(0.016);
  });

  it('does not count the level changes that jitter causes in a high voice as shimmer', () => {
    const vowel = synthesizeVowel({ seconds: 3, f0Hz: 260, jitter: 0.012, shimmer: 0.02, seed: 4 });
    const { voice_quality } = analyze(vowel.samples).prosody;
    // Praat measures 6.6 % where 2.0 is true.
    expect(voice_quality.shimmer! - vowel.truth.shimmer).toBeLessThan(0.03);
  });

  it.each([90, 100, 120, 180, 280].flatMap((f0Hz) => [25, 20, 15, 8].map((hnrDb) => ({ f0Hz, hnrDb }))))(
    'measures a harmonics-to-noise ratio of $hnrDb dB at $f0Hz Hz within 1 dB',
    ({ f0Hz, hnrDb }) => {
      const { voice_quality } = analyze(synthesizeVowel({ seconds: 2, f0Hz, hnrDb }).samples).prosody;
      expect(Math.abs(voice_quality.hnr! - hnrDb)).toBeLessThan(hnrDb > 20 ? 1 : 0.5);
    },
  );
});

describe('ProsodyExtractor: energy and rhythm', () => {
  it('reports level in dB relative to full scale, with any DC offset', () => {
    const vowel = synthesizeVowel({ seconds: 1, f0Hz: 200, rms: 0.1 }).samples;
    const level = median(run(vowel).frames.map((frame) => frame.energyDb));
    expect(Math.abs(level + 20)).toBeLessThan(0.5);
    const shifted = run(vowel.map((value) => value + 0.2));
    expect(Math.abs(median(shifted.frames.map((frame) => frame.energyDb)) - level)).toBeLessThan(0.1);
    expect(shifted.snapshot.prosody.pitch.mean).toBeCloseTo(200, 0);
  });

  it('counts syllables', () => {
    const { snapshot } = run(speech.samples);
    expect(Math.abs(snapshot.syllables - speech.truth.syllables)).toBeLessThanOrEqual(1);
    expect(snapshot.prosody.rhythm.speech_rate).toBeCloseTo(
      snapshot.syllables / (snapshot.durationMs / 1000),
      9,
    );
    expect(snapshot.articulationRate).toBeGreaterThan(4);
    expect(snapshot.articulationRate).toBeLessThan(6);
  });

  it('counts pauses and measures them in seconds, without the silence before and after', () => {
    const { snapshot } = run(speech.samples);
    expect(snapshot.pauses).toBe(2);
    expect(Math.abs(snapshot.prosody.rhythm.average_pause_duration! - 0.5)).toBeLessThan(0.06);
    expect(snapshot.prosody.rhythm.pause_rate).toBeCloseTo((60 * 2) / (snapshot.durationMs / 1000), 9);
  });

  it('gives a window the rhythm of its turns: the silence before one is no pause of it', () => {
    const turn = synthesizeSpeech({ phrases: [8], pauseSeconds: 0 });
    const extractor = new ProsodyExtractor();
    extractor.push(turn.samples);
    const { rhythm: first } = extractor.summary(3_000);
    extractor.push(whiteNoise(80_000, 10 ** (-65 / 20), 5));
    expect(extractor.summary(3_000).rhythm).toEqual({
      speech_rate: null,
      pause_rate: null,
      average_pause_duration: null,
    });
    // Half a second of silence leads the turn.
    extractor.push(turn.samples.subarray(0, 16_000));
    expect(extractor.snapshot(3_000)).toMatchObject({ pauses: 0, syllables: 1 });
    expect(extractor.snapshot().pauses).toBe(1);
    expect(extractor.summary(3_000).rhythm.speech_rate).toBeNull();
    extractor.push(turn.samples.subarray(16_000));
    const { rhythm: second } = extractor.summary(3_000);
    expect(second).toMatchObject({ pause_rate: 0, average_pause_duration: null });
    expect(second.speech_rate).toBeGreaterThan(4);
    expect(Math.abs(second.speech_rate! - first.speech_rate!)).toBeLessThan(0.4);
  });

  it('counts the pauses of a turn in its window, and its time with them', () => {
    const extractor = new ProsodyExtractor();
    extractor.push(synthesizeSpeech({ phrases: [4, 4], pauseSeconds: 0.5 }).samples);
    const { pauses, prosody } = extractor.snapshot(3_000);
    expect(pauses).toBe(1);
    expect(Math.abs(prosody.rhythm.average_pause_duration! - 0.5)).toBeLessThan(0.06);
    // 2.1 s from the first syllable to the last.
    expect(Math.abs(prosody.rhythm.pause_rate! - 60 / 2.1)).toBeLessThan(2);
  });

  it('takes speech statistics from speech alone', () => {
    const { snapshot, frames } = run(speech.samples);
    expect(snapshot.speechMs).toBe(10 * frames.filter((frame) => frame.speech).length);
    expect(Math.abs(snapshot.speechMs - 2400)).toBeLessThan(200);
    expect(snapshot.prosody.energy.mean).toBeGreaterThan(-35);
  });
});

/** 300 to 3,400 Hz at 8 kHz, rounded as ITU-T G.711 does (µ = 255). */
const telephone = (samples: Float32Array): Float32Array => {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  const k = Math.tan((Math.PI * 300) / 8_000);
  const norm = 1 / (1 + Math.SQRT2 * k + k * k);
  const coded = resample(samples, 16_000, 8_000).map((x) => {
    const y =
      norm * (x - 2 * x1 + x2) - 2 * (k * k - 1) * norm * y1 - (1 - Math.SQRT2 * k + k * k) * norm * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    const step = Math.round((127 * Math.log1p(255 * Math.min(1, Math.abs(y)))) / Math.log(256)) / 127;
    return (Math.sign(y) * Math.expm1(step * Math.log(256))) / 255;
  });
  return resample(coded, 8_000, 16_000);
};

/** The sentence with white noise at the given distance below its mean power while it sounds. */
const noisy = (snrDb: number): Float32Array => {
  const voice = speech.samples.subarray(8_000, 20_000);
  const power = voice.reduce((sum, value) => sum + value * value, 0) / voice.length;
  const noise = whiteNoise(speech.samples.length, Math.sqrt(power) * 10 ** (-snrDb / 20), 11);
  return speech.samples.map((value, i) => value + noise[i]!);
};

describe('ProsodyExtractor: "Telephone-band and noisy input included"', () => {
  it.each([
    ['over a telephone', telephone(speech.samples), 0.02],
    ['in white noise 20 dB below', noisy(20), 0.02],
    ['in white noise 10 dB below', noisy(10), 0.03],
    ['in white noise 5 dB below', noisy(5), 0.05],
    ['over a telephone in white noise 10 dB below', telephone(noisy(10)), 0.03],
  ])(
    '%s: the pitch of all but a few frames, the same syllables and pauses',
    (_name, samples, wrongAtMost) => {
      const { frames, snapshot } = run(samples);
      const { f0Hz, voiced, syllables, pauses, pauseSeconds } = speech.truth;
      const wrong = frames.filter((frame) => {
        const at = frame.centerSample / 16_000;
        return frame.voiced !== voiced(at) || (frame.voiced && Math.abs(frame.f0Hz / f0Hz(at) - 1) > 0.2);
      });
      expect(wrong.length / frames.length).toBeLessThan(wrongAtMost);
      expect(Math.abs(snapshot.syllables - syllables)).toBeLessThanOrEqual(1);
      expect(snapshot.pauses).toBe(pauses);
      expect(Math.abs(snapshot.prosody.rhythm.average_pause_duration! - pauseSeconds)).toBeLessThan(0.12);
    },
  );

  it.each([110, 190])('measures jitter, shimmer and HNR of a voice of %d Hz over a telephone', (f0Hz) => {
    const vowel = synthesizeVowel({ seconds: 2, f0Hz, jitter: 0.008, shimmer: 0.04, seed: 6 });
    const { voice_quality } = analyze(telephone(vowel.samples)).prosody;
    expect(Math.abs(voice_quality.jitter! - vowel.truth.jitter)).toBeLessThan(0.003);
    expect(Math.abs(voice_quality.shimmer! - vowel.truth.shimmer)).toBeLessThan(0.015);
    expect(voice_quality.hnr).toBeGreaterThan(15);
  });
});

describe('ProsodyExtractor: streaming', () => {
  it('gives the same frames however the audio is chunked', () => {
    const samples = speech.samples.subarray(6_000, 26_000);
    const whole = run(samples);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 40 }), (chunks) => {
        const frames: ProsodyFrame[] = [];
        const extractor = new ProsodyExtractor({}, { onFrame: (frame) => frames.push({ ...frame }) });
        let from = 0;
        for (let i = 0; from < samples.length; i++) {
          const length = chunks[i % chunks.length]!;
          extractor.push(samples.subarray(from, from + length));
          from += length;
        }
        extractor.flush();
        expect(frames).toEqual(whole.frames);
        expect(extractor.snapshot()).toEqual(whole.snapshot);
        expect(extractor.quality()).toEqual(whole.quality);
      }),
      { numRuns: 15 },
    );
  });

  it('analyzes a whole recording with the same numbers', () => {
    expect(analyze(speech.samples)).toEqual(run(speech.samples, {}, 640).snapshot);
  });

  it('emits a frame every 10 ms: levels 20 ms after its center, decided frames 100 ms after', () => {
    const latency = { frame: 0, level: 0 };
    const extractor: ProsodyExtractor = new ProsodyExtractor(
      {},
      {
        onFrame: (frame) => (latency.frame = extractor.samplesSeen - frame.centerSample),
        onLevel: (level) => (latency.level = extractor.samplesSeen - level.centerSample),
      },
    );
    for (let from = 0; from < 16_000; from += 10) extractor.push(speech.samples.subarray(from, from + 10));
    expect(latency).toEqual({ frame: 1_600, level: 320 });
  });

  it('decides the last frames on flush, and continues afterwards', () => {
    const { frames, levels, extractor } = run(speech.samples.subarray(0, 20_000));
    expect(frames).toHaveLength(Math.floor((20_000 - 640) / 160) + 1);
    expect(levels).toHaveLength(frames.length);
    extractor.push(speech.samples.subarray(20_000));
    extractor.flush();
    expect(frames).toHaveLength(Math.floor((speech.samples.length - 640) / 160) + 1);
    expect(frames.map((frame) => frame.index)).toEqual(frames.map((_, i) => i));
  });

  it('summarizes a sliding window', () => {
    const extractor = new ProsodyExtractor();
    extractor.push(synthesizeVowel({ seconds: 3, f0Hz: 120 }).samples);
    extractor.push(synthesizeVowel({ seconds: 2, f0Hz: 240 }).samples);
    extractor.flush();
    expect(extractor.snapshot(1_000).prosody.pitch.mean).toBeCloseTo(240, 0);
    expect(Math.abs(extractor.snapshot(1_000).durationMs - 1_000)).toBeLessThanOrEqual(100);
    expect(Math.abs(extractor.summary().pitch.mean! - 168)).toBeLessThan(2);
  });

  it('starts over on reset', () => {
    const extractor = new ProsodyExtractor();
    extractor.push(whiteNoise(20_000, 0.2, 9));
    extractor.push(Float32Array.from([NaN]));
    extractor.reset();
    extractor.push(speech.samples);
    extractor.flush();
    expect(extractor.nonFiniteSamples).toBe(0);
    expect(extractor.snapshot()).toEqual(analyze(speech.samples));
  });
});

describe('ProsodyExtractor: any input', () => {
  it.each([
    ['nothing', new Float32Array(0)],
    ['less than a window', new Float32Array(639).fill(0.1)],
    ['digital silence', new Float32Array(32_000)],
    ['a constant', new Float32Array(32_000).fill(0.5)],
    ['NaN only', new Float32Array(32_000).fill(NaN)],
    ['infinities', new Float32Array(32_000).map((_, i) => (i % 2 === 0 ? Infinity : -Infinity))],
  ])('%s: no pitch, nothing made up, no NaN', (_name, samples) => {
    const { snapshot, frames, quality } = run(samples);
    expect(frames.every((frame) => !frame.voiced)).toBe(true);
    expect(Object.values(snapshot.prosody.pitch).every((value) => value === null)).toBe(true);
    expect(Object.values(snapshot.prosody.voice_quality).every((value) => value === null)).toBe(true);
    expect(snapshot.prosody.energy.mean).toBeNull();
    expect(snapshot.prosody.rhythm.average_pause_duration).toBeNull();
    expect(numbers({ snapshot, frames, quality }).every(Number.isFinite)).toBe(true);
  });

  it('counts non-finite samples and treats them as silence', () => {
    const damaged = speech.samples.slice();
    for (let i = 0; i < damaged.length; i += 4_000) damaged[i] = i % 8_000 === 0 ? NaN : -Infinity;
    const { extractor, snapshot } = run(damaged);
    expect(extractor.nonFiniteSamples).toBe(Math.ceil(damaged.length / 4_000));
    expect(numbers(snapshot).every(Number.isFinite)).toBe(true);
  });

  it('stays finite for arbitrary samples', () => {
    const sample = fc.oneof(fc.float(), fc.constantFrom(0, 1, -1, NaN, Infinity, 3.4e38, 1e-40));
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 300 }), fc.boolean(), (pattern, repeated) => {
        const samples = Float32Array.from({ length: 8_000 }, (_, i) =>
          repeated || i < pattern.length ? pattern[i % pattern.length]! : 0,
        );
        const { snapshot, frames, quality } = run(samples);
        expect(numbers({ snapshot, frames, quality }).every(Number.isFinite)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('measures the same at any gain', () => {
    const reference = run(speech.samples).snapshot.prosody;
    const quiet = run(speech.samples.map((value) => value * 0.1)).snapshot.prosody;
    expect(Math.abs(quiet.pitch.mean! / reference.pitch.mean! - 1)).toBeLessThan(0.01);
    expect(quiet.energy.mean! - reference.energy.mean!).toBeCloseTo(-20, 0);
    expect(quiet.voice_quality.jitter).toBeCloseTo(reference.voice_quality.jitter!, 3);
  });

  it.each([{ f0FloorHz: 20 }, { f0CeilingHz: NaN }, { lookaheadFrames: 2 }, { historyMs: 1e9 }])(
    'refuses %o with a typed error',
    (options) => {
      expect(() => new ProsodyExtractor(options)).toThrow(ProsodyError);
      expect(() => new ProsodyExtractor(options)).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
    },
  );
});
