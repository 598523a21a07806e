import { ModelContractError } from './model-contract-error.js';
import type { ModelMetadata } from './model-metadata.js';
import { stateOutSize } from './stream-state.js';

/** Outputs of one call, row after row of the batch. */
export interface ModelOutput {
  /** [batch, classes] */
  readonly logits: Float32Array;
  /** [batch, 3] valence, arousal, dominance */
  readonly vad: Float32Array;
  /** [batch, embeddingSize] */
  readonly embedding: Float32Array;
  /** [batch, domain classes], of models whose metadata has a `domain` */
  readonly domain?: Float32Array;
  /** [batch, stateOutSize], to bring the state of each stream forward with `advanceState` */
  readonly state: Float32Array;
}

/** A loaded model. One instance belongs to one thread; calls must not overlap. */
export interface EmotionModel {
  /** What the model's file says of it. */
  readonly metadata: ModelMetadata;
  /** State of `batch` fresh streams: zeros. */
  createState(batch?: number): Float32Array;
  /**
   * Advances `batch` streams by the same number of samples.
   *
   * @param audio [batch, n] samples at `metadata.sampleRateHz` in -1 to 1, row after row; n a positive
   *   multiple of `metadata.granularitySamples`, at most `metadata.maxSamplesPerCall`
   * @param batch number of streams
   * @param state [batch, stateSize] of fresh streams (`createState`), or as `advanceState` left it; not changed
   * @throws ModelContractError `bad_audio_shape` or `bad_state_shape` for arguments that do not fit
   */
  run(audio: Float32Array, batch: number, state: Float32Array): Promise<ModelOutput>;
  /** Frees the runtime's memory; the model cannot run afterwards. */
  dispose(): Promise<void>;
}

/** A graph that a runtime has loaded: onnxruntime in Node or in a page. */
export interface ModelSession {
  /** Of the graph. */
  readonly inputNames: readonly string[];
  /** Of the graph. */
  readonly outputNames: readonly string[];
  /** @returns the data of each output */
  run(inputs: Readonly<Record<'audio' | 'state', ModelInput>>): Promise<Readonly<Record<string, unknown>>>;
  /** Frees the runtime's memory. */
  release(): Promise<void>;
}

/** Numbers, row after row. */
export interface ModelInput {
  /** Row after row. */
  readonly data: Float32Array;
  /** Rows and columns. */
  readonly dims: readonly [number, number];
}

const INPUTS = ['audio', 'state'];
const OUTPUTS = ['logits', 'vad', 'embedding', 'state_out'];

/**
 * The model that a session runs.
 *
 * @throws ModelContractError `model_signature` where the session does not fit the metadata; it is then released
 */
export const modelOver = async (session: ModelSession, metadata: ModelMetadata): Promise<EmotionModel> => {
  await checkSignature(session, metadata);
  return {
    metadata,
    createState: (batch = 1) => new Float32Array(batch * metadata.stateSize),
    run: (audio, batch, state) => run(session, metadata, audio, batch, state),
    dispose: () => session.release(),
  };
};

/** Inputs and outputs that a contract names and a session does not have. */
export const missingNames = (
  session: Pick<ModelSession, 'inputNames' | 'outputNames'>,
  inputs: readonly string[],
  outputs: readonly string[],
): string[] => [
  ...inputs.filter((name) => !session.inputNames.includes(name)),
  ...outputs.filter((name) => !session.outputNames.includes(name)),
];

const checkSignature = async (session: ModelSession, metadata: ModelMetadata): Promise<void> => {
  const wanted = metadata.domain === undefined ? OUTPUTS : [...OUTPUTS, 'domain'];
  const missing = missingNames(session, INPUTS, wanted);
  if (missing.length > 0) {
    await session.release();
    throw new ModelContractError('model_signature', `the model has no ${missing.join(', ')}`);
  }
  // One call on silence shows whether sizes in the file and in the metadata agree.
  try {
    await run(
      session,
      metadata,
      new Float32Array(metadata.granularitySamples),
      1,
      new Float32Array(metadata.stateSize),
    );
  } catch (cause) {
    await session.release();
    throw new ModelContractError('model_signature', 'the model does not fit its metadata', { cause });
  }
};

const run = async (
  session: ModelSession,
  metadata: ModelMetadata,
  audio: Float32Array,
  batch: number,
  state: Float32Array,
): Promise<ModelOutput> => {
  const samples = audio.length / batch;
  if (
    !Number.isSafeInteger(batch) ||
    batch < 1 ||
    samples < 1 ||
    samples % metadata.granularitySamples !== 0 ||
    samples > metadata.maxSamplesPerCall
  ) {
    throw new ModelContractError(
      'bad_audio_shape',
      `audio: expected ${batch} rows of a multiple of ${metadata.granularitySamples} samples, at most ` +
        `${metadata.maxSamplesPerCall}, found ${audio.length} samples`,
    );
  }
  if (state.length !== batch * metadata.stateSize) {
    throw new ModelContractError(
      'bad_state_shape',
      `state: expected ${batch} x ${metadata.stateSize} numbers, found ${state.length}`,
    );
  }
  const outputs = await session.run({
    audio: { data: audio, dims: [batch, samples] },
    state: { data: state, dims: [batch, metadata.stateSize] },
  });
  const take = (name: string, width: number): Float32Array => {
    const data = outputs[name];
    if (data instanceof Float32Array && data.length === batch * width) return data;
    throw new ModelContractError('bad_output', `${name}: expected float32 [${batch}, ${width}]`);
  };
  return {
    logits: take('logits', metadata.classes.length),
    vad: take('vad', 3),
    embedding: take('embedding', metadata.embeddingSize),
    ...(metadata.domain === undefined ? {} : { domain: take('domain', metadata.domain.classes.length) }),
    state: take('state_out', stateOutSize(metadata)),
  };
};
