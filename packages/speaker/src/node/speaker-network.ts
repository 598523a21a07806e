import { type Unreadable, missingNames, openSession, readMetadataText } from '@undertone/model/node';
import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { parseSpeakerMetadata } from '../parse-speaker-metadata.js';
import { SpeakerError } from '../speaker-error.js';
import type { SpeakerMetadata } from '../speaker-metadata.js';

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

/** The graph in onnxruntime, one thread. */
export class SpeakerNetwork {
  private constructor(
    private readonly session: InferenceSession,
    readonly metadata: SpeakerMetadata,
  ) {}

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
  async run(audio: Float32Array, state: Float32Array): Promise<NetworkOutput> {
    const { granularitySamples, stateSize, featureSize, attentionHeads } = this.metadata;
    const outputs = await this.session.run({
      audio: new Tensor('float32', audio, [1, audio.length]),
      state: new Tensor('float32', state, [1, stateSize]),
    });
    const take = (name: string, length: number): Float32Array => {
      const data = outputs[name]?.data;
      if (data instanceof Float32Array && data.length === length) return data;
      throw new SpeakerError('bad_output', `${name}: expected ${length} float32`);
    };
    const frames = audio.length / granularitySamples;
    return {
      features: take('features', frames * featureSize),
      weights: take('weights', frames * attentionHeads),
      activity: take('activity', frames * 2),
      state: take('state_out', stateSize),
    };
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
