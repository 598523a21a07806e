export { seededGaussian, seededRandom, whiteNoise } from './random.js';
export { localPerturbation, synthesizeVowel } from './synthetic-voice.js';
export type { Vowel, VowelOptions } from './synthetic-voice.js';
export { synthesizeSpeech } from './synthetic-speech.js';
export type { PhraseOptions, SyntheticSpeech } from './synthetic-speech.js';
export { praatCases, toWholeFrames } from './praat-cases.js';
export type { PraatCase } from './praat-cases.js';
