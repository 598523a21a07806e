import type { LinearGaussian } from './linear-gaussian.js';
import type { EmotionLabel } from './emotion-labels.js';

/** Valence, arousal and dominance, each -1 to 1. */
export type Dimensions = readonly [valence: number, arousal: number, dominance: number];

/** One label that receives a part of a trained class's probability. */
export interface LabelShare {
  /** One of the interface specification. */
  readonly label: EmotionLabel;
  /** Its weight among the class's labels when V/A/D say nothing beyond the classes (see `label-mapping.ts`); above 0. */
  readonly share: number;
  /** How the share grows with a residual in valence, arousal and dominance (see `label-mapping.ts`). */
  readonly direction: Dimensions;
}

/** A class that the network was trained on. */
export interface TrainedClass {
  /** The model's name for it. */
  readonly name: string;
  /** Where the class lies in V/A/D, from the published ratings that training used. */
  readonly coordinates: Dimensions;
  /** The labels it becomes; shares sum to 1. */
  readonly labels: readonly LabelShare[];
}

/** Speech that a model was trained on. */
export interface TrainingCorpus {
  /** As its publisher names it, or short for it. */
  readonly name: string;
  /** ISO 639 code. */
  readonly language: string;
  /** As its publisher or catalog names it. */
  readonly license: string;
  /** Recordings that were used. */
  readonly clips: number;
  /** People in them. */
  readonly speakers: number;
}

/** What one number of the optional `domain` output stands for. */
export interface DomainClass {
  /** The model's name for it. */
  readonly name: string;
  /** `sound`: no voice (noise, a tone, music); `event`: a vocal burst such as a laugh, which is no speech. */
  readonly kind: 'speech' | 'sound' | 'event';
}

/** The optional `domain` output: what kind of sound the stream carries. */
export interface ModelDomain {
  /** In the order of the `domain` output. */
  readonly classes: readonly DomainClass[];
  /** Above this out-of-domain score a reading says `uncertain`. */
  readonly outOfDomainAbove: number;
}

/** The pretrained encoder whose first layers the model uses. */
export interface PretrainedEar {
  /** Whose it is, and which of its parts. */
  readonly model: string;
  /** Of its weights. */
  readonly license: string;
  /** `name==version` of the packages that training read it from. */
  readonly packages: readonly string[];
  /** Of the encoder's tensors. */
  readonly sha256: string;
}

export interface StateHistory {
  /** Numbers before it. */
  readonly start: number;
  /** Numbers of one call. */
  readonly size: number;
}

/** The JSON file beside a model's ONNX file. */
export interface ModelMetadata {
  /** Which form of metadata this is. */
  readonly format: 'undertone-model/1';
  /** The model's name. */
  readonly id: string;
  /** Goes up when it is trained anew. */
  readonly version: string;
  /** Of the audio that it hears. */
  readonly sampleRateHz: number;
  /** A call's samples per stream must be a positive multiple of this. */
  readonly granularitySamples: number;
  /** Longest call, in samples per stream. */
  readonly maxSamplesPerCall: number;
  /** Numbers in one stream's state; all zeros is a fresh stream. */
  readonly stateSize: number;
  /**
   * Where the state holds past calls, `size` numbers each, oldest first, up to its end. `state_out` then ends with the newest
   * of them alone (see `advanceState`). Without it `state_out` is the whole state.
   */
  readonly stateHistory?: StateHistory;
  /** Numbers in the embedding. */
  readonly embeddingSize: number;
  /** In the order of the `logits` output. */
  readonly classes: readonly TrainedClass[];
  /** Divides the logits before softmax; fitted on speakers outside training. */
  readonly temperature: number;
  /** Below this probability of the leading label a reading says `uncertain`. */
  readonly uncertainBelow: number;
  /** How much counts of what the V/A/D output says beyond the classes' expected coordinates, 0 to 1; without it all of it. */
  readonly vadBeyondClasses?: number;
  /** Only of models that have the `domain` output. */
  readonly domain?: ModelDomain;
  /** Of models whose classes are judged against a line's and a voice's baseline. */
  readonly classifier?: LinearGaussian;
  /** Where the encoder is from, of models whose encoder was trained by others. */
  readonly ear?: PretrainedEar;
  /** `full`: one call hears a whole utterance, and there is no state. Without it the model is a live one. */
  readonly reader?: 'full' | 'live';
  /** Of the weights, and what a user has to be told. `nonCommercial`: they may not be sold with a service. */
  readonly license: { readonly weights: string; readonly nonCommercial: boolean; readonly notice: string };
  /** What it was trained on. */
  readonly training: { readonly corpora: readonly TrainingCorpus[] };
}
