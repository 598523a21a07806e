/** `npm run bench:prosody-accuracy`: rows P1 to P4 of ../shared/GOALS.md. */
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { ensureProgram } from '../../../scripts/lib/program.mjs';
import { ensureSpeechDecoder, hasSpeech, speechFolder } from '../../../scripts/lib/speech.mjs';
import { pitchOnSpeech } from './accuracy/pitch-on-speech.mjs';
import { pitchInNoise } from './accuracy/pitch-in-noise.mjs';
import { voiceQuality } from './accuracy/voice-quality.mjs';
import { syllableRate } from './accuracy/syllable-rate.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:prosody-accuracy -- [options]

Prints rows P1 to P4: our errors, Praat's and pitchy's side by side, against Praat on real speech and against known truth. Finds or
installs Praat and, for the speech that P1 and P4 are measured on, ffmpeg.

  --files N            recordings per corpus (default 12)
  --only P1,P2,P3,P4   which rows (default all)`,
  options: {
    files: { type: 'string', default: '12' },
    only: { type: 'string', default: 'P1,P2,P3,P4' },
  },
  whole: ['files'],
  lists: { only: ['P1', 'P2', 'P3', 'P4'] },
});
const { files, only } = values;

await ensureProgram('praat', 'the reference of all rows');
const needsCorpus = only.some((row) => row === 'P1' || row === 'P4');
if (needsCorpus && !hasSpeech) console.warn(`P1 and P4 skipped: there is no speech in ${speechFolder}`);
if (needsCorpus) await ensureSpeechDecoder();
if (only.includes('P1') && hasSpeech) pitchOnSpeech(files);
if (only.includes('P2')) pitchInNoise();
if (only.includes('P3')) voiceQuality();
if (only.includes('P4') && hasSpeech) syllableRate(files);
