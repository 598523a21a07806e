/**
 * npm run evaluate -- <folder> [--corpora a,b] [--model file.onnx] [--condition name] [--fold n] [--json out.json]
 *
 * Scores the model on a folder with an index.csv (see training/README.md). Without --model a speaker who
 * is in training/folds.json is scored by the fold model that has not heard that speaker, any other by the
 * shipped model; with --model one file scores all clips, and speakers it was trained on are pointed out.
 * --fold n keeps only that fold's speakers; --condition telephone, babble10 or quiet20 disturbs every clip
 * first (GOALS.md A6).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CONDITIONS, disturbance } from './lib/conditions.mjs';
import { printReport, report } from './lib/report.mjs';
import { openFolds, openModel, readAlong, readClip } from './lib/predict.mjs';
import { CACHE_DIR, PACKAGE_DIR, findPython, runPython } from './lib/python.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpora: { type: 'string' },
    model: { type: 'string' },
    json: { type: 'string' },
    condition: { type: 'string', default: 'clean' },
    fold: { type: 'string' },
  },
});
if (positionals.length !== 1 || !CONDITIONS.includes(values.condition)) {
  console.error(
    'Usage: npm run evaluate -- <folder with index.csv> [--corpora a,b] [--model file.onnx] [--json out.json]',
  );
  process.exit(2);
}
// npm runs scripts in the workspace root; a relative folder is meant from where the command was typed.
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);

const python = findPython(['numpy', 'soundfile']);
console.error('Decoding and listing the clips …');
const listArgs = [folder, '--cache', CACHE_DIR, ...(values.corpora ? ['--corpora', values.corpora] : [])];
const { files, clips: all } = JSON.parse(
  await runPython(python, 'list_clips.py', listArgs, { capture: true }),
);
const clips = values.fold === undefined ? all : all.filter(({ fold }) => fold === Number(values.fold));

const shipped = await openModel(
  values.model ? from(values.model) : `${PACKAGE_DIR}models/undertone-emotion.onnx`,
);
const foldCount = JSON.parse(readFileSync(`${PACKAGE_DIR}training/folds.json`, 'utf8')).folds.length;
const folds = values.model ? undefined : await openFolds(`${PACKAGE_DIR}models/folds`, foldCount);
if (!values.model && folds === undefined)
  console.error('models/folds is incomplete: the shipped model scores everything.');

const handles = new Map();
const rows = [];
const clipAt = (number) => readClip(files, handles, clips[number]);
const disturb = disturbance(values.condition, clipAt, clips.length);
const started = process.cpuUsage();
for (const [number, clip] of clips.entries()) {
  const model = folds !== undefined && clip.fold >= 0 ? folds[clip.fold] : shipped;
  const heard = clip.fold >= 0 && folds === undefined;
  const readings = await readAlong(model, disturb(clipAt(number), number), clip.onset);
  rows.push({ ...clip, heard, readings });
  if (number % 1_000 === 999) console.error(`${number + 1}/${clips.length} clips`);
}
const used = process.cpuUsage(started);
const result = report(rows, shipped.metadata);
result.condition = values.condition;
result.cpuSeconds = (used.user + used.system) / 1e6;
if (values.json) writeFileSync(from(values.json), JSON.stringify(result, null, 2));
printReport(result);
