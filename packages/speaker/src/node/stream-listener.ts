import { joinFrames } from '../join-frames.js';
import { SpeakerError } from '../speaker-error.js';
import type { SpeakerFrames } from '../speaker-frames.js';
import type { SpeakerListener } from '../speaker-model.js';
import type { SpeakerNetwork } from './speaker-network.js';

/** Keeps one stream's state and the samples that do not fill a frame yet. */
export class StreamListener implements SpeakerListener {
  private state: Float32Array;
  private waiting = new Float32Array(0);
  private framesHeard = 0;

  constructor(private readonly network: SpeakerNetwork) {
    this.state = new Float32Array(network.metadata.stateSize);
  }

  async push(samples: Float32Array): Promise<SpeakerFrames> {
    if (!samples.every(Number.isFinite))
      throw new SpeakerError('bad_audio', 'samples: expected finite numbers');
    const joined = new Float32Array(this.waiting.length + samples.length);
    joined.set(this.waiting);
    joined.set(samples, this.waiting.length);
    const granularity = this.network.metadata.granularitySamples;
    const whole = joined.length - (joined.length % granularity);
    this.waiting = joined.slice(whole);
    return await this.hear(joined.subarray(0, whole));
  }

  async end(): Promise<SpeakerFrames> {
    const padded = new Float32Array(this.waiting.length === 0 ? 0 : this.network.metadata.granularitySamples);
    padded.set(this.waiting);
    this.waiting = new Float32Array(0);
    return await this.hear(padded);
  }

  private async hear(audio: Float32Array): Promise<SpeakerFrames> {
    const { maxSamplesPerCall, granularitySamples, sampleRateHz } = this.network.metadata;
    const frameMs = (granularitySamples / sampleRateHz) * 1_000;
    const startMs = this.framesHeard * frameMs;
    const pieces: SpeakerFrames[] = [];
    for (let start = 0; start < audio.length; start += maxSamplesPerCall) {
      const chunk = audio.slice(start, start + maxSamplesPerCall);
      const { state, features, weights, activity } = await this.network.run(chunk, this.state);
      this.state = state;
      const count = chunk.length / granularitySamples;
      pieces.push({ startMs: this.framesHeard * frameMs, count, features, weights, activity });
      this.framesHeard += count;
    }
    return joinFrames(pieces, startMs);
  }
}
