import { createHash } from 'node:crypto';
import type { AnalysisResult } from '../../call/analysis-result.js';
import { SampleAccumulator } from './read-sample.js';
import { type AnalyzedSample, type ReaderOutputs, SAMPLE_SECONDS } from './sample.js';

/**
 * One turn of a live stream as a sample, collected while it is spoken. Collecting stops as soon as it is
 * clear that the turn cannot be a sample.
 */
export class LiveSample {
  private listener: SampleAccumulator | undefined = new SampleAccumulator();
  private speechMs = 0;

  add(result: AnalysisResult): void {
    this.speechMs += result.speechMs;
    if (this.speechMs > SAMPLE_SECONDS.most * 1_000) this.listener = undefined;
    this.listener?.add(result);
  }

  /** @returns undefined if it is too long or too short, or holds hardly any speech */
  read(durationMs: number): AnalyzedSample | undefined {
    const seconds = durationMs / 1_000;
    const readings = this.listener?.read();
    if (readings === undefined || seconds < SAMPLE_SECONDS.least || seconds > SAMPLE_SECONDS.most)
      return undefined;
    return { seconds, readings, digest: digestOfReadings(readings) };
  }
}

/**
 * The stream's audio no longer exists at this point. Identical audio on the same path gives identical
 * readings, so the readings identify it.
 */
const digestOfReadings = ({ live }: ReaderOutputs): string =>
  createHash('sha256').update(JSON.stringify(live)).digest('hex');
