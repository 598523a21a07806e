import { seededRandom } from '@undertone/fine-tune';

const RATE = 16_000;
const SECONDS = 4;

/** Half a second of silence, then the sound. */
const made = (sound: (seconds: number) => number): Float32Array =>
  Float32Array.from({ length: RATE * SECONDS }, (_, i) => (i < RATE / 2 ? 0 : sound(i / RATE - 0.5)));

const sine = (hz: number, t: number): number => Math.sin(2 * Math.PI * hz * t);

/** Uniform random numbers, −1 to 1, the same on every machine. */
const seeded = (seed: number): (() => number) => {
  const random = seededRandom(seed);
  return () => 2 * random() - 1;
};

/** The low and high tones of the keys of a telephone, ITU-T Q.23. */
const KEYS = [
  [697, 1209],
  [770, 1336],
  [852, 1477],
  [941, 1336],
  [697, 1477],
  [770, 1209],
] as const;

/** A key every .22 s, held for .12 s. */
const dialling = (t: number): number => {
  const [low, high] = KEYS[Math.floor(t / 0.22) % KEYS.length] ?? KEYS[0];
  return t % 0.22 < 0.12 ? 0.2 * (sine(low, t) + sine(high, t)) : 0;
};

const NOTES = [262, 330, 392, 294, 349, 440, 392, 330];

/** A note with three harmonics that decays like a plucked string. */
const pluck = (hz: number, t: number): number =>
  Math.exp(-4 * t) * (sine(hz, t) + 0.5 * sine(2 * hz, t) + 0.25 * sine(3 * hz, t));

/** Formants of an open vowel: center and bandwidth, Hz. */
const FORMANTS = [
  [900, 120],
  [1_400, 140],
  [2_800, 200],
] as const;

/** Breathy "ha ha ha": 4.5 calls a second (Bachorowski et al. 2001: 4.4), each a falling voice and the breath after it. */
const laughter = (f0Hz: number): Float32Array => {
  const noise = seeded(5);
  let phase = 0;
  const source = made((t) => {
    const call = (t * 4.5) % 1;
    phase += (f0Hz * (1.15 - 0.4 * call) * (1 - 0.06 * t)) / RATE;
    const pulse = phase >= 1 ? 6 : 0;
    phase %= 1;
    const voice = call < 0.4 ? Math.sin((Math.PI * call) / 0.4) : 0;
    const breath = call < 0.32 ? 0.1 : Math.sin((Math.PI * (call - 0.32)) / 0.68);
    return voice * pulse + 1.2 * breath * noise();
  });
  for (const [hz, bandwidth] of FORMANTS) resonate(source, hz, bandwidth);
  const peak = source.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return source.map((value) => (0.5 * value) / peak);
};

const resonate = (samples: Float32Array, hz: number, bandwidth: number): void => {
  const radius = Math.exp((-Math.PI * bandwidth) / RATE);
  const near = 2 * radius * Math.cos((2 * Math.PI * hz) / RATE);
  const far = -radius * radius;
  let [last, before] = [0, 0];
  for (let i = 0; i < samples.length; i++) {
    const value = (1 - near - far) * (samples[i] ?? 0) + near * last + far * before;
    [before, last] = [last, value];
    samples[i] = value;
  }
};

/** Sounds that are not speech, each 4 s at 16 kHz. */
export const otherSounds = (): Record<string, Float32Array> => {
  const white = seeded(1);
  const brown = seeded(2);
  const snare = seeded(3);
  let held = 0;
  return {
    silence: made(() => 0),
    'white noise': made(() => 0.1 * white()),
    'a rumble': made(() => (held = 0.98 * held + 0.05 * brown())),
    'a tone of 220 Hz': made((t) => 0.2 * sine(220, t)),
    'a tone of 1,000 Hz': made((t) => 0.2 * sine(1000, t)),
    'a dial tone': made((t) => 0.15 * (sine(350, t) + sine(440, t))),
    'a ringing tone': made((t) => (t % 1.5 < 0.75 ? 0.15 * (sine(440, t) + sine(480, t)) : 0)),
    'a European ringing tone': made((t) => (t % 1.5 < 1 ? 0.2 * sine(425, t) : 0)),
    dialling: made(dialling),
    'a held chord': made((t) => 0.08 * [220, 277, 330].reduce((sum, hz) => sum + sine(hz, t), 0)),
    'a plucked melody': made((t) => 0.2 * pluck(NOTES[Math.floor(t / 0.25) % NOTES.length] ?? 262, t % 0.25)),
    'a drum beat': made(
      (t) =>
        0.3 * sine(60, t % 0.5) * Math.exp(-18 * (t % 0.5)) +
        0.15 * snare() * Math.exp(-30 * ((t + 0.25) % 0.5)),
    ),
    'breathy laughter, low': laughter(180),
    'breathy laughter, high': laughter(300),
  };
};
