// Rows P1 to P4 of the goals. Needs a build, Praat (apt-get install praat), and for P1 and P4 the corpora in
// ../shared/speech with ffmpeg. Options: --files N recordings per corpus (default 12), --only P1,P3.
import { havePraat } from '../scripts/praat.mjs';
import { haveCorpus } from '../scripts/corpus.mjs';
import { pitchOnSpeech } from './accuracy/pitch-on-speech.mjs';
import { pitchInNoise } from './accuracy/pitch-in-noise.mjs';
import { voiceQuality } from './accuracy/voice-quality.mjs';
import { syllableRate } from './accuracy/syllable-rate.mjs';

function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at > 0 ? (process.argv[at + 1] ?? fallback) : fallback;
}

const files = Number(option('files', '12'));
const only = option('only', 'P1,P2,P3,P4').split(',');

if (!havePraat()) {
  console.error('Praat is the reference and is not installed: apt-get install praat');
  process.exit(1);
}
const needsCorpus = only.some((row) => row === 'P1' || row === 'P4');
if (needsCorpus && !haveCorpus()) console.warn('P1 and P4 skipped: ../shared/speech or ffmpeg is not there');
if (only.includes('P1') && haveCorpus()) pitchOnSpeech(files);
if (only.includes('P2')) pitchInNoise();
if (only.includes('P3')) voiceQuality();
if (only.includes('P4') && haveCorpus()) syllableRate(files);
