import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { type EmotionModel, modelOver, type ModelSession } from '../emotion-model.js';
import { ModelContractError } from '../model-contract-error.js';
import { parseModelMetadata } from '../parse-model-metadata.js';
import { type Unreadable, openSession, readMetadataText } from './model-file.js';

/**
 * Loads a model file and the metadata beside it (same name, `.json`).
 *
 * The session has one thread: a relay runs one model per worker thread and one worker per core.
 *
 * @param modelPath the `.onnx` file
 * @throws ModelContractError `model_unreadable`, `metadata_invalid` or `model_signature`
 */
export const loadModel = async (modelPath: string): Promise<EmotionModel> => {
  const metadata = parseModelMetadata(await readMetadataText(modelPath, unreadable));
  return modelOver(sessionOf(await openSession(modelPath, unreadable)), metadata);
};

const unreadable: Unreadable = (message, cause) =>
  new ModelContractError('model_unreadable', message, { cause });

const sessionOf = (session: InferenceSession): ModelSession => ({
  inputNames: session.inputNames,
  outputNames: session.outputNames,
  async run({ audio, state }) {
    const outputs = await session.run({
      audio: new Tensor('float32', audio.data, audio.dims),
      state: new Tensor('float32', state.data, state.dims),
    });
    return Object.fromEntries(Object.entries(outputs).map(([name, { data }]) => [name, data]));
  },
  release: () => session.release(),
});
