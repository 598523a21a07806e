import { describe, expect, it } from 'vitest';
import { ProsodyExtractor } from './prosody-extractor.js';
import { ProsodyError } from './prosody-error.js';
import { VoiceActivity, type VoiceActivityEvent, type VoiceActivityOptions } from './voice-activity.js';
import { seededRandom, synthesizeSpeech, synthesizeVowel, whiteNoise } from './testing/index.js';

const listen = (samples: Float32Array, options: VoiceActivityOptions = {}): VoiceActivityEvent[] => {
  const activity = new VoiceActivity(options);
  const events: VoiceActivityEvent[] = [];
  const note = (event: VoiceActivityEvent | null): void => {
    if (event !== null) events.push(event);
  };
  const extractor = new ProsodyExtractor({}, { onLevel: (level) => note(activity.update(level)) });
  extractor.push(samples);
  note(activity.finish());
  return events;
};

/** Noise with a broad peak near 1.2 kHz, as codecs color the hiss of a line. */
const resonantNoise = (length: number, rms: number, seed: number): Float32Array => {
  const white = whiteNoise(length, 1, seed);
  const colored = new Float32Array(length);
  for (let i = 2; i < length; i++) {
    const [one = 0, two = 0] = [colored[i - 1], colored[i - 2]];
    colored[i] = (white[i] ?? 0) - (white[i - 2] ?? 0) + 1.6 * one - 0.81 * two;
  }
  const level = Math.sqrt(colored.reduce((sum, value) => sum + value * value, 0) / length);
  return colored.map((value) => (value * rms) / level);
};

const seconds = (event: VoiceActivityEvent | undefined): number => (event?.sample ?? NaN) / 16_000;

