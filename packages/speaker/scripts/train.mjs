/**
 * npm run train:speaker -- <folder with index.csv> [--corpora a,b] [--steps n] [--minutes n] [--seed n] [--quick]
 *                          [--out folder] [--license text] [--version text]
 *
 * Trains the speaker network on every speaker that training/split.json does not keep apart, then the activity head over
 * it, exports both, fits calibration, thresholds and diarization on the tuning speakers, and writes models/. One thread.
 * --minutes ends earlier, with the schedule. --quick trains 40 steps into .cache/quick, to see that everything is in place.
 * Needs a build (npm run build), because the settings are tuned with the engine that uses them.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE_DIR, PACKAGE_DIR, SAMPLES_DIR, findPython, runPython } from './lib/python.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpora: { type: 'string', default: 'librispeech,emospeech,baved,emogator,ravdess,nemo,emodb,turev' },
    steps: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    license: { type: 'string', default: 'CC BY-NC-SA 4.0' },
    version: {
      type: 'string',
      default: JSON.parse(readFileSync(`${PACKAGE_DIR}package.json`, 'utf8')).version,
    },
  },
});
if (positionals.length !== 1) {
  console.error(
    'Usage: npm run train:speaker -- <folder with index.csv> [--corpora a,b] [--steps n] [--minutes n]',
  );
  process.exit(2);
}
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
if (!existsSync(`${folder}/index.csv`)) {
  console.error(`${folder}/index.csv is missing: give the folder that holds it (see training/README.md)`);
  process.exit(2);
}
const out = values.out ? from(values.out) : values.quick ? `${CACHE_DIR}/quick` : `${PACKAGE_DIR}models`;
mkdirSync(out, { recursive: true });
mkdirSync(`${CACHE_DIR}/runs`, { recursive: true });
const python = findPython(['numpy', 'scipy', 'soundfile', 'torch', 'onnx']);
const weights = `${CACHE_DIR}/runs/${values.quick ? 'quick' : 'speaker'}.pt`;
const data = [folder, '--cache', CACHE_DIR, '--samples', SAMPLES_DIR, '--corpora', values.corpora];
const optional = (name) => (values[name] === undefined ? [] : [`--${name}`, values[name]]);
const quick = values.quick ? ['--steps', '40'] : [];

console.log('[1/5] the network');
await runPython(python, 'train_speaker.py', [
  ...data,
  '--out',
  weights,
  ...optional('steps'),
  ...optional('minutes'),
  ...optional('seed'),
  ...quick,
]);
console.log('[2/5] the head that tells speech from pauses and one voice from two');
await runPython(python, 'activity.py', [weights, ...data, ...quick]);
const settings = `${CACHE_DIR}/settings.json`;
copyFileSync(`${PACKAGE_DIR}training/settings.json`, settings);
const model = `${out}/undertone-speaker.onnx`;
const publish = (trained) =>
  runPython(python, 'speaker_export.py', [
    trained,
    settings,
    '--out',
    model,
    '--version',
    values.version,
    '--license',
    values.license,
  ]);
/** Runs one of scripts/*.mjs. */
function runNode(script, args) {
  const { status } = spawnSync(process.execPath, [`${PACKAGE_DIR}scripts/${script}`, folder, ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${script} ended with code ${status}`);
}
console.log('[3/5] export, and the embedding whitened by training speakers');
await publish(weights);
const statistics = `${CACHE_DIR}/statistics.json`;
const whitened = weights.replace('.pt', '.whitened.pt');
runNode('statistics.mjs', ['--model', model, '--out', statistics]);
await runPython(python, 'whiten.py', [weights, statistics, '--out', whitened]);
await publish(whitened);
console.log('[4/5] cohort, calibration, thresholds and diarization on the tuning speakers');
runNode('tune.mjs', ['--model', model, '--out', settings]);
console.log('[5/5] export with these settings');
await publish(whitened);
console.log(`\nWritten to ${out}. Score it with: npm run bench:speakers -- ${positionals[0]}`);
