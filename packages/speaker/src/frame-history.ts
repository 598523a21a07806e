import type { SpeakerFrames } from './speaker-frames.js';
import type { SpeakerMetadata } from './speaker-metadata.js';

/** The last frames of a live stream, addressed by their number in the stream. */
export class FrameHistory {
  private features = new Float32Array(0);
  private weights = new Float32Array(0);
  private activity = new Float32Array(0);
  /** The number of the oldest frame that is kept, and one more than the newest. */
  first = 0;
  next = 0;

  constructor(private readonly metadata: SpeakerMetadata) {}

  push(frames: SpeakerFrames): void {
    this.features = join(this.features, frames.features);
    this.weights = join(this.weights, frames.weights);
    this.activity = join(this.activity, frames.activity);
    this.next += frames.count;
  }

  /** Deletes the frames before frame `until`. */
  forget(until: number): void {
    const gone = Math.min(until, this.next) - this.first;
    if (gone <= 0) return;
    const { featureSize, attentionHeads } = this.metadata;
    this.features = this.features.slice(gone * featureSize);
    this.weights = this.weights.slice(gone * attentionHeads);
    this.activity = this.activity.slice(gone * 2);
    this.first += gone;
  }

  /** The frames that are kept; index 0 is frame `first` of the stream. */
  frames(): SpeakerFrames {
    return {
      startMs: (this.first * this.metadata.granularitySamples * 1_000) / this.metadata.sampleRateHz,
      count: this.next - this.first,
      features: this.features,
      weights: this.weights,
      activity: this.activity,
    };
  }
}

const join = (a: Float32Array, b: Float32Array): Float32Array<ArrayBuffer> => {
  const both = new Float32Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
};
