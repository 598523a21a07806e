import type { LevelFrame, ProsodyFrame } from '@undertone/prosody';
import type { EdgeProsody } from './capture-messages.js';

/** Combines the frames between two reports. Allocates nothing: the result is always the same object. */
export class EdgeMeter {
  private readonly result: EdgeProsody;
  private frames = 0;
  private voiced = 0;
  private f0Sum = 0;
  private hnrSum = 0;
  private levels = 0;
  private energySum = 0;
  private peak = 0;
  private syllables = 0;

  constructor(channel: number) {
    this.result = {
      channel,
      sample: 0,
      f0Hz: 0,
      voicedShare: 0,
      energyDb: -100,
      hnrDb: 0,
      peak: 0,
      syllables: 0,
      speaking: false,
    };
  }

  addFrame(frame: Readonly<ProsodyFrame>): void {
    this.frames++;
    if (frame.voiced) {
      this.voiced++;
      this.f0Sum += frame.f0Hz;
      this.hnrSum += frame.hnrDb;
    }
    if (frame.syllable) this.syllables++;
  }

  addLevel(level: Readonly<LevelFrame>): void {
    this.levels++;
    this.energySum += level.energyDb;
    if (level.peak > this.peak) this.peak = level.peak;
  }

  /** Returns the result since the last report, and starts again. */
  report(sample: number, speaking: boolean): Readonly<EdgeProsody> {
    const { result } = this;
    result.sample = sample;
    result.speaking = speaking;
    result.f0Hz = this.voiced === 0 ? 0 : this.f0Sum / this.voiced;
    result.hnrDb = this.voiced === 0 ? 0 : this.hnrSum / this.voiced;
    result.voicedShare = this.frames === 0 ? 0 : this.voiced / this.frames;
    result.energyDb = this.levels === 0 ? -100 : this.energySum / this.levels;
    result.peak = this.peak;
    result.syllables = this.syllables;
    this.reset();
    return result;
  }

  reset(): void {
    this.frames = 0;
    this.voiced = 0;
    this.f0Sum = 0;
    this.hnrSum = 0;
    this.levels = 0;
    this.energySum = 0;
    this.peak = 0;
    this.syllables = 0;
  }
}
