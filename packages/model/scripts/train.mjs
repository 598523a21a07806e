/**
 * npm run train -- <folder> [--corpora a,b] [--epochs n] [--seed n] [--cycles 2] [--leave-one-out]
 *                          [--leave-one-speaker corpus] [--quick]
 *
 * Trains the five fold models and the shipped model on a folder of labelled speech with an index.csv, each
 * with its domain head, fits the temperature and the out-of-domain floor on the folds' held-out speakers, and
 * writes models/, its metadata and golden numbers. Runs that are done are kept in .cache and not repeated.
 * --seed trains with another seed and writes to .cache/seed-n, for `npm run evaluate -- … --models`.
 * --cycles 2 goes on from those weights for a second, more disturbed cycle (training/train.py, CYCLES) and ships that.
 * --leave-one-out trains instead one model per labelled corpus on all the others (20 epochs, no domain head), for
 * `npm run evaluate -- … --leave-one-out`. --leave-one-speaker fits the experts anew for every speaker of a corpus on all
 * of its other speakers, beside the fold network that has not heard that speaker, for `npm run evaluate -- …
 * --leave-one-speaker corpus`; the folds must be trained. --quick trains twenty steps each, to see that everything is in place.
 */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  CACHE_DIR,
  LEAVE_ONE_OUT_DIR,
  LEAVE_ONE_SPEAKER_DIR,
  PACKAGE_DIR,
  findPython,
  runPython,
} from './lib/python.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    corpora: { type: 'string', default: 'ravdess,emodb,nemo,turev,emospeech,baved' },
    epochs: { type: 'string' },
    seed: { type: 'string' },
    cycles: { type: 'string', default: '1' },
    'leave-one-out': { type: 'boolean', default: false },
    'leave-one-speaker': { type: 'string' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    version: {
      type: 'string',
      default: JSON.parse(readFileSync(`${PACKAGE_DIR}package.json`, 'utf8')).version,
    },
    license: { type: 'string', default: 'CC BY-NC-SA 4.0' },
  },
});
if (positionals.length !== 1 || !['1', '2'].includes(values.cycles)) {
  console.error(
    'Usage: npm run train -- <folder with index.csv> [--corpora a,b] [--epochs n] [--seed n] [--cycles 2] [--leave-one-out] [--leave-one-speaker corpus] [--quick] [--out folder] [--license text]',
  );
  process.exit(2);
}
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
const leaveOneOut = values['leave-one-out'];
const cached = [
  leaveOneOut && LEAVE_ONE_OUT_DIR,
  values['leave-one-speaker'] && LEAVE_ONE_SPEAKER_DIR,
  values.quick && `${CACHE_DIR}/quick`,
  values.seed && `${CACHE_DIR}/seed-${values.seed}`,
].find(Boolean);
const out = values.out ? from(values.out) : cached || `${PACKAGE_DIR}models`;
if (!existsSync(`${folder}/index.csv`)) {
  console.error(
    `${folder}/index.csv is missing: give the folder that holds it (see packages/model/training/README.md)`,
  );
  process.exit(2);
}
const python = findPython(['numpy', 'soundfile', 'torch', 'onnx']);
const length = values.quick
  ? ['--epochs', '1', '--steps', '20']
  : values.epochs
    ? ['--epochs', values.epochs]
    : leaveOneOut
      ? ['--epochs', '20']
      : [];
const seed = values.seed ? ['--seed', values.seed] : [];
// Another folder, choice of corpora, recipe, length or seed never meets the weights of this one.
const index = createHash('sha256')
  .update(readFileSync(`${folder}/index.csv`))
  .digest('hex')
  .slice(0, 8);
const recipe = /^RECIPE = "(.+)"$/mu.exec(readFileSync(`${PACKAGE_DIR}training/train.py`, 'utf8'))?.[1];
const tag = [values.corpora.replaceAll(',', '+'), index, recipe, ...length, ...seed];
const firstRuns = `${CACHE_DIR}/runs/${tag.join('_')}${leaveOneOut ? '/without' : ''}`;
const twice = values.cycles === '2' && !leaveOneOut;
const runs = twice ? `${firstRuns}/cycle-2` : firstRuns;
mkdirSync(runs, { recursive: true });
mkdirSync(`${out}/folds`, { recursive: true });

const common = ['--cache', CACHE_DIR, '--corpora', values.corpora];

/** One cycle of training, from the weights of the one before where they are given, unless its own are there. */
async function cycle(weights, selection, start = []) {
  if (existsSync(weights)) console.log(`${weights} is there already`);
  else
    await runPython(python, 'train.py', [
      folder,
      ...common,
      '--out',
      weights,
      ...selection,
      ...(start.length > 0 && values.epochs ? ['--epochs', String(Math.ceil(values.epochs / 4))] : length),
      ...seed,
      ...start,
    ]);
}

