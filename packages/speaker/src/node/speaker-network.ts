import { type Unreadable, missingNames, openSession, readMetadataText } from '@undertone/model/node';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { parseSpeakerMetadata } from '../parse-speaker-metadata.js';
import { SpeakerError } from '../speaker-error.js';
import type { SpeakerMetadata } from '../speaker-metadata.js';
import { SharedCalls, type StreamCall } from './shared-calls.js';

const INPUTS = ['audio', 'state'];
const OUTPUTS = ['features', 'weights', 'activity', 'state_out'];

const unreadable: Unreadable = (message, cause) => new SpeakerError('model_unreadable', message, { cause });

/** The output of one call of the graph for one stream. */
export interface NetworkOutput {
  readonly features: Float32Array;
  readonly weights: Float32Array;
  readonly activity: Float32Array;
  readonly state: Float32Array;
}

/** The graph in onnxruntime, one thread. Streams that are ready together share a call, and hear the same as alone. */
export class SpeakerNetwork {
  private readonly calls: SharedCalls<NetworkOutput>;

  private constructor(
    private readonly session: InferenceSession,
    readonly metadata: SpeakerMetadata,
  ) {
    this.calls = new SharedCalls((calls) => this.runTogether(calls), metadata.maxSamplesPerCall);
  }

  /** @throws SpeakerError `model_unreadable`, `metadata_invalid` or `model_signature` */
  static async open(modelPath: string): Promise<SpeakerNetwork> {
    const metadata = parseSpeakerMetadata(await readMetadataText(modelPath, unreadable));
    const network = new SpeakerNetwork(await openSession(modelPath, unreadable), metadata);
    await network.checkSignature();
    return network;
  }

  /**
   * @param audio a positive multiple of `granularitySamples` times `framesPerCall`, at most `maxSamplesPerCall`
   * @param state of the previous call, not changed
   */
  run(audio: Float32Array, state: Float32Array): Promise<NetworkOutput> {
    return this.calls.hear({ audio, state });
  }

  /** @param calls with audio of one length */
  private async runTogether(calls: readonly StreamCall[]): Promise<readonly NetworkOutput[]> {
    const { granularitySamples, stateSize, featureSize, attentionHeads } = this.metadata;
    const streams = calls.length;
    const samples = calls[0]?.audio.length ?? 0;
    const outputs = await this.session.run({
      audio: new Tensor('float32', rowsOf(calls.map(({ audio }) => audio)), [streams, samples]),
      state: new Tensor('float32', rowsOf(calls.map(({ state }) => state)), [streams, stateSize]),
    });
    /** @returns what gives stream `n` its part of an output */
    const part = (name: string, length: number): ((n: number) => Float32Array) => {
      const data = outputs[name]?.data;
      if (!(data instanceof Float32Array) || data.length !== streams * length)
        throw new SpeakerError('bad_output', `${name}: expected ${streams * length} float32`);
      return (n) => data.slice(n * length, (n + 1) * length);
    };
    const frames = samples / granularitySamples;
    const features = part('features', frames * featureSize);
    const weights = part('weights', frames * attentionHeads);
    const activity = part('activity', frames * 2);
    const state = part('state_out', stateSize);
    return calls.map((_, n) => ({
      features: features(n),
      weights: weights(n),
      activity: activity(n),
      state: state(n),
    }));
  }

  async dispose(): Promise<void> {
    await this.session.release();
  }

  private async checkSignature(): Promise<void> {
    const missing = missingNames(this.session, INPUTS, OUTPUTS);
    // One call on silence shows whether the sizes in the file and in the metadata agree.
    try {
      if (missing.length > 0)
        throw new SpeakerError('model_signature', `the model has no ${missing.join(', ')}`);
      const { granularitySamples, framesPerCall, stateSize } = this.metadata;
      await this.run(new Float32Array(granularitySamples * framesPerCall), new Float32Array(stateSize));
    } catch (cause) {
      await this.session.release();
      throw new SpeakerError('model_signature', 'the model does not fit its metadata', { cause });
    }
  }
}

const rowsOf = (rows: readonly Float32Array[]): Float32Array => {
  const joined = new Float32Array(rows.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const row of rows) {
    joined.set(row, at);
    at += row.length;
  }
  return joined;
};
