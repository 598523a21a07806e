import { joinFrames } from '../join-frames.js';
import { SpeakerError } from '../speaker-error.js';
import type { SpeakerFrames } from '../speaker-frames.js';
import type { SpeakerListener } from '../speaker-model.js';
import type { SpeakerNetwork } from './speaker-network.js';

/** Keeps one stream's state and the samples that do not fill a call yet. */
export class StreamListener implements SpeakerListener {
  private state: Float32Array;
  private waiting = new Float32Array(0);
  /** The audio of the last call, at most one call long. */
  private recent = new Float32Array(0);
  private framesHeard = 0;

  constructor(private readonly network: SpeakerNetwork) {
    this.state = new Float32Array(network.metadata.stateSize);
  }

  async push(samples: Float32Array): Promise<SpeakerFrames> {
    if (!areFinite(samples)) throw new SpeakerError('bad_audio', 'samples: expected finite numbers');
    const joined = new Float32Array(this.waiting.length + samples.length);
    joined.set(this.waiting);
    joined.set(samples, this.waiting.length);
    const whole = joined.length - (joined.length % this.callSamples);
    this.waiting = joined.slice(whole);
    if (whole > 0) this.recent = joined.slice(whole - this.callSamples, whole);
    return await this.hear(joined.subarray(0, whole));
  }

  async end(): Promise<SpeakerFrames> {
    const { granularitySamples } = this.network.metadata;
    const count = Math.ceil(this.waiting.length / granularitySamples);
    const padded = new Float32Array(count === 0 ? 0 : this.callSamples);
    padded.set(this.waiting);
    // What was heard before fills the window up: a silence that never was would change what the network hears in it.
    const before = this.recent.length > 0 ? this.recent : padded.slice(0, count * granularitySamples);
    for (let at = count * granularitySamples; at < padded.length; at += before.length)
      padded.set(before.subarray(0, padded.length - at), at);
    this.waiting = new Float32Array(0);
    return this.first(await this.hear(padded), count);
  }

  private get callSamples(): number {
    const { granularitySamples, framesPerCall } = this.network.metadata;
    return granularitySamples * framesPerCall;
  }

  /** The frames that hold samples of the stream, without those of nothing but padding. */
  private first(frames: SpeakerFrames, count: number): SpeakerFrames {
    const { featureSize, attentionHeads } = this.network.metadata;
    return {
      startMs: frames.startMs,
      count,
      features: frames.features.slice(0, count * featureSize),
      weights: frames.weights.slice(0, count * attentionHeads),
      activity: frames.activity.slice(0, 2 * count),
    };
  }

  private async hear(audio: Float32Array): Promise<SpeakerFrames> {
    const { maxSamplesPerCall, granularitySamples, sampleRateHz } = this.network.metadata;
    const frameMs = (granularitySamples / sampleRateHz) * 1_000;
    const startMs = this.framesHeard * frameMs;
    const mostSamples = maxSamplesPerCall - (maxSamplesPerCall % this.callSamples);
    const pieces: SpeakerFrames[] = [];
    for (let start = 0; start < audio.length; start += mostSamples) {
      const chunk = audio.slice(start, start + mostSamples);
      const { state, features, weights, activity } = await this.network.run(chunk, this.state);
      this.state = state;
      const count = chunk.length / granularitySamples;
      pieces.push({ startMs: this.framesHeard * frameMs, count, features, weights, activity });
      this.framesHeard += count;
    }
    return joinFrames(pieces, startMs);
  }
}

/** A loop, because `every` calls a function for each of 16,000 samples a second: a thirtieth of hearing a voice. */
const areFinite = (samples: Float32Array): boolean => {
  for (let n = 0; n < samples.length; n += 1) if (!Number.isFinite(samples[n])) return false;
  return true;
};
