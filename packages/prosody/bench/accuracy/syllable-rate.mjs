import { synthesizeSpeech } from '../../dist/testing/index.js';
import { readCorpus } from '../../scripts/corpus.mjs';
import { countSyllablesWithPraat } from '../../scripts/praat.mjs';
import { correlation, mean, printTable } from '../table.mjs';
import { DEGRADATIONS } from './degrade.mjs';
import { track } from './track.mjs';

/** RAVDESS's two sentences, "Kids are talking by the door" and "Dogs are sitting by the door". */
const RAVDESS_SYLLABLES = 7;

/** P4: speech rate against de Jong & Wempe's method in Praat on real speech, and both against a known count. */
export function syllableRate(files) {
  const recordings = readCorpus(files, ['ravdess', 'emodb', 'librispeech', 'nemo']);
  const rate = (count) => (samples) => (16_000 * count(samples)) / samples.length;
  const oursIn = rate((samples) => track(samples).snapshot.syllables);
  const praatIn = rate(countSyllablesWithPraat);
  const ours = recordings.map(({ samples }) => oursIn(samples));
  const praat = recordings.map(({ samples }) => praatIn(samples));
  const known = [[4, 5, 3], [7, 6], [3, 3, 3, 3], [12], [2, 9]].flatMap((phrases) =>
    [110, 160, 220].map((f0Hz) => {
      const { samples, truth } = synthesizeSpeech({ phrases, pauseSeconds: 0.5, f0Hz, seed: f0Hz });
      return {
        truth: truth.syllables,
        ours: track(samples).snapshot.syllables,
        praat: countSyllablesWithPraat(samples),
      };
    }),
  );
  const error = (name) => mean(known.map((row) => Math.abs(row[name] - row.truth)));
  const spoken = (rates) =>
    mean(
      recordings.flatMap(({ corpus, samples }, i) =>
        corpus === 'ravdess' ? [Math.abs((rates[i] * samples.length) / 16_000 - RAVDESS_SYLLABLES)] : [],
      ),
    );
  printTable(
    `P4: syllables per second (${ours.length} recordings of ravdess, emodb, librispeech and nemo)`,
    ['', 'value'],
    [
      ["r with de Jong & Wempe's method in Praat", correlation(ours, praat).toFixed(3)],
      ['mean rate, ours', mean(ours).toFixed(2)],
      ['mean rate, Praat', mean(praat).toFixed(2)],
      [
        `mean error in syllables, known count (${mean(known.map((row) => row.truth)).toFixed(1)}), ours`,
        error('ours').toFixed(2),
      ],
      ['the same, Praat', error('praat').toFixed(2)],
      [`mean error in syllables, RAVDESS's sentences of ${RAVDESS_SYLLABLES}, ours`, spoken(ours).toFixed(2)],
      ['the same, Praat', spoken(praat).toFixed(2)],
    ],
  );
  console.log('  floor r .90; aim r .97');
  printTable(
    "P4 degraded: r with Praat's rate of the clean recording",
    ['', 'undertone', 'Praat'],
    Object.entries(DEGRADATIONS).map(([name, degrade]) => {
      const degraded = recordings.map(({ samples }) => degrade(samples));
      return [
        name,
        correlation(degraded.map(oursIn), praat).toFixed(3),
        correlation(degraded.map(praatIn), praat).toFixed(3),
      ];
    }),
  );
}
