import { Portions, weightedBySpeech } from '../portions.js';

/** The mean of what was heard over a recording, by the rule of its opinion (`../analyze/opinion.ts`). */
export class PortionMean {
  private readonly portions = new Portions<readonly number[]>();

  /** Takes the values after `speechMs` more of speech, and the audio behind them since their stretch began. */
  add(speechMs: number, evidenceMs: number, values: readonly number[]): void {
    this.portions.add(speechMs, evidenceMs, values);
  }

  /** Undefined before any speech. */
  read(): number[] | undefined {
    const portions = this.portions.settled();
    const weighted = weightedBySpeech(portions);
    return weighted && portions[0]?.reading.map((_, i) => weighted.mean((values) => values[i] ?? 0));
  }
}
