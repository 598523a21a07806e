/**
 * A last step of `npm run train`: what the agreement of both readers says about how often each is right, fitted on the speakers
 * and corpora that each part has not heard, and written beside the readers and their parts.
 */
import { resolve } from 'node:path';
import { leadingOf } from '@undertone/model';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import {
  learnedBy,
  ofStrangeCorpora,
  openLeftOut,
  rounded,
  shippedOf,
  weightOf,
  writeFitted,
} from './lib/left-out.mjs';
import { judgeInOrder } from './lib/passes.mjs';
import { openReader, otherFile, partFile, PARTS_DIR } from './lib/readers.mjs';

const KINDS = ['full', 'live'];
/** A curve through fewer lines that nobody has heard would be a guess. */
const LEAST_CORPORA = 4;
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
const folder = values.models ? from(values.models) : PARTS_DIR;

const learned = learnedBy(shippedOf('full', values.name));
if (learned.corpora.length < LEAST_CORPORA) {
  console.log(`agreement is not fitted: that takes ${LEAST_CORPORA} corpora`);
  process.exit(0);
}
const { parts, samplesOf, corpusOf } = await openLeftOut(from(positionals[0]), learned);

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
async function pointsOf({ part, corpus, rows }) {
  const heard = {};
  for (const kind of KINDS) heard[kind] = await heardBy(partFile(folder, kind, part), rows);
  return KINDS.map((kind) => {
    const [own, other] = [heard[kind], heard[otherFile(kind)]];
    const both = own.heard.map((row, n) => ({ ...row, other: other.heard[n].embedding }));
    const judged = judgeInOrder(plain(own.metadata), both, 'voice', plain(other.metadata));
    const share = (holds) => judged.filter(holds).length / judged.length;
    const isRight = ({ probabilities, label }) => learned.names[leadingOf(probabilities)] === label;
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
  const weighted = points.map((point) => ({
    x: logit(point.agreed),
    y: logit(point.right),
    weight: weightOf(point),
  }));
  const sum = (of) => weighted.reduce((total, point) => total + point.weight * of(point), 0);
  const all = sum(() => 1);
  const [x, y] = [sum((point) => point.x) / all, sum((point) => point.y) / all];
  const slope = sum((point) => (point.x - x) * (point.y - y)) / sum((point) => (point.x - x) ** 2);
  const strange = ofStrangeCorpora(points);
  const usual = strange.reduce((total, { agreed }) => total + agreed, 0) / strange.length;
  return {
    usual: rounded(usual),
    clips: CLIPS,
    intercept: rounded(y - slope * x),
    slope: rounded(slope),
    strength: STRENGTH,
  };
}

const points = [];
for (const each of parts) points.push(...(await pointsOf(each)));
for (const kind of KINDS) {
  const shipped = shippedOf(kind, values.name);
  const own = points.filter((point) => point.kind === kind);
  writeFitted({ kind, shipped, folder, corpusOf }, own, (classifier, some) => {
    classifier.agreement = fitted(some);
  });
  console.log(`${kind}: ${JSON.stringify(fitted(own))}`);
}
