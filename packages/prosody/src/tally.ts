import type { ProsodyFrame } from './prosody-frame.js';

/**
 * The sums over a stretch of audio. Every measure is a ratio of such sums, so stretches join by addition. The sliding
 * window is the sum of its 100 ms tallies, and "since the start" is the sum of all. Neither stores frames.
 */
export class Tally {
  static readonly FRAMES = 0;
  static readonly VOICED = 1;
  static readonly F0 = 2;
  static readonly F0_SQUARED = 3;
  static readonly SPEECH = 4;
  static readonly ENERGY = 5;
  static readonly ENERGY_SQUARED = 6;
  static readonly HNR = 7;
  static readonly PERIOD_DIFFERENCE = 8;
  static readonly PERIODS = 9;
  static readonly PERIOD_PAIRS = 10;
  static readonly AMPLITUDE_DIFFERENCE = 11;
  static readonly AMPLITUDES = 12;
  static readonly AMPLITUDE_PAIRS = 13;
  static readonly AMPLITUDE_POINTS = 14;
  static readonly SYLLABLES = 15;
  static readonly PAUSES = 16;
  static readonly PAUSE_SAMPLES = 17;
  /** Variance that noise alone causes in the two differences. */
  static readonly PERIOD_NOISE = 18;
  static readonly AMPLITUDE_NOISE = 19;
  /**
   * Sums of squares of the amplitude differences and of the differences of the periods before them, and of their
   * products.
   */
  static readonly AMPLITUDE_SQUARES = 20;
  static readonly SHIFT_SQUARES = 21;
  static readonly AMPLITUDE_BY_SHIFT = 22;
  /** Within turns, without the silence between them. */
  static readonly TURN_FRAMES = 23;
  static readonly TURN_SYLLABLES = 24;
  static readonly TURN_PAUSES = 25;
  static readonly TURN_PAUSE_SAMPLES = 26;
  private static readonly SIZE = 27;

  readonly sums = new Float64Array(Tally.SIZE);
  /** Extremes cannot be added. Both are 0 without a voiced frame. */
  f0MinHz = 0;
  f0MaxHz = 0;

  get(index: number): number {
    return this.sums[index] ?? 0;
  }

  add(index: number, value: number): void {
    this.sums[index] = (this.sums[index] ?? 0) + value;
  }

  addFrame(frame: Readonly<ProsodyFrame>): void {
    const { sums } = this;
    if (frame.voiced) {
      const { f0Hz } = frame;
      sums[Tally.VOICED] = (sums[Tally.VOICED] ?? 0) + 1;
      sums[Tally.F0] = (sums[Tally.F0] ?? 0) + f0Hz;
      sums[Tally.F0_SQUARED] = (sums[Tally.F0_SQUARED] ?? 0) + f0Hz * f0Hz;
      sums[Tally.HNR] = (sums[Tally.HNR] ?? 0) + frame.hnrDb;
      if (this.f0MinHz === 0 || f0Hz < this.f0MinHz) this.f0MinHz = f0Hz;
      if (f0Hz > this.f0MaxHz) this.f0MaxHz = f0Hz;
    }
    if (frame.speech) {
      const { energyDb } = frame;
      sums[Tally.SPEECH] = (sums[Tally.SPEECH] ?? 0) + 1;
      sums[Tally.ENERGY] = (sums[Tally.ENERGY] ?? 0) + energyDb;
      sums[Tally.ENERGY_SQUARED] = (sums[Tally.ENERGY_SQUARED] ?? 0) + energyDb * energyDb;
    }
    if (frame.syllable) sums[Tally.SYLLABLES] = (sums[Tally.SYLLABLES] ?? 0) + 1;
  }

  /** Adds another stretch to this one. */
  merge(other: Tally): void {
    for (let i = 0; i < Tally.SIZE; i++) this.sums[i] = (this.sums[i] ?? 0) + (other.sums[i] ?? 0);
    if (other.f0MaxHz === 0) return;
    if (this.f0MinHz === 0 || other.f0MinHz < this.f0MinHz) this.f0MinHz = other.f0MinHz;
    if (other.f0MaxHz > this.f0MaxHz) this.f0MaxHz = other.f0MaxHz;
  }

  clear(): void {
    this.sums.fill(0);
    this.f0MinHz = 0;
    this.f0MaxHz = 0;
  }
}
