/**
 * The last step of `npm run train`: what the agreement of both readers says about how often each is right, fitted on the speakers
 * and corpora that each part has not heard, and written beside the readers and their parts.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { leadingOf, parseModelMetadata } from '@undertone/model';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { byCorpus, inOrder, judgeInOrder } from './lib/passes.mjs';
import { readClip } from './lib/predict.mjs';
import { PACKAGE_DIR } from './lib/python.mjs';
import { openReader, otherFile, partFile, PARTS_DIR } from './lib/readers.mjs';
import { listClips, listStretches } from './lib/stretches.mjs';

const KINDS = ['full', 'live'];
const FOLDS = 5;
/** Clips of a part and corpus. */
const MOST = 250;
/** Five parts that lack a fold heard each corpus's other people; one that lacks the corpus counts as much as all of them. */
const NEW_SPEAKERS_COUNT = 0.2;
/** A curve through fewer lines that nobody has heard would be a guess. */
const LEAST_CORPORA = 4;
const SEED = 20_261_130;
/** Clips that an expectation counts as, and how far what is told follows the agreement (see EXPERIMENTS.md). */
const CLIPS = 10;
const STRENGTH = 0.5;

const { values, positionals } = commandLine({
  help: `
Usage: node scripts/built.mjs packages/model/scripts/fit-agreement.mjs <folder with index.csv> [options]

Lets both readers hear some clips of all that each part of \`npm run train\` has not heard, and fits how often a reader is right by how
often both tell the same. It writes that into the metadata of the readers and of their parts. Some six minutes on one core.

  --models folder          the parts (default .cache/parts)
  --name suffix            of models/undertone-<kind>-<suffix>.onnx`,
  least: 1,
  most: 1,
  options: { models: { type: 'string' }, name: { type: 'string' } },
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const parts = values.models ? from(values.models) : PARTS_DIR;
const suffix = values.name ? `-${values.name}` : '';
const shippedOf = (kind) => `${PACKAGE_DIR}models/undertone-${kind}${suffix}.json`;

const shipped = parseModelMetadata(readFileSync(shippedOf('full'), 'utf8'));
if (shipped.training.corpora.length < LEAST_CORPORA) {
  console.log(`agreement is not fitted: that takes ${LEAST_CORPORA} corpora`);
  process.exit(0);
}
const names = shipped.classes.map(({ name }) => name);
const learned = shipped.training.corpora.map(({ name }) => name);
const listed = await listClips(from(positionals[0]), learned.join(','));
const stretches = listStretches(listed).of;
const handles = new Map();
const samplesOf = (row) => {
  const samples = readClip(listed.files, handles, row);
  return samples.slice(...(stretches.get(row.path) ?? [0, samples.length]));
};

async function heardBy(path, rows) {
  const reader = await openReader(path);
  const heard = [];
  for (const row of rows) {
    const samples = samplesOf(row);
    heard.push({ ...row, seconds: samples.length / 16_000, ...(await reader.hear(samples)) });
  }
  await reader.close();
  return { metadata: reader.metadata, heard };
}

/** How often both readers of a part tell the same of what it has not heard, and how often each is right. */
async function pointsOf(part, corpus, rows) {
  const drawn = inOrder(rows, SEED).slice(0, MOST);
  if (drawn.length === 0) return [];
  const heard = {};
  for (const kind of KINDS) heard[kind] = await heardBy(partFile(parts, kind, part), drawn);
  return KINDS.map((kind) => {
    const [own, other] = [heard[kind], heard[otherFile(kind)]];
    const both = own.heard.map((row, n) => ({ ...row, other: other.heard[n].embedding }));
    const judged = judgeInOrder(plain(own.metadata), both, 'voice', plain(other.metadata));
    const share = (holds) => judged.filter(holds).length / judged.length;
    const isRight = ({ probabilities, label }) => names[leadingOf(probabilities)] === label;
    const point = { part, corpus, kind, agreed: share(({ isAlike }) => isAlike), right: share(isRight) };
    console.log(
      `${kind} ${part} ${corpus}: alike ${point.agreed.toFixed(2)}, right ${point.right.toFixed(2)}`,
    );
    return point;
  });
}

/** As if no agreement had been fitted. */
const plain = ({ classifier: { agreement: _, ...classifier }, ...metadata }) => ({ ...metadata, classifier });

const logit = (share) => Math.log(Math.max(1e-3, share) / Math.max(1e-3, 1 - share));

/** Weighted least squares of accuracies by agreements, both as logits. */
function fitted(points) {
  const weighted = points.map(({ agreed, right, part }) => ({
    x: logit(agreed),
    y: logit(right),
    weight: part.startsWith('fold-') ? NEW_SPEAKERS_COUNT : 1,
  }));
  const sum = (of) => weighted.reduce((total, point) => total + point.weight * of(point), 0);
  const all = sum(() => 1);
  const [x, y] = [sum((point) => point.x) / all, sum((point) => point.y) / all];
  const slope = sum((point) => (point.x - x) * (point.y - y)) / sum((point) => (point.x - x) ** 2);
  const strange = points.filter(({ part }) => !part.startsWith('fold-'));
  const usual = strange.reduce((total, { agreed }) => total + agreed, 0) / strange.length;
  const rounded = (value) => Number(value.toFixed(4));
  return {
    usual: rounded(usual),
    clips: CLIPS,
    intercept: rounded(y - slope * x),
    slope: rounded(slope),
    strength: STRENGTH,
  };
}

function write(path, points) {
  const document = JSON.parse(readFileSync(path, 'utf8'));
  document.classifier.agreement = fitted(points);
  writeFileSync(path, `${JSON.stringify(document)}\n`);
}

const points = [];
for (const [corpus, own] of byCorpus(listed.clips.filter(({ label }) => names.includes(label)))) {
  for (let fold = 0; fold < FOLDS; fold++)
    points.push(
      ...(await pointsOf(
        `fold-${fold}`,
        corpus,
        own.filter((row) => row.fold === fold),
      )),
    );
  points.push(...(await pointsOf(`without-${corpus}`, corpus, own)));
}
const corpusOf = new Map(listed.clips.map(({ speaker, corpus }) => [speaker, corpus]));
for (const kind of KINDS) {
  const own = points.filter((point) => point.kind === kind);
  write(shippedOf(kind), own);
  for (const file of readdirSync(parts).filter(
    (name) => name.startsWith(`${kind}-`) && name.endsWith('.json'),
  )) {
    const part = file.slice(kind.length + 1, -'.json'.length);
    const lacking = part.replace(/^without-/u, '');
    // What a part was left out of says nothing about what it is worth.
    const corpus = corpusOf.get(lacking) ?? lacking;
    write(
      `${parts}/${file}`,
      own.filter((point) => point.corpus !== corpus && point.part !== part),
    );
  }
  const { agreement } = JSON.parse(readFileSync(shippedOf(kind), 'utf8')).classifier;
  console.log(`${kind}: ${JSON.stringify(agreement)}`);
}
