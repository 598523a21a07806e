/** `npm run train:speaker`: trains the two voice models from a folder of labeled speech (training/README.md). */
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { ensurePython } from '../../../scripts/lib/python.mjs';
import { CACHE_DIR, PACKAGE_DIR, SAMPLES_DIR, runPython } from './lib/python.mjs';

const CORPORA = 'librispeech,emospeech,baved,emogator,ravdess,nemo,emodb,turev';
const LICENSE = 'CC BY-NC-SA 4.0';

const { values, positionals } = commandLine({
  help: `
Usage: npm run train:speaker -- <folder with index.csv> [options]

Trains two models: one on every speaker that training/split.json does not keep apart, which is scored on the test speakers
(models/held-out), and the one that is shipped, which is the first one trained on with the test speakers too. For each: the network,
the activity head over it, whitening by the speakers it learned from, and calibration, thresholds and diarization fitted on the
tuning speakers, who are in neither, with the built engine. One thread; about two hours, and three quarters of an hour.

  --corpora a,b              which corpora (default ${CORPORA})
  --steps N                  shorter or longer
  --minutes N                ends a network earlier, with the schedule
  --seed N                   another seed
  --only held-out|shipped    one of the two; the shipped one needs the network of the other in .cache/runs
  --quick                    40 steps into .cache/quick, to see that everything is in place
  --out folder               where the models go
  --version text             of the metadata (default: the package's)
  --license text             of the metadata (default ${LICENSE})`,
  least: 1,
  most: 1,
  options: {
    corpora: { type: 'string', default: CORPORA },
    steps: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    out: { type: 'string' },
    license: { type: 'string', default: LICENSE },
    version: {
      type: 'string',
      default: JSON.parse(readFileSync(`${PACKAGE_DIR}package.json`, 'utf8')).version,
    },
  },
  whole: ['steps', 'seed'],
  choices: { only: ['held-out', 'shipped'] },
});
const runs = (name) => `${CACHE_DIR}/runs/${values.quick ? 'quick-' : ''}${name}`;
const HELD_OUT_WEIGHTS = `${runs('held-out')}/speaker.pt`;
const MODELS = [
  {
    name: 'held-out',
    file: 'held-out/undertone-speaker.onnx',
    network: ['--seed', '20261121'],
    publish: ['--id', 'undertone-speaker-held-out', '--without-golden'],
  },
  {
    name: 'shipped',
    file: 'undertone-speaker.onnx',
    network: ['--everyone', '--start', HELD_OUT_WEIGHTS, '--seed', '20261122'],
    publish: [],
  },
];
const wanted = MODELS.filter(({ name }) => values.only === undefined || values.only === name);
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
if (!existsSync(`${folder}/index.csv`)) {
  console.error(`${folder}/index.csv is missing: give the folder that holds it (see training/README.md)`);
  process.exit(2);
}
if (values.only === 'shipped' && !existsSync(HELD_OUT_WEIGHTS)) {
  console.error(
    `${HELD_OUT_WEIGHTS} is missing, which the shipped network is trained on from: leave out --only, or run it with --only held-out first`,
  );
  process.exit(2);
}
const out = values.out ? from(values.out) : values.quick ? `${CACHE_DIR}/quick` : `${PACKAGE_DIR}models`;
mkdirSync(`${out}/held-out`, { recursive: true });
const python = await ensurePython(['numpy', 'scipy', 'soundfile', 'torch', 'onnx']);
const data = [folder, '--cache', CACHE_DIR, '--samples', SAMPLES_DIR, '--corpora', values.corpora];
const optional = (name) => (values[name] === undefined ? [] : [`--${name}`, String(values[name])]);
const quick = values.quick ? ['--steps', '40'] : [];

/** Runs one of scripts/*.mjs. */
function runNode(script, args) {
  const { status } = spawnSync(process.execPath, [`${PACKAGE_DIR}scripts/${script}`, folder, ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${script} ended with code ${status}`);
}

for (const { name, file, network, publish: options } of wanted) {
  const step = (number, what) => console.log(`[${name} ${number}/5] ${what}`);
  const run = runs(name);
  mkdirSync(run, { recursive: true });
  const [weights, whitened] = [`${run}/speaker.pt`, `${run}/speaker.whitened.pt`];
  const [settings, statistics] = [`${run}/settings.json`, `${run}/statistics.json`];
  const model = `${out}/${file}`;
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
      ...options,
    ]);

  step(1, 'the network');
  await runPython(python, 'train_speaker.py', [
    ...data,
    '--out',
    weights,
    ...network,
    ...optional('steps'),
    ...optional('minutes'),
    ...optional('seed'),
    ...quick,
  ]);
  step(2, 'the head that tells speech from pauses and one voice from two');
  await runPython(python, 'activity.py', [weights, ...data, ...quick]);
  step(3, 'export, and the embedding whitened by the speakers it learned from');
  copyFileSync(`${PACKAGE_DIR}training/settings.json`, settings);
  await publish(weights);
  runNode('statistics.mjs', ['--model', model, '--out', statistics]);
  await runPython(python, 'whiten.py', [weights, statistics, '--out', whitened]);
  await publish(whitened);
  step(4, 'cohort, calibration, thresholds and diarization on the tuning speakers');
  runNode('tune.mjs', ['--model', model, '--out', settings]);
  step(5, 'export with these settings');
  await publish(whitened);
}
console.log(`\nWritten to ${out}. Score it with: npm run bench:speakers -- ${positionals[0]}`);
