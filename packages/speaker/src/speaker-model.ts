import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';
import type { Voiceprint } from './voiceprint.js';

/** One stream of audio through the network. Calls must not overlap: await each. */
export interface SpeakerListener {
  /**
   * @param samples any number at 16 kHz in -1 to 1; what does not fill 50 ms waits for the next call
   * @returns the frames that are complete, perhaps none
   * @throws SpeakerError `bad_audio` for a number that is not finite
   */
  push(samples: Float32Array): Promise<SpeakerFrames>;
  /** The last frame, padded with zeros, where samples wait; the stream takes no more. */
  end(): Promise<SpeakerFrames>;
}

/** The growing voiceprint of one speaker. */
export interface VoiceprintStream {
  push(samples: Float32Array): Promise<void>;
  /** Seconds of speech heard, pauses left out. */
  readonly speechSeconds: number;
  /** The voiceprint so far; undefined under half a second of speech. */
  voiceprint(): Voiceprint | undefined;
}

/** A loaded speaker model. One instance belongs to one thread. */
export interface SpeakerModel {
  readonly metadata: SpeakerMetadata;
  createListener(): SpeakerListener;
  createVoiceprintStream(): VoiceprintStream;
  /** Frames of a whole recording. */
  analyze(samples: Float32Array): Promise<SpeakerFrames>;
  /** Frees the runtime's memory; nothing of this model can run afterwards. */
  dispose(): Promise<void>;
}
