import type { AnalysisResult } from '../../domain/call/analysis-result.js';
import { speaksAfter } from '../../domain/call/speaks-after.js';
import { QuantileWindow } from '../../concurrency/quantile-window.js';

/** Results between two `stats` messages at 4 a second and two channels, rounded up. */
const LAG_RESULTS = 128;

/** How far the analysis of a session is, how late it is, and what it knows of the channels' sound. */
export class AnalysisProgress {
  private doneMs: number;
  private readonly noise: (number | undefined)[];
  private readonly speech: (boolean | undefined)[];
  private readonly lag = new QuantileWindow(LAG_RESULTS);

  /**
   * @param noiseDb what an earlier relay found of each channel's background
   * @param speaking on which channels speech was under way where the results of that relay end; absent where it is not known
   */
  constructor(
    processedMs: number,
    noiseDb: readonly (number | null)[] = [],
    speaking: readonly boolean[] = [],
  ) {
    this.doneMs = processedMs;
    this.noise = noiseDb.map((level) => level ?? undefined);
    this.speech = [...speaking];
  }

  /** Audio with a result, over all channels. */
  get processedMs(): number {
    return this.doneMs;
  }

  /** The background level of each channel, dB relative to full scale; undefined where it is not known. */
  get noiseDb(): readonly (number | undefined)[] {
    return this.noise;
  }

  /** Whether speech is under way on each channel after its newest result; undefined where it is not known. */
  get speaking(): readonly (boolean | undefined)[] {
    return this.speech;
  }

  /** What a span, with audio or without, tells of its channel. */
  hear({ channel, quality, vadEvents }: AnalysisResult): void {
    if (quality?.noiseDb !== undefined) this.noise[channel] = quality.noiseDb;
    this.speech[channel] = speaksAfter(vadEvents) ?? this.speech[channel];
  }

  /**
   * A span of audio has its result.
   * @param newMs the part of it that no earlier relay has counted
   */
  take({ timing }: AnalysisResult, newMs: number): void {
    this.doneMs += newMs;
    this.lag.add(timing.totalMs);
  }

  /**
   * No more than this can have had a result.
   * @returns how much less it is for that
   */
  limit(mostMs: number): number {
    const lessMs = Math.max(0, this.doneMs - mostMs);
    this.doneMs -= lessMs;
    return lessMs;
  }

  /** The latency of the newest results. @param share 0 to 1 */
  lagMs(share: number): number | undefined {
    return this.lag.quantile(share);
  }
}
