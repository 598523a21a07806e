import type { ProsodySummary } from '@undertone/prosody';
import type { KnownSeconds, ModelFault } from '@undertone/hearing';
import type { AnalysisResult } from '../call/analysis-result.js';
import { DOUBTS, type Doubt } from '@undertone/protocol';
import type { Baseline } from '../call/emotion/baseline.js';
import type { Trend } from '../call/verticals/trend.js';
import {
  freshVocal,
  transitionVocal,
  vocalInput,
  type VocalEvent,
  type VocalInput,
} from '../call/emotion/vocal-events.js';
import { advanceSpeaker, freshSpeakerState } from '../call/emotion/speaker-state.js';
import { SpeechMean } from '../call/emotion/speech-mean.js';
import { RecordingTurns } from './recording-turns.js';
import { type EmotionSegment, type OverallEmotion, OverallEmotionTally } from './overall-emotion.js';

/** The audio quality of a channel. */
export interface RecordingQuality {
  /** Mean over the recording; absent until both speech and background were heard. */
  readonly snrDb?: number;
  /** Mean share of samples at full scale. */
  readonly clipping: number;
  readonly voicedMs: number;
  readonly speechMs: number;
  /** More than half of the speech had telephone bandwidth. */
  readonly narrowband: boolean;
  /** Mean probability over the speech that it was not speech; absent when unknown. */
  readonly outOfDomain?: number;
  /** Reasons for lower trust that apply to more than a third of the speech. */
  readonly doubts: readonly Doubt[];
}

/** Above this mean probability of not being speech, what was heard is a tone, music or another sound. */
export const MOST_OUT_OF_DOMAIN = 0.5;

/** Whether somebody spoke, by the signal alone where no model heard it. */
export const isSpeech = ({ speechMs, outOfDomain = 0 }: RecordingQuality): boolean =>
  speechMs > 0 && outOfDomain <= MOST_OUT_OF_DOMAIN;

/** A doubt is reported for the recording when it applies to more than this share of the speech. */
const DOUBTED_SHARE = 1 / 3;

/**
 * Applies the rules of a live call to one channel of a recording: the same smoothing, baseline and trend. So the reading at
 * the end of a sentence is the same as in a stream's directive.
 */
export class RecordingChannel {
  /** Prosody of the whole recording; present after the last result. */
  prosody: ProsodySummary | undefined;
  modelFault: ModelFault | undefined;
  /** What was known of the line and the voice when the emotion was told last. Absent: nothing is learned. */
  known: KnownSeconds | undefined;
  readonly vocalEvents: VocalEvent[] = [];
  private voice = freshSpeakerState();
  private vocal = freshVocal();
  private readonly opinions = new OverallEmotionTally();
  private readonly own = new SpeechMean();
  private readonly heardTurns: RecordingTurns;
  private spans = 0;
  private snr = { sum: 0, spans: 0 };
  private clipping = 0;
  private voicedMs = 0;
  private speechMs = 0;
  private spokenMs = 0;
  private narrowbandMs = 0;
  private endMs = 0;
  private outOfDomain = { sum: 0, speechMs: 0 };
  private readonly doubtedMs = new Map<Doubt, number>();

  /** @param usual the person's baseline from earlier calls, to measure deviations from */
  constructor(
    readonly channel: number,
    newTurnId: () => string,
    usual?: Baseline,
  ) {
    if (usual !== undefined) this.voice = { ...this.voice, baseline: usual };
    this.heardTurns = new RecordingTurns(channel, newTurnId);
  }

  advance(result: AnalysisResult): void {
    const { quality, wholeProsody, modelFault } = result;
    const speechMs = result.speech ? result.speechMs : 0;
    // The same as for a caller on a stream with steering: the baseline does not learn during an unusual tone.
    const step = advanceSpeaker(this.voice, result, speechMs, { role: 'caller', steering: true });
    this.voice = step.speaker;
    this.opinions.hear(result, speechMs, step.reading, step.whole);
    this.own.hear(result, speechMs, result.tunedProbabilities, result.utterance?.tunedProbabilities);
    this.takeVocal(vocalInput(result));
    this.heardTurns.advance(result, step.reading, step.whole);
    this.known = result.utterance?.baseline ?? result.baseline ?? this.known;
    if (wholeProsody !== undefined) this.prosody = wholeProsody;
    if (modelFault !== undefined) this.modelFault = modelFault;
    this.endMs = result.endMs;
    this.speechMs += speechMs;
    if (quality === undefined) return;
    this.spans++;
    this.clipping += quality.clipping;
    this.voicedMs += quality.voicedMs;
    for (const doubt of quality.doubts ?? [])
      this.doubtedMs.set(doubt, (this.doubtedMs.get(doubt) ?? 0) + speechMs);
    if (quality.outOfDomain !== undefined) {
      const { sum, speechMs: before } = this.outOfDomain;
      this.outOfDomain = { sum: sum + speechMs * quality.outOfDomain, speechMs: before + speechMs };
    }
    if (result.notSpeech === undefined) {
      this.spokenMs += speechMs;
      if (quality.narrowband) this.narrowbandMs += speechMs;
    }
    if (quality.snrDb !== undefined) {
      this.snr = { sum: this.snr.sum + quality.snrDb, spans: this.snr.spans + 1 };
    }
  }

  /** Call it at the end of the recording. */
  end(): void {
    this.takeVocal({ kind: 'none' });
    this.heardTurns.end(this.endMs);
  }

  private takeVocal(input: VocalInput): void {
    const { vocal, event } = transitionVocal(this.vocal, input);
    this.vocal = vocal;
    if (event !== undefined) this.vocalEvents.push(event);
  }

  /** Undefined without speech, with only audio that is hardly speech, or when nothing needed the model. */
  get opinion(): OverallEmotion | undefined {
    return this.opinions.read();
  }

  /** How it went: each stretch of speech with its own reading. */
  get segments(): readonly EmotionSegment[] {
    return this.opinions.segments();
  }

  /** Probabilities of a tuned model's own labels, in its order. Undefined without a tuned model and when {@link opinion} is. */
  get ownProbabilities(): readonly number[] | undefined {
    return this.opinion === undefined ? undefined : this.own.read();
  }

  get turns(): RecordingTurns['turns'] {
    return this.heardTurns.turns;
  }

  /** From the first speech to the last; undefined without any turn. */
  get speech(): { readonly startMs: number; readonly endMs: number } | undefined {
    const { turns } = this.heardTurns;
    const [first] = turns;
    const last = turns.at(-1);
    return first && last && { startMs: first.startMs, endMs: last.endMs };
  }

  /** How the person usually sounds, including this recording. */
  get baseline(): Baseline {
    return this.voice.baseline;
  }

  get trend(): Trend {
    return this.voice.trend;
  }

  get quality(): RecordingQuality {
    return {
      ...(this.snr.spans > 0 && { snrDb: this.snr.sum / this.snr.spans }),
      clipping: this.spans > 0 ? this.clipping / this.spans : 0,
      voicedMs: this.voicedMs,
      speechMs: this.speechMs,
      narrowband: this.narrowbandMs > this.spokenMs / 2,
      ...(this.outOfDomain.speechMs > 0 && {
        outOfDomain: this.outOfDomain.sum / this.outOfDomain.speechMs,
      }),
      doubts: DOUBTS.filter((doubt) => (this.doubtedMs.get(doubt) ?? 0) > DOUBTED_SHARE * this.speechMs),
    };
  }
}
