import { Tensor } from 'onnxruntime-node';
import { type EmotionModel, modelOver } from '../emotion-model.js';
import { ModelContractError } from '../model-contract-error.js';
import { onnxSession } from '../onnx-session.js';
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
  return modelOver(onnxSession(await openSession(modelPath, unreadable), Tensor), metadata);
};

const unreadable: Unreadable = (message, cause) =>
  new ModelContractError('model_unreadable', message, { cause });
