/** Where the speech is, for tests in `src`: what lies in `src` imports only its own package. */
export { hasSpeech, speechFolder } from '../../../../scripts/lib/speech.mjs';
