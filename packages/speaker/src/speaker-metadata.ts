/** Linear map from pooled statistics to the embedding, int8 with one scale per output. */
export interface EmbeddingMap {
  /** Base64 of int8 [dimensions, 2 * featureSize], row after row. */
  readonly codes: string;
  /** [dimensions] */
  readonly scales: readonly number[];
  /** [dimensions] */
  readonly bias: readonly number[];
}

/** Voices of training speakers, against which scores are normalized; see `cohort.ts`. */
export interface CohortVoices {
  /** Base64 of int8 [count, dimensions], row after row; a row's length does not matter. */
  readonly codes: string;
  readonly count: number;
  /** How many of the nearest ones count. */
  readonly nearest: number;
}

/** Log-likelihood ratio of a normalized cosine: slope * it + offset, both functions of the seconds of speech. */
export interface ScoreCalibration {
  /** a0 + a1 * log d, where d is the harmonic mean of both sides' seconds, held within `seconds`. */
  readonly slope: readonly [number, number];
  readonly offset: readonly [number, number];
  /** Range of d that was calibrated. */
  readonly seconds: readonly [number, number];
}

/** Settings of diarization, tuned on conversations of training speakers. */
export interface DiarizationSettings {
  /** Length of the windows that are clustered, and their distance, frames of 50 ms. */
  readonly windowFrames: number;
  readonly hopFrames: number;
  /** Mean cosine under which two clusters of windows are not joined. */
  readonly joinAbove: number;
  /** Log-likelihood ratio of two clusters' whole voiceprints under which they stay two speakers. */
  readonly mergeAbove: number;
  /** The same for the last two clusters: of two voices on one line it takes more to believe in one speaker. */
  readonly singleAbove: number;
  /** Probability from which a frame is speech, and from which two speak. */
  readonly speechAbove: number;
  readonly overlapAbove: number;
  /** Cost of a change of speaker in the resegmentation, in log-likelihood. */
  readonly changeCost: number;
  /** How much a frame-level difference of cosines counts in the resegmentation. */
  readonly frameSlope: number;
  /** Log-likelihood ratio to every known voice under which a live stream looks for a new speaker at once. */
  readonly newSpeakerBelow: number;
}

export interface SpeakerThresholds {
  /** Probability of speech from which a frame counts in a voiceprint; low, because attention weighs pauses down. */
  readonly voiceprintSpeech: number;
  /** Log-likelihood ratio from which a voice is taken to be an enrolled one. */
  readonly identify: number;
  /** What is added to `identify` for every e-fold of candidates: every one is one more chance to be wrong. */
  readonly identifyGrowth: number;
  /** Log-likelihood ratio of equal error. */
  readonly verify: number;
  readonly enrollSpeechSeconds: number;
  readonly resolveSpeechSeconds: number;
}

/** The JSON file beside a speaker model's ONNX file. */
export interface SpeakerMetadata {
  readonly format: 'undertone-speaker/1';
  readonly id: string;
  readonly version: string;
  /** Names the embedding space; changes whenever voiceprints stop being comparable. */
  readonly space: string;
  readonly sampleRateHz: number;
  /** A call's samples per stream must be a positive multiple of this; one frame. */
  readonly granularitySamples: number;
  readonly maxSamplesPerCall: number;
  readonly stateSize: number;
  readonly featureSize: number;
  readonly attentionHeads: number;
  readonly dimensions: number;
  /** Added to a variance before its root, and to the mass that divides. */
  readonly varianceFloor: number;
  readonly massFloor: number;
  readonly embedding: EmbeddingMap;
  readonly cohort: CohortVoices;
  readonly calibration: ScoreCalibration;
  readonly thresholds: SpeakerThresholds;
  readonly diarization: DiarizationSettings;
  readonly license: { readonly weights: string; readonly nonCommercial: boolean; readonly notice: string };
}
