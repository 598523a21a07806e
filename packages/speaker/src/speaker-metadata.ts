/** The linear map from pooled statistics to the embedding, int8 with one scale for each output. */
export interface EmbeddingMap {
  /** Base64 of int8 [dimensions, 2 * featureSize], row after row. */
  readonly codes: string;
  /** [dimensions] */
  readonly scales: readonly number[];
  /** [dimensions] */
  readonly bias: readonly number[];
}

/** Voices of training speakers that normalize scores; see `cohort.ts`. */
export interface CohortVoices {
  /** Base64 of int8 [count, dimensions], row after row; the length of a row's vector does not matter. */
  readonly codes: string;
  /** The number of voices. */
  readonly count: number;
  /** The number of nearest voices that count. */
  readonly nearest: number;
}

/** Directions that embeddings move in with a speaker's mood; see `nuisance-directions.ts`. */
export interface DirectionCodes {
  /** Base64 of int8 [count, dimensions], row after row; the length of a row's vector does not matter. */
  readonly codes: string;
  /** The number of directions. */
  readonly count: number;
}

/** The log-likelihood ratio of a cosine: slope * cosine + offset. Both depend on the seconds of speech. */
export interface ScoreCalibration {
  /** a0 + a1 * log d, where d is the harmonic mean of both sides' seconds, clamped to `seconds`. */
  readonly slope: readonly [number, number];
  /** b0 + b1 * log d. */
  readonly offset: readonly [number, number];
  /** The range of d that was calibrated. */
  readonly seconds: readonly [number, number];
}

/** Settings of diarization, tuned on conversations of training speakers. */
export interface DiarizationSettings {
  /** The length of the windows that are clustered, in frames of 50 ms. */
  readonly windowFrames: number;
  /** The step between two windows, in frames of 50 ms. */
  readonly hopFrames: number;
  /** Two clusters of windows with a mean cosine below this are not joined. */
  readonly joinAbove: number;
  /** Two clusters stay two speakers when the log-likelihood ratio of their whole voiceprints is below this. */
  readonly mergeAbove: number;
  /** The same for the last two clusters: two voices on one line need more evidence to be one speaker. */
  readonly singleAbove: number;
  /** The smallest probability of speech of a frame with speech. */
  readonly speechAbove: number;
  /** The smallest probability of two people at once of a frame in which two speak. */
  readonly overlapAbove: number;
  /** The cost of a speaker change in the resegmentation, in log-likelihood. */
  readonly changeCost: number;
  /** The weight of a frame's cosine differences in the resegmentation. */
  readonly frameSlope: number;
  /** A live stream looks for a new speaker earlier when the log-likelihood ratio to every known voice is below this. */
  readonly newSpeakerBelow: number;
}

/** From which score on voices count as the same, and how much speech that takes; tuned on other speakers than the model’s. */
export interface SpeakerThresholds {
  /**
   * The smallest probability of speech of a frame that counts in a voiceprint; low, because attention gives
   * pauses little weight.
   */
  readonly voiceprintSpeech: number;
  /** The smallest log-likelihood ratio at which a voice counts as an enrolled one. */
  readonly identify: number;
  /** Added to `identify` for each factor e of candidates, because every candidate is one more chance of a mistake. */
  readonly identifyGrowth: number;
  /** The log-likelihood ratio with equal error rates. */
  readonly verify: number;
  /** Speech that an enrollment needs. */
  readonly enrollSpeechSeconds: number;
  /** Speech from which a voice of a call is compared with enrolled ones. */
  readonly resolveSpeechSeconds: number;
}

/** The JSON file beside a speaker model's ONNX file. */
export interface SpeakerMetadata {
  /** The form of this file. */
  readonly format: 'undertone-speaker/1';
  /** The model's name. */
  readonly id: string;
  /** The version of network and settings. */
  readonly version: string;
  /** The name of the embedding space; it changes whenever voiceprints stop being comparable. */
  readonly space: string;
  /** Samples per second of the audio, in Hz. */
  readonly sampleRateHz: number;
  /** The samples of a call for a stream must be a positive multiple of this, which is one frame. */
  readonly granularitySamples: number;
  /** The most samples of one call of the network. */
  readonly maxSamplesPerCall: number;
  /** A call takes a multiple of so many frames, because the network hears windows as a whole; 1 where the file says nothing. */
  readonly framesPerCall: number;
  /** Numbers of state that a stream carries from call to call. */
  readonly stateSize: number;
  /** Numbers in a frame's features. */
  readonly featureSize: number;
  /** Weights of a frame; each weighs its part of the features. */
  readonly attentionHeads: number;
  /** Numbers in an embedding. */
  readonly dimensions: number;
  /** Added to a variance before its root. */
  readonly varianceFloor: number;
  /** Added to the mass that divides. */
  readonly massFloor: number;
  /** From pooled statistics to an embedding. */
  readonly embedding: EmbeddingMap;
  /** Absent where a file knows of none: then embeddings are compared in all directions. */
  readonly moods?: DirectionCodes | undefined;
  /** Strangers whom stretches of one line are held against. */
  readonly cohort: CohortVoices;
  /** What makes a log-likelihood ratio of the cosine of two stretches of one line, held against the cohort. */
  readonly calibration: ScoreCalibration;
  /** The same of the plain cosine of any two voiceprints. Absent where a file has none: then they are compared as stretches are. */
  readonly identity?: ScoreCalibration | undefined;
  /** From where on voices count as the same, and how much speech that takes. */
  readonly thresholds: SpeakerThresholds;
  /** Settings of who speaks when. */
  readonly diarization: DiarizationSettings;
  /** The terms of the weights. */
  readonly license: { readonly weights: string; readonly nonCommercial: boolean; readonly notice: string };
}
