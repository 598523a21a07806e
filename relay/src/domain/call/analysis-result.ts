import type { EmotionLabel } from '@undertone/protocol';
import type { Doubt } from './emotion/trust.js';
import type { ProsodySummary } from '@undertone/prosody';

/**
 * What happened to a span of audio.
 * - `audio`: it was analyzed.
 * - `gap`: the client declared that it has no audio for it.
 * - `excluded`: policy forbids analyzing this channel; the samples were dropped without analysis.
 * - `lost`: its worker died twice on it. The audio clock continues and the loss is reported.
 */
export type SpanKind = 'audio' | 'gap' | 'excluded' | 'lost';

/** Why the model gave no reading for audio that needed one. */
export type ModelFault = 'threw' | 'non_finite' | 'unavailable';

export interface VoiceActivityChange {
  kind: 'start' | 'end';
  /** On the channel's audio clock. */
  atMs: number;
}

/** The model's calibrated reading after this span. It is not smoothed; the call analysis does that. */
export interface EmotionReading {
  /** All 14 labels, summing to 1. The highest is the confidence of its label. */
  probabilities: Readonly<Record<EmotionLabel, number>>;
  /** The model's own limit. Below this confidence a label means nothing and is shown as `uncertain`. */
  uncertainBelow: number;
  /**
   * Audio behind the reading since its stretch of speech began, ms. Stretches are at least a second apart. Each begins with
   * a fresh model state, so the first readings of a stretch are guesses; later readings correct them.
   */
  evidenceMs: number;
  /**
   * Factor from probability to confidence, 0 to 1: the trust that the audio is speech of good quality (`emotion/trust.ts`).
   */
  trust: number;
}

/** A sound of the voice that is not speech, by the model's name: a laugh, a sigh, a groan … */
export interface VocalSound {
  readonly kind: string;
  /** 0 to 1. */
  readonly probability: number;
}

/** Valence, arousal and dominance, −1 to 1 each. */
export interface Dimensions {
  valence: number;
  arousal: number;
  dominance: number;
}

/** How much speech was known of a line and of a voice when a label was judged. */
export interface KnownSeconds {
  readonly lineSeconds: number;
  readonly voiceSeconds: number;
}

/** The full reader's reading of a whole utterance. */
export interface UtteranceReading {
  readonly emotion: EmotionReading;
  readonly dimensions: Dimensions;
  readonly baseline: KnownSeconds;
  /** Probability of each of the tuned model's labels, in its order; with a tuned model that has a head for this reader. */
  readonly tunedProbabilities?: readonly number[];
  /** Data for training a head; where the stream asked for it. */
  readonly heard?: SpanOutputs;
}

export interface SpanQuality {
  /** Absent until both speech and background were heard. */
  snrDb?: number;
  /** Share of samples at full scale, 0 to 1. */
  clipping: number;
  /** Voiced speech in the span, ms. */
  voicedMs: number;
  /** The signal has nothing above about 3.8 kHz although the wire rate allows it, or the rate is at most 8 kHz. */
  narrowband: boolean;
  /**
   * Probability that it is not speech, 0 to 1: the higher of two, the model's and the one from the stretch's level and voicing.
   * Absent when neither is known.
   */
  outOfDomain?: number;
  /** Probability that an instrument or a tone holds the pitch steadier than a voice can, 0 to 1. */
  heldPitch?: number;
  /** Why the confidence is below the model's own; absent when the span has no reading. */
  doubts?: readonly Doubt[];
}

export interface SpanTiming {
  /** When the span's last sample reached {@link InferenceStream.push}, on the pool's injected monotonic clock, ms. */
  receivedAtMs: number;
  /** The part of `totalMs` spent waiting for a worker and for the payment of its audio. */
  queueMs: number;
  /** Decoding, prosody and model in the worker. */
  inferenceMs: number;
  /** From `receivedAtMs` until the result may be sent. */
  totalMs: number;
}

/** What a frozen reader heard, as a head needs it: no audio. */
export interface SpanOutputs {
  /** The part of the embedding that the classes of every line are judged by. */
  readonly embedding: readonly number[];
  /** Speech behind it, s. */
  readonly seconds: number;
}

/**
 * One channel's span of audio after analysis. Results of one channel arrive in order and without holes: each
 * `startSample` is the `endSample` of the result before, so audio up to `endSample` may be acknowledged.
 */
export interface AnalysisResult {
  channel: number;
  span: SpanKind;
  /** At the wire rate. */
  startSample: number;
  /** At the wire rate, exclusive. */
  endSample: number;
  startMs: number;
  endMs: number;
  /** Whether the span has speech. */
  speech: boolean;
  /** Speech in the span, ms. */
  speechMs: number;
  /** In order of time. An end may be before `startMs`, because voice activity decides after a hangover. */
  vadEvents: readonly VoiceActivityChange[];
  /**
   * Absent when no feature needs the model, when the channel had no speech yet, with `modelFault`, or with
   * `notSpeech`.
   */
  emotion?: EmotionReading;
  /** Present exactly when `emotion` is. */
  dimensions?: Dimensions;
  /** What was known when the emotion was judged. Present when `emotion` is and the reader learns lines and voices. */
  baseline?: KnownSeconds;
  /**
   * The reading of the utterance that has just ended, by the reader that heard all of it. It replaces the live readings of
   * this stretch of speech. It comes with the span in which the stretch ended or with a later one, but not after the
   * first span of the next stretch.
   */
  utterance?: UtteranceReading;
  /** Probability of each of the tuned model's own labels, in its order. Present when a tuned model is in use and `emotion` is present. */
  tunedProbabilities?: readonly number[];
  /** Data for training a head. Present when the stream asked for it and `emotion` is present. */
  heard?: SpanOutputs;
  /**
   * Set when voice activity found a sound that is not speech. It has no emotion, and the directive says `uncertain`.
   * `evidenceMs` is the audio since its stretch began, as in {@link EmotionReading.evidenceMs}.
   */
  notSpeech?: { readonly evidenceMs: number };
  /** Only with `notSpeech`: set if the sound is one of the voice. */
  vocalSound?: VocalSound;
  /** Set when the model failed on this span. The directive then says `uncertain`. */
  modelFault?: ModelFault;
  /** Over the last seconds; present exactly when `span` is `audio`. */
  prosody?: ProsodySummary;
  /** Over the whole recording. Only on the last result of a file. */
  wholeProsody?: ProsodySummary;
  /** Present exactly when `span` is `audio`. */
  quality?: SpanQuality;
  /** Present exactly when `span` is `audio`. dB relative to full scale, −100 to 0. */
  levels?: { rmsDb: number; peakDb: number };
  /** Who speaks on a mixed channel; absent before anybody spoke. */
  speaker?: string;
  timing: SpanTiming;
  /** The page heard it; the relay had no audio. */
  fromPage?: true;
}
