import { BLOCK_SAMPLES, type BlockLevels } from './block-levels.js';
import { SILENCE_DB, dbToPower } from './decibel.js';
import { kaiser } from './kaiser.js';
import { HOP_SAMPLES, WINDOW_SAMPLES } from './prosody-options.js';

/** Half the stretches, in samples, over which Praat takes a frame's mean (two periods of 75 Hz) and peak (one). */
const MEAN_REACH = 213;
const PEAK_REACH = 107;
/** Half-width of the taper before the centre: narrower than the window, so that the end of a voice ends it sooner. */
const JUDGED_BEFORE = 140;
const SILENCE_POWER = dbToPower(SILENCE_DB);

/** Level, mean and peak of one frame, and the smoothed intensity that syllables are found in. */
export class FrameLoudness {
  /** Mean around the latest measured centre. */
  mean = 0;
  /** Largest distance from {@link mean} around the latest measured centre. */
  peak = 0;
  /** The same from just before the centre on: what is compared with the peak of the signal, as Praat compares it. */
  judgedPeak = 0;

  /** Mean square of the latest window, and the same in dB. */
  power = 0;
  energyDb = 0;
  /** Intensity smoothed over 64 ms (Praat's window for a lowest pitch of 50 Hz, as de Jong & Wempe use it), dB. */
  syllableDb = 0;

  constructor(private readonly blocks: BlockLevels) {}

  /** Measures the frame's 40 ms window, weighted by its shape, without DC. */
  measureWindow(frame: number): void {
    this.blocks.measure(centerBlock(frame), WINDOW_WEIGHTS);
    this.power = this.blocks.power;
    this.energyDb = 10 * Math.log10(Math.max(SILENCE_POWER, this.power));
  }

  /** Measures the intensity that syllables are found in. */
  measureSyllable(frame: number): void {
    this.blocks.measure(centerBlock(frame), SYLLABLE_WEIGHTS);
    this.syllableDb = 10 * Math.log10(Math.max(SILENCE_POWER, this.blocks.power));
  }

  /** Sets {@link mean} and {@link peak} for the frame whose centre is at `center` in `samples`. */
  measurePeak(samples: Float32Array, center: number): void {
    let sum = 0;
    for (let i = center - MEAN_REACH; i < center + MEAN_REACH; i++) sum += samples[i] ?? 0;
    const mean = sum / (2 * MEAN_REACH);
    let peak = 0;
    let judged = 0;
    for (let i = 0; i < PEAK_REACH; i++) {
      const after = Math.abs((samples[center + i] ?? 0) - mean);
      const before = Math.abs((samples[center - 1 - i] ?? 0) - mean);
      peak = Math.max(peak, after, before);
      judged = Math.max(judged, after * (WEIGHTS_AFTER[i] ?? 0), before * (WEIGHTS_BEFORE[i] ?? 0));
    }
    this.mean = mean;
    this.peak = peak;
    this.judgedPeak = judged;
  }
}

/** The block boundary at the frame's centre. */
function centerBlock(frame: number): number {
  return (frame * HOP_SAMPLES + WINDOW_SAMPLES / 2) / BLOCK_SAMPLES;
}

/** Hann taper of a given half-width, from the centre outwards. */
function peakWeights(halfWidth: number): Float64Array {
  return Float64Array.from(
    { length: PEAK_REACH },
    (_, i) => 0.5 + 0.5 * Math.cos((Math.PI * (i + 0.5)) / halfWidth),
  );
}

/** Weights of the blocks on one side of the centre, nearest first. */
function hannWeights(count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, i) => 0.5 + 0.5 * Math.cos((Math.PI * (i + 0.5)) / count));
}

/** Kaiser window with the shape of Praat's intensity, side lobes below −190 dB. */
function kaiserWeights(count: number): Float64Array {
  const beta = 2 * Math.PI * Math.PI + 0.5;
  return Float64Array.from({ length: count }, (_, i) => kaiser((i + 0.5) / count, beta));
}

/** Every stream's: a server holds hundreds of them. */
const WINDOW_WEIGHTS = hannWeights(WINDOW_SAMPLES / BLOCK_SAMPLES / 2);
const WEIGHTS_AFTER = peakWeights(WINDOW_SAMPLES / 2);
const WEIGHTS_BEFORE = peakWeights(JUDGED_BEFORE);
const SYLLABLE_WEIGHTS = kaiserWeights(13);
