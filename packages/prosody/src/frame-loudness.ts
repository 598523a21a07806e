import { BLOCK_SAMPLES, type BlockLevels } from './block-levels.js';
import { SILENCE_DB, dbToPower } from './decibel.js';
import { kaiser } from './kaiser.js';
import { HOP_SAMPLES, WINDOW_SAMPLES } from './prosody-options.js';

const SILENCE_POWER = dbToPower(SILENCE_DB);

/** Level of one frame, and the smoothed intensity that syllables are found in. */
export class FrameLoudness {
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
}

/** The block boundary at the frame's center. */
const centerBlock = (frame: number): number => (frame * HOP_SAMPLES + WINDOW_SAMPLES / 2) / BLOCK_SAMPLES;

/** Weights of the blocks on one side of the center, nearest first. */
const hannWeights = (count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, i) => 0.5 + 0.5 * Math.cos((Math.PI * (i + 0.5)) / count));

/** Kaiser window with the shape of Praat's intensity, side lobes below −190 dB. */
const kaiserWeights = (count: number): Float64Array => {
  const beta = 2 * Math.PI * Math.PI + 0.5;
  return Float64Array.from({ length: count }, (_, i) => kaiser((i + 0.5) / count, beta));
};

/** Shared by every stream, because a server holds hundreds of them. */
const WINDOW_WEIGHTS = hannWeights(WINDOW_SAMPLES / BLOCK_SAMPLES / 2);
const SYLLABLE_WEIGHTS = kaiserWeights(13);
