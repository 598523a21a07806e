export { loadSpeakerModel } from './load-speaker-model.js';
