import type {
  Dimensions,
  EmotionReading,
  KnownSeconds,
  ModelFault,
  SpanOutputs,
  SpanQuality,
  UtteranceReading,
  VocalSound,
  VoiceActivityChange,
} from '@undertone/hearing';
import type { ProsodySummary } from '@undertone/prosody';

/**
 * What happened to a span of audio.
 * - `audio`: it was analyzed.
 * - `gap`: the client declared that it has no audio for it.
 * - `excluded`: policy forbids analyzing this channel; the samples were dropped without analysis.
 * - `lost`: its worker died twice on it. The audio clock continues and the loss is reported.
 */
export type SpanKind = 'audio' | 'gap' | 'excluded' | 'lost';

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
  /** Several people are told apart on the channel. */
  mixed?: true;
  timing: SpanTiming;
  /** The page heard it; the relay had no audio. */
  fromPage?: true;
}
