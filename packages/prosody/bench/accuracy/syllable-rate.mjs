import { join } from 'node:path';
import { synthesizeSpeech } from '../../dist/testing/index.js';
import { readCorpus } from '../../scripts/corpus.mjs';
import { runPraat, withWav } from '../../scripts/praat.mjs';
import { correlation, mean, printTable } from '../table.mjs';
import { DEGRADATIONS } from './degrade.mjs';
import { track } from './track.mjs';

const SCRIPT = join(import.meta.dirname, '../../scripts/syllables.praat');

/** P4: speech rate against de Jong & Wempe's method in Praat on real speech, and both against a known count. */
export function syllableRate(files) {
  const recordings = readCorpus(files, ['ravdess', 'emodb', 'librispeech', 'nemo']);
  const rate = (count) => (samples) => (16_000 * count(samples)) / samples.length;
  const oursIn = rate((samples) => track(samples).snapshot.syllables);
  const praatIn = rate(countWithPraat);
  const ours = recordings.map(({ samples }) => oursIn(samples));
  const praat = recordings.map(({ samples }) => praatIn(samples));
  const known = [[4, 5, 3], [7, 6], [3, 3, 3, 3], [12], [2, 9]].flatMap((phrases) =>
    [110, 160, 220].map((f0Hz) => {
      const { samples, truth } = synthesizeSpeech({ phrases, pauseSeconds: 0.5, f0Hz, seed: f0Hz });
      return {
        truth: truth.syllables,
        ours: track(samples).snapshot.syllables,
        praat: countWithPraat(samples),
      };
    }),
  );
  const error = (name) => mean(known.map((row) => Math.abs(row[name] - row.truth)));
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

function countWithPraat(samples) {
  return withWav(samples, (path) => Number(runPraat(SCRIPT, path).split(' ')[0]));
}
