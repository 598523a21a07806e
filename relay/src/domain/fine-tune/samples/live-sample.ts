import { createHash } from 'node:crypto';
import type { AnalysisResult } from '../../call/analysis-result.js';
import { SampleAccumulator } from './read-sample.js';
import { type AnalyzedSample, SAMPLE_SECONDS, type StoredReading } from './sample.js';

/** One turn of a live stream as a sample, while it is spoken. What a sample may not be is given up as soon as that is clear. */
export class LiveSample {
  private listener: SampleAccumulator | undefined = new SampleAccumulator();
  private speechMs = 0;

  add(result: AnalysisResult): void {
    this.speechMs += result.speechMs;
    if (this.speechMs > SAMPLE_SECONDS.most * 1_000) this.listener = undefined;
    this.listener?.add(result);
  }

  /** @returns undefined where it is too long or too short, or hardly anybody spoke */
  read(durationMs: number): AnalyzedSample | undefined {
    const seconds = durationMs / 1_000;
    const readings = this.listener?.read();
    if (readings === undefined || seconds < SAMPLE_SECONDS.least || seconds > SAMPLE_SECONDS.most)
      return undefined;
    return { seconds, readings, digest: digestOfReadings(readings) };
  }
}

/** A stream's audio is gone by then: the same audio, heard the same way, gave the same readings. */
const digestOfReadings = (readings: readonly StoredReading[]): string =>
  createHash('sha256')
    .update(JSON.stringify(readings.map(({ embedding }) => embedding)))
    .digest('hex');
