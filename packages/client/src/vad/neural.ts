/** What a session needs once it wants the neural detector, and not before: imported dynamically, as one file. */
export { NeuralDetector } from './neural-detector.js';
export { loadRemoteModels } from './remote-models.js';
