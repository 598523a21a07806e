import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import type { Voiceprint } from './voiceprint.js';

/** One audio stream through the network. Calls must not overlap: await each of them. */
export interface SpeakerListener {
  /**
   * @param samples any number at 16 kHz in -1 to 1; samples that do not fill the network's window
   * (`framesPerCall` frames of 50 ms) wait for the next call
   * @returns the complete frames, perhaps none
   * @throws SpeakerError `bad_audio` for a number that is not finite
   */
  push(samples: Float32Array): Promise<SpeakerFrames>;
  /** The frames of the samples that wait; the last one is padded. The stream then takes no more samples. */
  end(): Promise<SpeakerFrames>;
}

/** The growing voiceprint of one speaker. */
export interface VoiceprintStream {
  /** Hears 16 kHz samples, in order. Those of an unfinished window wait. */
  push(samples: Float32Array): Promise<void>;
  /** Hears the samples that wait for a whole window. The stream then takes no more samples. */
  end(): Promise<void>;
  /** Seconds of speech that were heard, without pauses. */
  readonly speechSeconds: number;
  /** The voiceprint so far; undefined for less than half a second of speech. */
  voiceprint(): Voiceprint | undefined;
}

/** How a voiceprint stream hears. */
export interface VoiceprintStreamOptions {
  /**
   * From this much speech on, s, a quarter of the audio is heard: more of a voice changes its print little, and
   * hearing is what costs. By default all of it is heard.
   */
  readonly thoroughSeconds?: number;
}

/** A loaded speaker model. One instance belongs to one thread. */
export interface SpeakerModel {
  /** The JSON file beside its ONNX file: version, thresholds, license. */
  readonly metadata: SpeakerMetadata;
  /** Hears one live stream, frame by frame. */
  createListener(): SpeakerListener;
  /** Makes a voiceprint of one voice as its audio comes. */
  createVoiceprintStream(options?: VoiceprintStreamOptions): VoiceprintStream;
  /** The frames of a whole recording. */
  analyze(samples: Float32Array): Promise<SpeakerFrames>;
  /** Frees the runtime's memory. The model cannot run afterwards. */
  dispose(): Promise<void>;
}
