/** What a session needs for the neural detector. It is imported dynamically, as one file, and only when wanted. */
export { NeuralDetector } from './neural-detector.js';
export { loadRemoteModels } from './remote-models.js';
