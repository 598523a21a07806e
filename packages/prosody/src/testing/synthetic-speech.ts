import { whiteNoise } from './random.js';
import { synthesizeVowel } from './synthetic-voice.js';

const RATE = 16_000;
const SYLLABLE_SECONDS = 0.2;

export interface PhraseOptions {
  /** Syllables of each phrase; phrases are separated by a pause. */
  phrases: readonly number[];
  pauseSeconds: number;
  /** Middle of the F0 movement, Hz. Default 130. */
  f0Hz?: number;
  /** Background level, dB relative to full scale. Default −65. */
  noiseDb?: number;
  /** RMS of the voice while it sounds, before the syllables' envelope. Default .1. */
  rms?: number;
  seed?: number;
}

export interface SyntheticSpeech {
  samples: Float32Array;
  truth: {
    syllables: number;
    pauses: number;
    pauseSeconds: number;
    f0Hz: (seconds: number) => number;
    /** Whether the voice sounds at a time. */
    voiced: (seconds: number) => boolean;
  };
}

/**
 * Speech reduced to what prosody measures: syllables of .2 s with a dip of 12 dB between them, a falling and rising melody,
 * noise bursts where consonants would be, pauses, and a steady background.
 */
export const synthesizeSpeech = (options: PhraseOptions): SyntheticSpeech => {
  const middle = options.f0Hz ?? 130;
  const melody = (seconds: number): number => middle * (1 + 0.2 * Math.sin(2 * Math.PI * 0.7 * seconds));
  const lead = 0.5;
  const phraseSeconds = options.phrases.map((syllables) => syllables * SYLLABLE_SECONDS);
  const voiced = phraseSeconds.reduce((sum, seconds) => sum + seconds, 0);
  const pauses = options.phrases.length - 1;
  const seconds = 2 * lead + voiced + pauses * options.pauseSeconds;
  const rms = options.rms ?? 0.1;
  const voice = synthesizeVowel({
    seconds,
    f0Hz: melody,
    jitter: 0.005,
    shimmer: 0.03,
    rms,
    seed: options.seed ?? 1,
  });
  const envelope = new Float64Array(voice.samples.length);
  let start = lead;
  for (const length of phraseSeconds) {
    addPhrase(envelope, start, length);
    start += length + options.pauseSeconds;
  }
  const background = whiteNoise(
    envelope.length,
    10 ** ((options.noiseDb ?? -65) / 20),
    (options.seed ?? 1) + 1,
  );
  const burst = whiteNoise(envelope.length, 0.03 * rms, (options.seed ?? 1) + 2);
  const samples = voice.samples.map((value, i) => {
    const gate = envelope[i] ?? 0;
    return value * gate + (gate > 0 ? (burst[i] ?? 0) : 0) + (background[i] ?? 0);
  });
  return {
    samples,
    truth: {
      syllables: options.phrases.reduce((sum, count) => sum + count, 0),
      pauses,
      pauseSeconds: options.pauseSeconds,
      f0Hz: melody,
      voiced: (at) => (envelope[Math.round(at * RATE)] ?? 0) > 0,
    },
  };
};

const addPhrase = (envelope: Float64Array, start: number, seconds: number): void => {
  const from = Math.round(start * RATE);
  const length = Math.round(seconds * RATE);
  for (let i = 0; i < length; i++) {
    const inSyllable = ((i / RATE) % SYLLABLE_SECONDS) / SYLLABLE_SECONDS;
    const edge = Math.min(1, i / (0.02 * RATE), (length - i) / (0.02 * RATE));
    envelope[from + i] = edge * (0.25 + 0.75 * Math.sin(Math.PI * inSyllable) ** 2);
  }
};
