import { synthesizeVowel } from '../../dist/testing/index.js';
import { measureWithPraat } from '../../scripts/praat.mjs';
import { mean, printTable } from '../table.mjs';
import { telephone } from './telephone.mjs';
import { track } from './track.mjs';

const VOICES = [90, 120, 160, 210, 260, 320];
const PERTURBATIONS = [
  [0, 0],
  [0.005, 0.03],
  [0.01, 0.05],
  [0.015, 0.08],
];

/** P3: mean absolute error of jitter and shimmer (percentage points), and of HNR, on vowels of known truth. */
export function voiceQuality() {
  const rows = [];
  for (const line of ['', 'telephone, ']) {
    for (const hnrDb of [undefined, 25, 15, 8]) rows.push(errorsAt(line, hnrDb));
  }
  printTable(
    'P3: error against known truth (vowels, F0 90 to 320 Hz, jitter 0 to 1.5 %, shimmer 0 to 8 %)',
    ['HNR', 'jitter pp', 'Praat', 'shimmer pp', 'Praat', 'HNR dB', 'Praat', 'Praat cc'],
    rows,
  );
  console.log("  floor: Praat's without noise; aim: half of Praat's error at every level, HNR within .5 dB");
}

function errorsAt(line, hnrDb) {
  const errors = { jitter: [[], []], shimmer: [[], []], hnr: [[], [], []] };
  for (const f0Hz of VOICES) {
    PERTURBATIONS.forEach(([jitter, shimmer], i) => {
      const vowel = synthesizeVowel({ seconds: 2, f0Hz, jitter, shimmer, hnrDb, seed: 10 * f0Hz + i });
      const whole = vowel.samples.subarray(0, 640 + 160 * Math.floor((vowel.samples.length - 640) / 160));
      const samples = line === '' ? whole : telephone(whole);
      const ours = track(samples).snapshot.prosody.voice_quality;
      const praat = measureWithPraat(samples);
      for (const measure of ['jitter', 'shimmer']) {
        errors[measure][0].push(100 * Math.abs(ours[measure] - vowel.truth[measure]));
        errors[measure][1].push(100 * Math.abs(praat[measure] - vowel.truth[measure]));
      }
      // Perturbation is aperiodic too and lowers HNR, and a telephone removes half of the noise. In both cases the stated
      // ratio is not the truth.
      if (i > 0 || hnrDb === undefined || line !== '') return;
      errors.hnr[0].push(Math.abs(ours.hnr - hnrDb));
      errors.hnr[1].push(Math.abs(praat.hnr - hnrDb));
      errors.hnr[2].push(Math.abs(praat.hnrCc - hnrDb));
    });
  }
  const cell = (values) => (values.length > 0 ? mean(values).toFixed(2) : '-');
  return [
    `${line}${hnrDb === undefined ? 'no noise' : `${hnrDb} dB`}`,
    ...errors.jitter.map(cell),
    ...errors.shimmer.map(cell),
    ...errors.hnr.map(cell),
  ];
}
