/** `npm run train:speaker`: trains the head for speech of the voice model from a folder of labeled speech (training/README.md). */
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { ensurePython } from '../../../scripts/lib/python.mjs';
import { CACHE_DIR, PACKAGE_DIR, SAMPLES_DIR, runPython } from './lib/python.mjs';

/** All of them may be used commercially: CC BY 4.0, Apache-2.0, CC0 1.0. */
const CORPORA = 'librispeech,emogator,emodb';
const LICENSE = 'Apache-2.0';
/** A head for speech needs a trunk that hears voices, not one that tells them apart as well as it can. */
const MINUTES = '25';
const SEED = '20261121';

const { values, positionals } = commandLine({
  help: `
Usage: npm run train:speaker -- <folder with index.csv> [options]

Trains the head that tells speech from pauses and one voice from two, on every speaker that training/split.json does not keep apart: a
network that tells voices apart, then the head over its lower layers. \`npm run join:speaker\` puts it into the model. One thread;
about three quarters of an hour.

  --corpora a,b              which corpora (default ${CORPORA})
  --steps N                  shorter or longer
  --minutes N                of training for the network (default ${MINUTES}; without its steps it would take an hour and more)
  --seed N                   another seed
  --quick                    40 steps into .cache/quick, to see that everything is in place
  --out folder               where speech-head.onnx and its .json go (default training/weights)
  --license text             of the head (default ${LICENSE})`,
  least: 1,
  most: 1,
  options: {
    corpora: { type: 'string', default: CORPORA },
    steps: { type: 'string' },
    minutes: { type: 'string', default: MINUTES },
    seed: { type: 'string', default: SEED },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    license: { type: 'string', default: LICENSE },
  },
  whole: ['steps', 'seed'],
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
if (!existsSync(`${folder}/index.csv`)) {
  console.error(`${folder}/index.csv is missing: give the folder that holds it (see training/README.md)`);
  process.exit(2);
}
const run = `${CACHE_DIR}/runs/${values.quick ? 'quick-head' : 'head'}`;
const out = values.out
  ? from(values.out)
  : values.quick
    ? `${CACHE_DIR}/quick`
    : `${PACKAGE_DIR}training/weights`;
for (const path of [out, run]) mkdirSync(path, { recursive: true });
const python = await ensurePython(['numpy', 'scipy', 'soundfile', 'torch', 'onnx']);
const data = [folder, '--cache', CACHE_DIR, '--samples', SAMPLES_DIR, '--corpora', values.corpora];
const optional = (name) => (values[name] === undefined ? [] : [`--${name}`, String(values[name])]);
const quick = values.quick ? ['--steps', '40'] : [];
const [weights, head] = [`${run}/speaker.pt`, `${out}/speech-head.onnx`];

console.log('[1/3] the network');
await runPython(python, 'train_speaker.py', [
  ...data,
  '--out',
  weights,
  ...optional('seed'),
  ...optional('steps'),
  ...optional('minutes'),
  ...quick,
]);
console.log('[2/3] the head that tells speech from pauses and one voice from two');
await runPython(python, 'activity.py', [weights, ...data, ...quick]);
console.log('[3/3] export');
await runPython(python, 'head_export.py', [weights, '--out', head, '--license', values.license]);
console.log(`\nWritten to ${head}. Put it into the model with: npm run join:speaker -- ${positionals[0]}`);
