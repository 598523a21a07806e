import { readFile } from 'node:fs/promises';
import { InferenceSession } from 'onnxruntime-node';

export { missingNames } from '../emotion-model.js';

/** Makes the error of the calling package, because each package has its own. */
export type Unreadable = (message: string, cause: unknown) => Error;

/** The metadata beside a model file: same name, `.json`. */
export const readMetadataText = async (modelPath: string, unreadable: Unreadable): Promise<string> => {
  const path = modelPath.replace(/\.onnx$/u, '') + '.json';
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw unreadable(`${path}: cannot be read`, cause);
  }
};

/** A session of one thread: a relay runs one model per worker thread and one worker per core. */
export const openSession = async (path: string, unreadable: Unreadable): Promise<InferenceSession> => {
  // Otherwise the runtime's Linux build tells Microsoft about sessions. In a worker thread this is too late: whoever starts it says so.
  process.env['ORT_DISABLE_TELEMETRY'] = '1';
  try {
    return await InferenceSession.create(path, {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      // The runtime warns about initializers that it folds; only errors matter here.
      logSeverityLevel: 3,
    });
  } catch (cause) {
    throw unreadable(`${path}: not a model that the runtime can load`, cause);
  }
};
