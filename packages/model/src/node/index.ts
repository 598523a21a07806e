export { loadFullReader, type FullReader, type Utterance } from './full-reader.js';
export { type EmotionModel, type ModelOutput } from '../emotion-model.js';
export { loadModel } from './emotion-model.js';
export { missingNames, openSession, readMetadataText, type Unreadable } from './model-file.js';
