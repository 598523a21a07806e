import { seededRandom } from '@undertone/fine-tune';

/**
 * Synthetic voices of a known manner, for machines without recordings: a Rosenberg glottal pulse through three formant
 * resonators, with the syllable rate, pitch range, loudness and tilt of acted anger and sadness (Scherer 2003, "Vocal
 * communication of emotion", table 2).
 */

interface Manner {
  f0Hz: number;
  f0SpanHz: number;
  syllablesPerSecond: number;
  level: number;
  /** The part of the period in which the glottis is open: short for pressed voices, long for breathy ones. */
  openQuotient: number;
  breath: number;
  /** How slowly the glottis closes, 0 to 1: what of the flow's sample before stays. */
  closing: number;
  /** By what share the pitch falls within a syllable. */
  fall: number;
}

const manners: Record<'angry' | 'sad', Manner> = {
  angry: {
    ...{ f0Hz: 260, f0SpanHz: 120, syllablesPerSecond: 5.5, level: 0.6 },
    ...{ openQuotient: 0.25, breath: 0.05, closing: 0, fall: 0.45 },
  },
  sad: {
    ...{ f0Hz: 190, f0SpanHz: 14, syllablesPerSecond: 2.5, level: 0.08 },
    ...{ openQuotient: 0.9, breath: 0.02, closing: 0.8, fall: 0 },
  },
};

/** Formants of five vowels, Hz (Peterson & Barney 1952, table II, men). */
const vowels = [
  [730, 1090, 2440],
  [270, 2290, 3010],
  [530, 1840, 2480],
  [570, 840, 2410],
  [300, 870, 2240],
] as const;

/**
 * Sound leaves the lips as the change of the air that flows (Fant 1960): this part of the sample before goes off each sample. Flow
 * alone never turns around.
 */
const RADIATION = 0.97;
/** What a microphone keeps of a constant from sample to sample. An offset would be taken away by the relay, and not by whom it is compared with. */
const COUPLING = 0.995;

/** Level of a syllable's initial fricative, relative to the vowel's peak. */
const CONSONANT_LEVEL = 0.15;

/** A two-pole resonator (Klatt 1980, eq. 1). */
const resonator = (
  frequencyHz: number,
  bandwidthHz: number,
  sampleRate: number,
): ((input: number) => number) => {
  const radius = Math.exp((-Math.PI * bandwidthHz) / sampleRate);
  const b = 2 * radius * Math.cos((2 * Math.PI * frequencyHz) / sampleRate);
  const c = -radius * radius;
  const a = 1 - b - c;
  let y1 = 0;
  let y2 = 0;
  return (input) => {
    const y = a * input + b * y1 + c * y2;
    y2 = y1;
    y1 = y;
    return y;
  };
};

/** Synthesizes `seconds` of a voice, at 16 kHz by default. */
export const synthesizeVoice = (
  label: 'angry' | 'sad',
  seconds: number,
  seed = 0,
  sampleRate = 16_000,
): Float32Array => {
  const manner = manners[label];
  const random = seededRandom(seed + 1);
  const out = new Float32Array(Math.round(seconds * sampleRate));
  const syllable = Math.round(sampleRate / manner.syllablesPerSecond);
  let phase = 0;
  let opening = 0;
  let flowBefore = 0;
  let radiatedBefore = 0;
  let heard = 0;
  let filters = vowels[0].map((formant) => resonator(formant, 90, sampleRate));
  let target = manner.f0Hz;
  for (let n = 0; n < out.length; n += 1) {
    const inSyllable = n % syllable;
    if (inSyllable === 0) {
      const vowel = vowels[Math.floor(random() * vowels.length)]!;
      filters = vowel.map((formant) => resonator(formant, 90, sampleRate));
      target = manner.f0Hz + (random() - 0.3) * manner.f0SpanHz;
    }
    const position = inSyllable / syllable;
    phase = (phase + target * (1 - manner.fall * position)) % sampleRate;
    const t = phase / sampleRate / manner.openQuotient;
    const pulse = t < 1 ? t * t * (3 - 3 * t) : 0; // Rosenberg 1971, polynomial shape
    const envelope = Math.sin(Math.PI * Math.min(1, position / 0.8)) ** 2;
    opening = manner.closing * opening + (1 - manner.closing) * pulse;
    const source = opening + manner.breath * (random() - 0.5);
    const flow = envelope * filters.reduce((sum, filter, index) => sum + filter(source) / (index + 1), 0);
    const radiated = flow - RADIATION * flowBefore;
    heard = radiated - radiatedBefore + COUPLING * heard;
    out[n] = heard;
    flowBefore = flow;
    radiatedBefore = radiated;
  }
  const peak = out.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9);
  let last = 0;
  return out.map((sample, n) => {
    // A fricative starts each syllable: noise that rises with frequency. Without it the voice would sound like a telephone.
    const noise = random() - 0.5;
    const hiss = (noise - last) * CONSONANT_LEVEL * Math.max(0, 1 - (n % syllable) / (0.25 * syllable));
    last = noise;
    return (sample / peak + hiss) * manner.level;
  });
};
