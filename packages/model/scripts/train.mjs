/**
 * npm run train -- <folder> [--corpora a,b] [--epochs n] [--quick]
 *
 * Trains the five fold models and the shipped model on a folder of labelled speech with an index.csv, fits
 * the temperature on the folds' held-out speakers, and writes models/, its metadata and golden numbers.
 * --quick trains one epoch each, to see that everything is in place. Runs that are done are kept in .cache
 * and not repeated.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CACHE_DIR, PACKAGE_DIR, findPython, runPython } from './lib/python.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpora: { type: 'string', default: 'ravdess,emodb,nemo,turev,emospeech,baved' },
    epochs: { type: 'string' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    version: {
      type: 'string',
      default: JSON.parse(readFileSync(`${PACKAGE_DIR}package.json`, 'utf8')).version,
    },
    license: { type: 'string', default: 'CC BY-NC-SA 4.0' },
  },
});
if (positionals.length !== 1) {
  console.error(
    'Usage: npm run train -- <folder with index.csv> [--corpora a,b] [--epochs n] [--quick] [--out folder] [--license text]',
  );
  process.exit(2);
}
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
const out = values.out ? from(values.out) : values.quick ? `${CACHE_DIR}/quick` : `${PACKAGE_DIR}models`;
if (!existsSync(`${folder}/index.csv`)) {
  console.error(
    `${folder}/index.csv is missing: give the folder that holds it (see packages/model/training/README.md)`,
  );
  process.exit(2);
}
const python = findPython(['numpy', 'soundfile', 'torch', 'onnx']);
const length = values.quick
  ? ['--epochs', '1', '--steps', '10']
  : values.epochs
    ? ['--epochs', values.epochs]
    : [];
// Another folder, another choice of corpora or another length never meets the weights of this one.
const index = createHash('sha256')
  .update(readFileSync(`${folder}/index.csv`))
  .digest('hex')
  .slice(0, 8);
const tag = [values.corpora.replaceAll(',', '+'), index, ...length].join('_');
const runs = `${CACHE_DIR}/runs/${tag}`;
mkdirSync(runs, { recursive: true });
mkdirSync(`${out}/folds`, { recursive: true });

const common = ['--cache', CACHE_DIR, '--corpora', values.corpora];
const folds = JSON.parse(readFileSync(`${PACKAGE_DIR}training/folds.json`, 'utf8')).folds.map((_, fold) =>
  String(fold),
);
for (const [number, fold] of [...folds, 'all'].entries()) {
  const weights = `${runs}/${fold}.pt`;
  console.log(
    `\n[${number + 1}/${folds.length + 1}] ${fold === 'all' ? 'the model to ship, on all speakers' : `fold ${fold}`}`,
  );
  if (existsSync(weights)) console.log(`${weights} is there already`);
  else await runPython(python, 'train.py', [folder, ...common, '--out', weights, '--fold', fold, ...length]);
}
console.log('\nFitting the temperature on the held-out speakers of all folds …');
const { temperature } = JSON.parse(
  await runPython(python, 'calibrate.py', [runs, '--folder', folder, ...common], { capture: true }),
);
const publish = [
  '--version',
  values.version,
  '--weights-license',
  values.license,
  '--temperature',
  String(temperature),
];
for (const fold of folds) {
  const id = ['--id', `undertone-emotion-fold-${fold}`, '--without-golden'];
  await runPython(python, 'publish.py', [
    `${runs}/${fold}.pt`,
    folder,
    ...common,
    '--out',
    `${out}/folds/fold-${fold}.onnx`,
    '--fold',
    fold,
    ...id,
    ...publish,
  ]);
}
await runPython(python, 'publish.py', [
  `${runs}/all.pt`,
  folder,
  ...common,
  '--out',
  `${out}/undertone-emotion.onnx`,
  ...publish,
]);
console.log(`\nWritten to ${out}. Score it with: npm run evaluate -- ${positionals[0]}`);
