// Writes fixtures/praat.json: what Praat measures on the synthetic recordings of src/testing/praat-cases.ts and on
// fixtures/sentence.wav (made with espeak-ng on the first run). Run after a build: node scripts/praat-fixtures.mjs
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { praatCases, toWholeFrames } from '../dist/testing/index.js';
import { countSyllablesWithPraat, fromWav, havePraat, measureWithPraat, toWav } from './praat.mjs';

const fixtures = join(import.meta.dirname, '../fixtures');
const sentence = join(fixtures, 'sentence.wav');

if (!havePraat()) {
  console.error('praat is not installed: apt-get install praat');
  process.exit(1);
}
if (!existsSync(sentence)) {
  const spoken = execFileSync('espeak-ng', [
    '-v',
    'en-us',
    '-s',
    '150',
    '--stdout',
    'The lazy moon is rising over yellow hills.',
  ]);
  const raw = execFileSync(
    'sox',
    ['-t', 'wav', '-', '-r', '16000', '-c', '1', '-b', '16', '-t', 'raw', '-'],
    {
      input: spoken,
    },
  );
  const samples = Float32Array.from({ length: raw.length >> 1 }, (_, i) => raw.readInt16LE(2 * i) / 32_768);
  writeFileSync(sentence, toWav(toWholeFrames(samples)));
}
const version = execFileSync('praat', ['--version'], { encoding: 'utf8' }).trim();
const recordings = [
  ...praatCases(),
  { name: 'espeak-ng sentence', samples: fromWav(readFileSync(sentence)) },
];
const cases = recordings.map(({ name, samples }) => {
  const { firstSeconds, f0, jitter, shimmer, hnr, hnrCc } = measureWithPraat(samples);
  if (Math.abs(firstSeconds - 0.02) > 1e-6)
    throw new Error(`${name}: Praat's first frame is at ${firstSeconds} s`);
  console.log(name, f0.filter((value) => value > 0).length, 'voiced of', f0.length);
  const syllables = countSyllablesWithPraat(samples);
  return { name, jitter, shimmer, hnr, hnrCc, syllables, f0: f0.map((value) => Number(value.toFixed(2))) };
});
const rows = cases.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
writeFileSync(
  join(fixtures, 'praat.json'),
  `{\n  "praat": ${JSON.stringify(version)},\n  "cases": [\n${rows}\n  ]\n}\n`,
);
