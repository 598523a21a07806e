/** The code for the neural detector. A session imports it dynamically, as one file, and only when needed. */
export { NeuralDetector } from './neural-detector.js';
export { loadRemoteModels } from './remote-models.js';
