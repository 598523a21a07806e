/** `npm run bench:prosody-accuracy`: rows P1 to P4 of BENCHMARKS.md, and the accuracy of the signal-to-noise ratio. */
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { ensureProgram } from '../../../scripts/lib/program.mjs';
import { ensureSpeechDecoder, hasSpeech, speechFolder } from '../../../scripts/lib/speech.mjs';
import { pitchOnSpeech } from './accuracy/pitch-on-speech.mjs';
import { pitchInNoise } from './accuracy/pitch-in-noise.mjs';
import { voiceQuality } from './accuracy/voice-quality.mjs';
import { signalRatio } from './accuracy/signal-ratio.mjs';
import { syllableRate } from './accuracy/syllable-rate.mjs';

const { values } = commandLine({
  help: `
Usage: npm run bench:prosody-accuracy -- [options]

Prints rows P1 to P4: our errors, Praat's and pitchy's side by side, against Praat on real speech and against known truth; and
the signal-to-noise ratio in backgrounds of known level. Finds or installs Praat and, for real speech, ffmpeg.

  --files N                recordings per corpus (default 12)
  --only P1,P2,P3,P4,SNR   which rows (default all)`,
  options: {
    files: { type: 'string', default: '12' },
    only: { type: 'string', default: 'P1,P2,P3,P4,SNR' },
  },
  whole: ['files'],
  lists: { only: ['P1', 'P2', 'P3', 'P4', 'SNR'] },
});
const { files, only } = values;

if (only.some((row) => row !== 'SNR')) await ensureProgram('praat', 'the reference of rows P1 to P4');
const needsCorpus = only.some((row) => ['P1', 'P4', 'SNR'].includes(row));
if (needsCorpus && !hasSpeech) console.warn(`P1, P4 and SNR skipped: there is no speech in ${speechFolder}`);
if (needsCorpus) await ensureSpeechDecoder();
if (only.includes('P1') && hasSpeech) pitchOnSpeech(files);
if (only.includes('P2')) pitchInNoise();
if (only.includes('P3')) voiceQuality();
if (only.includes('P4') && hasSpeech) syllableRate(files);
if (only.includes('SNR') && hasSpeech) signalRatio(files);
