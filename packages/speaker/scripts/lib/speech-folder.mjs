/** The location of the speech, for tests in `src`: files in `src` import only their own package. */
export { hasSpeech, speechFolder } from '../../../../scripts/lib/speech.mjs';
