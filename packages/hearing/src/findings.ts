import type { Doubt, EmotionLabel } from '@undertone/protocol';

export type { ModelFault } from '@undertone/protocol';

/** Speech began or ended. */
export interface VoiceActivityChange {
  /** Which of the two. */
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
   * Factor from probability to confidence, 0 to 1: the trust that the audio is speech of good quality (`worker/trust.ts`).
   */
  trust: number;
}

/** A sound of the voice that is not speech, by the model's name: a laugh, a sigh, a groan … */
export interface VocalSound {
  /** The model's name for it. */
  readonly kind: string;
  /** 0 to 1. */
  readonly probability: number;
}

/** Valence, arousal and dominance, −1 to 1 each. */
export interface Dimensions {
  /** Unpleasant to pleasant. */
  valence: number;
  /** Calm to excited. */
  arousal: number;
  /** Yielding to in control. */
  dominance: number;
}

/** How much speech was known of a line and of a voice when a label was judged. */
export interface KnownSeconds {
  /** Seconds of speech on the line. */
  readonly lineSeconds: number;
  /** Seconds of speech of the voice. */
  readonly voiceSeconds: number;
}

/** The full reader's reading of a whole utterance. */
export interface UtteranceReading {
  /** Of the whole utterance. */
  readonly emotion: EmotionReading;
  /** Of the whole utterance. */
  readonly dimensions: Dimensions;
  /** What it was judged with. */
  readonly baseline: KnownSeconds;
  /** Probability of each of the tuned model's labels, in its order; with a tuned model that has a head for this reader. */
  readonly tunedProbabilities?: readonly number[];
  /** Data for training a head; where the stream asked for it. */
  readonly heard?: SpanOutputs;
}

/** What the audio of a span is worth as evidence. */
export interface SpanQuality {
  /** Absent until both speech and background were heard. */
  snrDb?: number;
  /** Level of the background so far, dB relative to full scale. Absent when a page listened itself. */
  noiseDb?: number;
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

/** What a frozen reader heard, as a head needs it: no audio. */
export interface SpanOutputs {
  /** The part of the embedding that the classes of every line are judged by. */
  readonly embedding: readonly number[];
  /** Speech behind it, s. */
  readonly seconds: number;
}
