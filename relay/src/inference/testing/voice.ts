export { bytesOf, voiceThenSilence } from '../../../../packages/hearing/src/testing/voice.js';
