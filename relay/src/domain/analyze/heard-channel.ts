import type { ProsodySummary } from '@undertone/prosody';
import type { AnalysisResult, ModelFault } from '../analysis.js';
import type { Trend } from '../verticals/trend.js';
import { advanceVoice, freshVoice } from '../voice.js';
import { HeardTurns } from './heard-turns.js';
import { type Opinion, OpinionTally } from './opinion.js';

/** How usable a channel's audio was. */
export interface HeardQuality {
  /** Mean over the recording; absent until both speech and background were heard. */
  readonly snrDb?: number;
  /** Mean share of samples at full scale. */
  readonly clipping: number;
  readonly voicedMs: number;
  readonly speechMs: number;
  /** Most of the speech came through a telephone's band. */
  readonly narrowband: boolean;
}

/**
 * Follows one channel of a recording through the rules of a live call: the same smoothing, baseline and trend, so that
 * what is said at the end of a sentence is what a stream's directive says there.
 */
export class HeardChannel {
  /** Of the whole recording; present once the last result was taken. */
  prosody: ProsodySummary | undefined;
  modelFault: ModelFault | undefined;
  private voice = freshVoice();
  private readonly opinions = new OpinionTally();
  private readonly heardTurns: HeardTurns;
  private spans = 0;
  private snr = { sum: 0, spans: 0 };
  private clipping = 0;
  private voicedMs = 0;
  private speechMs = 0;
  private narrowbandMs = 0;
  private endMs = 0;

  constructor(channel: number, newTurnId: () => string) {
    this.heardTurns = new HeardTurns(channel, newTurnId);
  }

  advance(result: AnalysisResult): void {
    const { emotion, quality, wholeProsody, modelFault } = result;
    const speechMs = result.speech ? result.speechMs : 0;
    // As for a caller on a stream with everything on: the baseline rests while he is out of his usual tone.
    const step = advanceVoice(this.voice, result, speechMs, { role: 'caller', steering: true });
    this.voice = step.voice;
    if (step.reading !== undefined && emotion !== undefined) {
      this.opinions.add(speechMs, step.reading, emotion.evidenceMs, emotion.uncertainBelow);
    }
    this.heardTurns.advance(result, step.reading, emotion?.uncertainBelow ?? 0);
    if (wholeProsody !== undefined) this.prosody = wholeProsody;
    if (modelFault !== undefined) this.modelFault = modelFault;
    this.endMs = result.endMs;
    this.speechMs += speechMs;
    if (quality === undefined) return;
    this.spans++;
    this.clipping += quality.clipping;
    this.voicedMs += quality.voicedMs;
    if (quality.narrowband) this.narrowbandMs += speechMs;
    if (quality.snrDb !== undefined) {
      this.snr = { sum: this.snr.sum + quality.snrDb, spans: this.snr.spans + 1 };
    }
  }

  /** The end of the recording. */
  end(): void {
    this.heardTurns.end(this.endMs);
  }

  /** Undefined where no speech was heard, or nothing needed the model. */
  get opinion(): Opinion | undefined {
    return this.opinions.read();
  }

  get turns(): HeardTurns['turns'] {
    return this.heardTurns.turns;
  }

  get trend(): Trend {
    return this.voice.trend;
  }

  get quality(): HeardQuality {
    return {
      ...(this.snr.spans > 0 && { snrDb: this.snr.sum / this.snr.spans }),
      clipping: this.spans > 0 ? this.clipping / this.spans : 0,
      voicedMs: this.voicedMs,
      speechMs: this.speechMs,
      narrowband: this.speechMs > 0 && this.narrowbandMs > this.speechMs / 2,
    };
  }
}
