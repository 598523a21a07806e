export { loadModel, type EmotionModel, type ModelOutput } from './emotion-model.js';
