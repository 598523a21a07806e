import type { AnalysisResult } from '../analysis-result.js';
import { SpeechPortions, weightedBySpeech } from './speech-portions.js';

/** The mean of what was heard over a recording, by the rule of its opinion (`../../recordings/overall-emotion.ts`). */
export class SpeechMean {
  private readonly portions = new SpeechPortions<readonly number[]>();

  /** Takes a span of `speechMs` of speech, and the values after it where there are any. */
  hear(result: AnalysisResult, speechMs: number, values: readonly number[] | undefined): void {
    this.portions.hear(result, speechMs, values);
  }

  /** Undefined before any speech. */
  read(): number[] | undefined {
    const portions = this.portions.settled();
    const weighted = weightedBySpeech(portions);
    return weighted && portions[0]?.reading.map((_, i) => weighted.mean((values) => values[i] ?? 0));
  }
}
