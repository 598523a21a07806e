import { Portions, weightedBySpeech } from '../portions.js';

/** The mean of what was heard over a recording, by the rule of its opinion (`../analyze/opinion.ts`). */
export class PortionMean {
  private readonly portions = new Portions<readonly number[]>();

  /**
   * Takes the values after `speechMs` more of speech, and the audio behind them since their stretch began.
   * @param outOfDomain probability that these were no speech, 0 to 1
   */
  add(speechMs: number, evidenceMs: number, values: readonly number[], outOfDomain?: number): void {
    this.portions.add(speechMs, evidenceMs, values, outOfDomain);
  }

  /** What was taken for speech and is none. */
  addOther(heardMs: number, evidenceMs: number, outOfDomain = 1): void {
    this.portions.addOther(heardMs, evidenceMs, outOfDomain);
  }

  /** Undefined before any speech. */
  read(): number[] | undefined {
    const portions = this.portions.settled();
    const weighted = weightedBySpeech(portions);
    return weighted && portions[0]?.reading.map((_, i) => weighted.mean((values) => values[i] ?? 0));
  }
}