describe('VoiceActivity', () => {
  it('reports where speech starts and ends, within 50 ms', () => {
    const { samples } = synthesizeSpeech({ phrases: [4, 3], pauseSeconds: 0.8 });
    const events = listen(samples);
    expect(events.map((event) => event.type)).toEqual(['start', 'end', 'start', 'end']);
    [0.5, 1.3, 2.1, 2.7].forEach((expected, i) => {
      expect(Math.abs(seconds(events[i]) - expected)).toBeLessThan(0.05);
    });
  });

  it('bridges gaps up to the hangover', () => {
    const { samples } = synthesizeSpeech({ phrases: [4, 3], pauseSeconds: 0.4 });
    expect(listen(samples, { hangoverMs: 600 }).map((event) => event.type)).toEqual(['start', 'end']);
    expect(listen(samples, { hangoverMs: 100 }).map((event) => event.type)).toEqual([
      'start',
      'end',
      'start',
      'end',
    ]);
  });

  it('finds speech at 10 dB over the noise, and after a level change of the noise', () => {
    const { samples } = synthesizeSpeech({ phrases: [4, 4], pauseSeconds: 1, noiseDb: -38 });
    const types = listen(samples).map((event) => event.type);
    expect(types.filter((type) => type === 'start')).toHaveLength(2);
    expect(types.filter((type) => type === 'end')).toHaveLength(2);
  });

  it('never starts on silence, noise, or noise that gets louder', () => {
    const louder = new Float32Array(48_000);
    louder.set(whiteNoise(24_000, 0.003, 1));
    louder.set(whiteNoise(24_000, 0.1, 2), 24_000);
    for (const samples of [new Float32Array(32_000), whiteNoise(48_000, 0.1, 3), louder]) {
      expect(listen(samples).filter((event) => event.type !== 'misfire')).toEqual([]);
    }
  });

  it('hears audio that begins within a word only if it knows the background; and forgets what it was told', () => {
    const word = Array.from({ length: 25 }, (_, i) => ({
      centerSample: i * 160,
      energyDb: -38 + (i % 3),
      periodicity: 0.6,
    }));
    const startsIn = (activity: VoiceActivity): boolean =>
      word.some((level) => activity.update(level)?.type === 'start');
    expect(startsIn(new VoiceActivity())).toBe(false);
    const told = new VoiceActivity({ noiseDb: -65 });
    expect(told.noiseDb).toBe(-65);
    expect(startsIn(told)).toBe(true);
    // Three seconds later the loud machine that was switched on is the background.
    for (let i = 25; i < 400; i++) told.update({ centerSample: i * 160, energyDb: -40, periodicity: 0 });
    expect(told.noiseDb).toBeCloseTo(-39.4);
  });

  it('knows, if told so, that audio begins within speech, and says when it ends', () => {
    const hiss = { energyDb: -40, periodicity: 0.1 };
    const quiet = { energyDb: -80, periodicity: 0 };
    const levels = Array.from({ length: 60 }, (_, i) => ({
      ...(i < 20 ? hiss : quiet),
      centerSample: i * 160,
    }));
    const ends = (activity: VoiceActivity) => levels.flatMap((level) => activity.update(level) ?? []);
    expect(ends(new VoiceActivity({ noiseDb: -65 })).filter(({ type }) => type !== 'misfire')).toEqual([]);
    const told = new VoiceActivity({ noiseDb: -65, speaking: true });
    expect(told.speaking).toBe(true);
    expect(ends(told)).toEqual([{ type: 'end', sample: 19 * 160 }]);
  });

  it.each([-20, -40, -50])('finds the same phrases at a gain of %d dB', (gainDb) => {
    const { samples } = synthesizeSpeech({ phrases: [4, 3], pauseSeconds: 0.8, noiseDb: -90 });
    const events = listen(samples.map((value) => value * 10 ** (gainDb / 20)));
    expect(events.map((event) => event.type)).toEqual(['start', 'end', 'start', 'end']);
    [0.5, 1.3, 2.1, 2.7].forEach((expected, i) => {
      expect(Math.abs(seconds(events[i]) - expected)).toBeLessThan(0.06);
    });
  });

  it('does not take dither, a faint room or the hum of a line for soft speech', () => {
    const random = seededRandom(7);
    const dither = Float32Array.from({ length: 80_000 }, () => Math.round(random() + random() - 1) / 32_768);
    const hum = Float32Array.from(
      { length: 80_000 },
      (_, i) => 0.0003 * Math.sin((2 * Math.PI * 100 * i) / 16_000) + 0.00002 * (random() - 0.5),
    );
    for (const samples of [dither, whiteNoise(80_000, 0.0002, 8), whiteNoise(80_000, 0.001, 9), hum]) {
      expect(listen(samples).filter((event) => event.type !== 'misfire')).toEqual([]);
    }
  });

  it('takes the hiss of a line after digital silence for its background, whatever its color', () => {
    const started: string[] = [];
    for (let seed = 1; seed <= 24; seed++) {
      for (const silent of [8_000, 32_000]) {
        const hiss = resonantNoise(64_000, 10 ** (-65 / 20), seed);
        const samples = new Float32Array(silent + hiss.length);
        samples.set(hiss, silent);
        if (listen(samples).some(({ type }) => type === 'start')) started.push(`${seed}/${silent}`);
      }
    }
    expect(started).toEqual([]);
  });

  it('finds speech soon after such a hiss has begun', () => {
    const { samples } = synthesizeSpeech({ phrases: [4], pauseSeconds: 0, noiseDb: -100 });
    const hiss = resonantNoise(samples.length, 10 ** (-65 / 20), 2);
    const line = new Float32Array(16_000 + samples.length);
    line.set(
      samples.map((value, i) => value + (hiss[i] ?? 0)),
      16_000,
    );
    const events = listen(line).filter(({ type }) => type !== 'misfire');
    expect(events.map(({ type }) => type)).toEqual(['start', 'end']);
    expect(Math.abs(seconds(events[0]) - 1.5)).toBeLessThan(0.05);
  });

  it('reports a click or a 40 ms blip as a misfire at most', () => {
    const samples = whiteNoise(32_000, 0.0005, 5);
    samples.set(synthesizeVowel({ seconds: 0.03, f0Hz: 200 }).samples, 16_000);
    samples[24_000] = 0.9;
    expect(listen(samples).filter((event) => event.type !== 'misfire')).toEqual([]);
  });

  it('ends speech that continues into steady noise', () => {
    const samples = whiteNoise(64_000, 0.03, 6);
    samples.set(synthesizeVowel({ seconds: 1, f0Hz: 150, rms: 0.2 }).samples, 16_000);
    const events = listen(samples);
    expect(events.map((event) => event.type)).toEqual(['start', 'end']);
    expect(seconds(events[1])).toBeLessThan(2.6);
  });

  it('starts over on reset', () => {
    const activity = new VoiceActivity();
    for (let i = 0; i < 20; i++) activity.update({ centerSample: i * 160, energyDb: -20, periodicity: 0.9 });
    expect(activity.speaking).toBe(true);
    activity.reset();
    expect(activity.speaking).toBe(false);
    expect(activity.finish()).toBeNull();
  });

  it('refuses options out of range', () => {
    expect(() => new VoiceActivity({ hangoverMs: -1 })).toThrow(ProsodyError);
    expect(() => new VoiceActivity({ periodicity: 2 })).toThrow(ProsodyError);
    expect(() => new VoiceActivity({ minimumSpeechMs: NaN })).toThrow(ProsodyError);
  });
});
