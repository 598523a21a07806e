/** What each part of `npm run train` has not heard, and what is fitted on it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseModelMetadata } from '@undertone/model';
import { byCorpus, inOrder } from './passes.mjs';
import { readClip } from './predict.mjs';
import { PACKAGE_DIR } from './python.mjs';
import { listClips, listStretches } from './stretches.mjs';

const FOLDS = 5;
/** Clips of a part and corpus. */
const MOST = 250;
/** Five parts that lack a fold heard each corpus's other people; one that lacks the corpus counts as much as all of them. */
const NEW_SPEAKERS_COUNT = 0.2;
const SEED = 20_261_130;

const isFold = (part) => part.startsWith('fold-');

/** How much what was heard through a part counts. */
export const weightOf = ({ part }) => (isFold(part) ? NEW_SPEAKERS_COUNT : 1);

/** Points of corpora that their part has heard nothing of. */
export const ofStrangeCorpora = (points) => points.filter(({ part }) => !isFold(part));

/** Numbers of a metadata file. */
export const rounded = (value) => Number(value.toFixed(4));

/** The metadata of a reader that ships. */
export const shippedOf = (kind, name) =>
  `${PACKAGE_DIR}models/undertone-${kind}${name ? `-${name}` : ''}.json`;

/** @returns names of the classes and of the corpora that a reader has learned */
export function learnedBy(path) {
  const { classes, training } = parseModelMetadata(readFileSync(path, 'utf8'));
  return { names: classes.map(({ name }) => name), corpora: training.corpora.map(({ name }) => name) };
}

/**
 * Some clips of all that the parts have not heard.
 *
 * @param folder with index.csv
 * @param learned of {@link learnedBy}
 * @returns `parts`: {part, corpus, rows}, and `samplesOf` a row: what the relay's speech gate passes of it
 */
export async function openLeftOut(folder, { names, corpora }) {
  const listed = await listClips(folder, corpora.join(','));
  const stretches = listStretches(listed).of;
  const handles = new Map();
  const samplesOf = (row) => {
    const samples = readClip(listed.files, handles, row);
    return samples.slice(...(stretches.get(row.path) ?? [0, samples.length]));
  };
  const drawn = (rows) => inOrder(rows, SEED).slice(0, MOST);
  const parts = [];
  for (const [corpus, own] of byCorpus(listed.clips.filter(({ label }) => names.includes(label)))) {
    for (let fold = 0; fold < FOLDS; fold++)
      parts.push({ part: `fold-${fold}`, corpus, rows: drawn(own.filter((row) => row.fold === fold)) });
    parts.push({ part: `without-${corpus}`, corpus, rows: drawn(own) });
  }
  const corpusOf = new Map(listed.clips.map(({ speaker, corpus }) => [speaker, corpus]));
  return { parts: parts.filter(({ rows }) => rows.length > 0), samplesOf, corpusOf };
}

/**
 * Writes what was fitted into the classifiers of a kind of reader: the one that ships, and its parts.
 *
 * @param points {part, corpus} on which it was fitted
 * @param change what becomes of a classifier, by the points that say something about it
 */
export function writeFitted({ kind, shipped, folder, corpusOf }, points, change) {
  const write = (path, own) => {
    const document = JSON.parse(readFileSync(path, 'utf8'));
    change(document.classifier, own);
    writeFileSync(path, `${JSON.stringify(document)}\n`);
  };
  write(shipped, points);
  for (const file of readdirSync(folder)) {
    if (!file.startsWith(`${kind}-`) || !file.endsWith('.json')) continue;
    const part = file.slice(kind.length + 1, -'.json'.length);
    const lacking = part.replace(/^without-/u, '');
    // What a part was left out of says nothing about what it is worth.
    const corpus = corpusOf.get(lacking) ?? lacking;
    write(
      `${folder}/${file}`,
      points.filter((point) => point.corpus !== corpus && point.part !== part),
    );
  }
}
