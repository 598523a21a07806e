import type { AnalysisResult } from '../analysis-result.js';
import { SpeechPortions, weightedBySpeech } from './speech-portions.js';

/** The mean over a recording, weighted like its overall emotion (`../../recordings/overall-emotion.ts`). */
export class SpeechMean {
  private readonly portions = new SpeechPortions<readonly number[]>();

  /**
   * Takes in a span with `speechMs` of speech, and the values after it if there are any.
   * @param whole the full reader's of the utterance that has ended: they take the place of those of its parts
   */
  hear(
    result: AnalysisResult,
    speechMs: number,
    values: readonly number[] | undefined,
    whole?: readonly number[],
  ): void {
    this.portions.hear(result, speechMs, values, whole);
  }

  /** @returns undefined before any speech */
  read(): number[] | undefined {
    const portions = this.portions.settled();
    const weighted = weightedBySpeech(portions);
    return weighted && portions[0]?.reading.map((_, i) => weighted.mean((values) => values[i] ?? 0));
  }
}
