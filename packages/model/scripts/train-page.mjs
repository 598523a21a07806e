/** `npm run train:page`: all models of this package from a folder of labeled speech (training/README.md). */
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { ensurePython } from '../../../scripts/lib/python.mjs';
import {
  CACHE_DIR,
  LEAVE_ONE_OUT_DIR,
  LEAVE_ONE_SPEAKER_DIR,
  PACKAGE_DIR,
  runPython,
} from './lib/python.mjs';

// Seeds of the networks that form one ensemble.
const SEEDS = [20_261_121, 2];
const CORPORA = 'ravdess,emodb,nemo,turev,emospeech,baved';
const LICENSE = 'CC BY-NC-SA 4.0';

const { values, positionals } = commandLine({
  help: `
Usage: npm run train:page -- <folder with index.csv> [options]

Trains five fold models, one model per labelled corpus on all the others (without a domain head), and the model that is shipped; each
of two networks with experts beside them. Fits the temperatures and the out-of-domain floor on speakers and corpora that were held
out, and writes models/, its metadata and golden numbers; the left-out corpora's models go to .cache/leave-one-out, for \`npm run
evaluate -- … --leave-one-out\`. About three hours on one core; networks that are done are kept in .cache and not trained again.

  --corpora a,b                which corpora (default ${CORPORA})
  --epochs N                   shorter or longer
  --seed N                     other seeds, from this one on, into .cache/seed-N, for \`npm run evaluate:page -- … --models\`
  --leave-one-speaker corpus   only fits the experts anew, for every speaker of a corpus on all of its other speakers, beside the
                               fold's networks, which have not heard that speaker, for \`npm run evaluate:page -- … --leave-one-speaker\`.
                               Where the folds were not trained here, their networks are read back from models/folds
  --quick                      twenty steps each, into .cache/quick, to see that everything is in place
  --out folder                 where the models go
  --version text               of the metadata (default: the package's)
  --license text               of the metadata (default ${LICENSE})`,
  least: 1,
  most: 1,
  options: {
    corpora: { type: 'string', default: CORPORA },
    epochs: { type: 'string' },
    seed: { type: 'string' },
    'leave-one-speaker': { type: 'string' },
    quick: { type: 'boolean', default: false },
    out: { type: 'string' },
    version: {
      type: 'string',
      default: JSON.parse(readFileSync(`${PACKAGE_DIR}package.json`, 'utf8')).version,
    },
    license: { type: 'string', default: LICENSE },
  },
  whole: ['epochs', 'seed'],
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
const cached = [
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
const python = await ensurePython(['numpy', 'scipy', 'soundfile', 'torch', 'onnx']);
const length = values.quick
  ? ['--epochs', '1', '--steps', '20']
  : values.epochs
    ? ['--epochs', String(values.epochs)]
    : [];
const seeds = values.seed ? SEEDS.map((_, network) => values.seed + network) : SEEDS;
// The tag keeps weights apart: another folder, choice of corpora, recipe, length or seed has its own.
const index = createHash('sha256')
  .update(readFileSync(`${folder}/index.csv`))
  .digest('hex')
  .slice(0, 8);
const recipe = /^RECIPE = "(.+)"$/mu.exec(readFileSync(`${PACKAGE_DIR}training/train.py`, 'utf8'))?.[1];
const tag = [
  values.corpora.replaceAll(',', '+'),
  index,
  recipe,
  ...length,
  ...(values.seed ? ['--seed', values.seed] : []),
];
const trained = `${CACHE_DIR}/runs/${tag.join('_')}`;
const foldSpeakers = JSON.parse(readFileSync(`${PACKAGE_DIR}training/folds.json`, 'utf8')).folds;
const folds = foldSpeakers.map((_, fold) => String(fold));
// Weights that were read back are rounded, so training must never reuse them as its own.
const readsBack =
  values['leave-one-speaker'] && !folds.every((fold) => existsSync(`${trained}/${fold}.domain.pt`));
const runs = readsBack ? `${CACHE_DIR}/read-back` : trained;
mkdirSync(`${runs}/without`, { recursive: true });
mkdirSync(`${out}/folds`, { recursive: true });

const common = ['--cache', CACHE_DIR, '--corpora', values.corpora];

/** Trains the networks of one model, its experts and its domain head, unless they already exist. */
async function train(name, title, selection, fold) {
  const weights = `${runs}/${name}.pt`;
  const parts = [];
  for (const [network, seed] of seeds.entries()) {
    console.log(`\n${title}, network ${network + 1} of ${seeds.length}`);
    const part = `${runs}/${name}.${network + 1}.pt`;
    parts.push(part);
    if (existsSync(part)) console.log(`${part} is there already`);
    else
      await runPython(python, 'train.py', [
        folder,
        ...common,
        '--out',
        part,
        ...selection,
        ...length,
        '--seed',
        String(seed),
      ]);
  }
  await runPython(python, 'ensemble.py', [weights, ...parts]);
  await runPython(python, 'fit_wide.py', [weights, folder, ...common, ...selection]);
  if (fold !== undefined && !existsSync(weights.replace('.pt', '.domain.pt')))
    await runPython(python, 'domain.py', [
      weights,
      folder,
      ...common,
      '--fold',
      fold,
      ...(values.quick ? ['--quick'] : []),
    ]);
}

/** Fits the temperatures and the out-of-domain floor with all trained networks. */
const calibrate = async () =>
  JSON.parse(
    await runPython(python, 'calibrate.py', [runs, '--folder', folder, ...common], { capture: true }),
  );

/** Writes one model file with its metadata. */
const publish = ({ outOfDomainAbove }, weights, target, temperature, ...options) =>
  runPython(python, 'publish.py', [
    `${runs}/${weights}.pt`,
    folder,
    ...common,
    '--out',
    target,
    '--version',
    values.version,
    '--weights-license',
    values.license,
    '--temperature',
    String(temperature),
    '--out-of-domain-above',
    String(outOfDomainAbove ?? 0.9),
    ...options,
  ]);

/** Writes one file per speaker of a corpus: the fold's networks, with experts that heard all other speakers of the corpus. */
async function leaveOneSpeaker(corpus) {
  const rows = readFileSync(`${folder}/index.csv`, 'utf8').split(/\r?\n/u);
  const there = new Set(rows.map((row) => row.split(',')).map(([, of, speaker]) => of === corpus && speaker));
  if (!foldSpeakers.flat().some((name) => there.has(name))) {
    console.error(`No speaker of corpus ${corpus} is both in ${folder}/index.csv and in training/folds.json`);
    process.exit(2);
  }
  if (readsBack) {
    console.log('The folds were not trained here: their networks are read back from models/folds');
    await runPython(python, 'read_back.py', [`${PACKAGE_DIR}models/folds`, folder, ...common, '--out', runs]);
    for (const fold of folds) await train(fold, `fold ${fold}`, ['--fold', fold], fold);
  }
  mkdirSync(`${runs}/speakers`, { recursive: true });
  const fitted = await calibrate();
  for (const [fold, speakers] of foldSpeakers.entries()) {
    for (const speaker of speakers.filter((name) => there.has(name))) {
      console.log(`\n${speaker}, by the networks of fold ${fold}`);
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
      const id = ['--id', `undertone-emotion-without-${speaker}`, '--without-golden'];
      await publish(
        fitted,
        `speakers/${speaker}`,
        `${out}/${speaker}.onnx`,
        fitted.folds[fold],
        ...selection,
        ...id,
      );
    }
  }
  console.log(`\nScore them with: npm run evaluate:page -- ${positionals[0]} --leave-one-speaker ${corpus}`);
}

if (values['leave-one-speaker']) {
  await leaveOneSpeaker(values['leave-one-speaker']);
  process.exit(0);
}
const corpora = values.corpora.split(',').filter((name) => name !== 'baved');
const leftOut = corpora.length > 1 ? corpora : [];
const steps = folds.length + leftOut.length + 1;
let step = 0;
const progress = (what) => `[${(step += 1)}/${steps}] ${what}`;
for (const fold of folds) await train(fold, progress(`fold ${fold}`), ['--fold', fold], fold);
for (const corpus of leftOut) {
  const selection = ['--fold', 'all', '--without', corpus];
  await train(`without/${corpus}`, progress(`all corpora but ${corpus}`), selection);
}
await train('all', progress('the model to ship, on all speakers'), ['--fold', 'all'], 'all');

console.log('\nFitting the temperatures on held-out speakers and corpora …');
const fitted = await calibrate();
for (const fold of folds) {
  const id = ['--id', `undertone-emotion-fold-${fold}`, '--without-golden'];
  await publish(fitted, fold, `${out}/folds/fold-${fold}.onnx`, fitted.folds[fold], '--fold', fold, ...id);
}
// Another seed's or a quick run's models for left-out corpora stay with that run's other models.
const leftOutDir = cached ? `${cached}/leave-one-out` : LEAVE_ONE_OUT_DIR;
for (const corpus of leftOut) {
  const id = ['--id', `undertone-emotion-without-${corpus}`, '--without-golden', '--without', corpus];
  await publish(fitted, `without/${corpus}`, `${leftOutDir}/${corpus}.onnx`, fitted.without[corpus], ...id);
}
await publish(fitted, 'all', `${out}/undertone-emotion.onnx`, fitted.temperature);
console.log(`\nWritten to ${out}. Score it with: npm run evaluate:page -- ${positionals[0]}`);
