import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { ModelContractError } from '../model-contract-error.js';
import type { ModelMetadata } from '../model-metadata.js';
import { parseModelMetadata } from '../parse-model-metadata.js';
import { ReusedFloats } from '../reused-floats.js';
import { missingNames, openSession, readMetadataText } from './model-file.js';

/** The full reader's result for one utterance. */
export interface Utterance {
  /** [classes] of the shared head without any baseline; divide by `temperature` before softmax. */
  readonly logits: Float32Array;
  /** Valence, arousal, dominance, each -1 to 1, without any baseline. */
  readonly vad: Float32Array;
  /** [embeddingSize], what a {@link Baseline} judges. */
  readonly embedding: Float32Array;
  /** [domain classes], what kind of sound it is, before softmax; of models whose metadata has a `domain`. */
  readonly domain?: Float32Array;
}

/** A model that reads whole utterances. One instance belongs to one thread; calls must not overlap. */
export interface FullReader {
  /** What the model's file says of it. */
  readonly metadata: ModelMetadata;
  /**
   * @param samples 16 kHz, mono, -1 to 1; audio shorter than a tenth of a second is filled with silence
   * @throws ModelContractError `bad_audio_shape` for no samples or more than `metadata.maxSamplesPerCall`
   */
  read(samples: Float32Array): Promise<Utterance>;
  /** Frees the runtime's memory; it cannot read afterwards. */
  dispose(): Promise<void>;
}

/** The edges of the spectrum need this much audio. */
const LEAST_SAMPLES = 1_600;

/**
 * Loads a full reader and the metadata beside it (same name, `.json`). One thread, as `loadModel`.
 *
 * @param modelPath the `.onnx` file
 * @throws ModelContractError `model_unreadable`, `metadata_invalid` or `model_signature`
 */
export const loadFullReader = async (modelPath: string): Promise<FullReader> => {
  const unreadable = (message: string, cause: unknown): Error =>
    new ModelContractError('model_unreadable', message, { cause });
  const metadata = parseModelMetadata(await readMetadataText(modelPath, unreadable));
  if (metadata.reader !== 'full') throw new ModelContractError('metadata_invalid', 'reader: expected "full"');
  const session = await openSession(modelPath, unreadable);
  const missing = missingNames(session, ['audio'], outputsOf(metadata));
  if (missing.length > 0) {
    await session.release();
    throw new ModelContractError('model_signature', `the model has no ${missing.join(', ')}`);
  }
  const memory = new ReusedFloats();
  return {
    metadata,
    read: (samples) => read(session, metadata, memory, samples),
    dispose: () => session.release(),
  };
};

const outputsOf = ({ domain }: ModelMetadata): string[] => [
  'logits',
  'vad',
  'embedding',
  ...(domain === undefined ? [] : ['domain']),
];

const read = async (
  session: InferenceSession,
  metadata: ModelMetadata,
  memory: ReusedFloats,
  samples: Float32Array,
): Promise<Utterance> => {
  const { granularitySamples: step, maxSamplesPerCall, classes, embeddingSize, domain } = metadata;
  if (samples.length < 1 || samples.length > maxSamplesPerCall)
    throw new ModelContractError('bad_audio_shape', `audio: expected 1 to ${maxSamplesPerCall} samples`);
  const padded = memory.take(Math.max(LEAST_SAMPLES, Math.ceil(samples.length / step) * step));
  padded.set(samples);
  padded.fill(0, samples.length);
  const audio = new Tensor('float32', padded, [1, padded.length]);
  let outputs: InferenceSession.OnnxValueMapType;
  try {
    outputs = await session.run({ audio }, outputsOf(metadata));
  } finally {
    // Nobody's audio stays in memory that is kept.
    padded.fill(0);
  }
  const take = (name: string, width: number): Float32Array => {
    const data = outputs[name]?.data;
    if (data instanceof Float32Array && data.length === width) return data;
    throw new ModelContractError('bad_output', `${name}: expected ${width} numbers`);
  };
  return {
    logits: take('logits', classes.length),
    vad: take('vad', 3),
    embedding: take('embedding', embeddingSize),
    ...(domain !== undefined && { domain: take('domain', domain.classes.length) }),
  };
};