/** Trains one network, with its domain head unless a corpus is left out, where it is not there already. */
async function train(name, title, selection, fold = 'all') {
  const first = `${firstRuns}/${name}.pt`;
  const weights = `${runs}/${name}.pt`;
  console.log(`\n${title}`);
  await cycle(first, selection);
  if (twice) await cycle(weights, selection, ['--start', first]);
  await runPython(python, 'fit_wide.py', [weights, folder, ...common, ...selection]);
  if (!leaveOneOut && !existsSync(weights.replace('.pt', '.domain.pt')))
    await runPython(python, 'domain.py', [
      weights,
      folder,
      ...common,
      '--fold',
      fold,
      ...(values.quick ? ['--quick'] : []),
    ]);
  return weights;
}

if (leaveOneOut) {
  for (const corpus of values.corpora.split(',').filter((name) => name !== 'baved')) {
    const weights = await train(corpus, `all corpora but ${corpus}`, ['--fold', 'all', '--without', corpus]);
    await runPython(python, 'publish.py', [
      weights,
      folder,
      ...common,
      '--out',
      `${out}/${corpus}.onnx`,
      '--id',
      `undertone-emotion-without-${corpus}`,
      '--without',
      corpus,
      '--without-golden',
      '--version',
      values.version,
    ]);
  }
  console.log(`\nScore them with: npm run evaluate -- ${positionals[0]} --leave-one-out`);
  process.exit(0);
}

const foldSpeakers = JSON.parse(readFileSync(`${PACKAGE_DIR}training/folds.json`, 'utf8')).folds;
const folds = foldSpeakers.map((_, fold) => String(fold));

/** One file per speaker of a corpus: the fold's network, experts that have heard everybody else of the corpus. */
async function leaveOneSpeaker(corpus) {
  const rows = readFileSync(`${folder}/index.csv`, 'utf8').split(/\r?\n/u);
  const there = new Set(rows.map((row) => row.split(',')).map(([, of, speaker]) => of === corpus && speaker));
  if (!foldSpeakers.flat().some((name) => there.has(name))) {
    console.error(`No speaker of corpus ${corpus} is both in ${folder}/index.csv and in training/folds.json`);
    process.exit(2);
  }
  mkdirSync(`${runs}/speakers`, { recursive: true });
  for (const [fold, speakers] of foldSpeakers.entries()) {
    for (const speaker of speakers.filter((name) => there.has(name))) {
      if (!existsSync(`${runs}/${fold}.domain.pt`)) {
        console.error(`Train the folds first: npm run train -- ${positionals[0]}`);
        process.exit(1);
      }
      console.log(`\n${speaker}, by the network of fold ${fold}`);
      const weights = `${runs}/speakers/${speaker}.pt`;
      for (const end of ['.pt', '.json', '.domain.pt'])
        copyFileSync(`${runs}/${fold}${end}`, weights.replace('.pt', end));
      const selection = ['--fold', String(fold)];
      await runPython(python, 'fit_wide.py', [
        weights,
        folder,
        ...common,
        ...selection,
        '--speaker',
        speaker,
      ]);
      await runPython(python, 'publish.py', [
        weights,
        folder,
        ...common,
        ...selection,
        '--out',
        `${out}/${speaker}.onnx`,
        '--id',
        `undertone-emotion-without-${speaker}`,
        '--without-golden',
        '--version',
        values.version,
      ]);
    }
  }
  console.log(`\nScore them with: npm run evaluate -- ${positionals[0]} --leave-one-speaker ${corpus}`);
}

if (values['leave-one-speaker']) {
  await leaveOneSpeaker(values['leave-one-speaker']);
  process.exit(0);
}
for (const [number, fold] of [...folds, 'all'].entries()) {
  const title = fold === 'all' ? 'the model to ship, on all speakers' : `fold ${fold}`;
  await train(fold, `[${number + 1}/${folds.length + 1}] ${title}`, ['--fold', fold], fold);
}
console.log('\nFitting the temperature on the held-out speakers of all folds …');
const { temperature, outOfDomainAbove } = JSON.parse(
  await runPython(python, 'calibrate.py', [runs, '--folder', folder, ...common], { capture: true }),
);
const publish = [
  '--version',
  values.version,
  '--weights-license',
  values.license,
  '--temperature',
  String(temperature),
  '--out-of-domain-above',
  String(outOfDomainAbove ?? 0.9),
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
