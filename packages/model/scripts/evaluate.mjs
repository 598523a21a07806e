/** `npm run evaluate`: scores the readers on a folder of labeled speech, through their ONNX files and the package's own code. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseModelMetadata } from '@undertone/model';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { disturbance } from './lib/conditions.mjs';
import { byCorpus, inOrder, judgeInOrder, ordersOf, scoresOf, SHARING } from './lib/passes.mjs';
import { readClip } from './lib/predict.mjs';
import { PACKAGE_DIR } from './lib/python.mjs';
import { openReader, otherFile, partFile, PARTS_DIR } from './lib/readers.mjs';
import { goalCells } from './lib/reader-goals.mjs';
import { listClips, listStretches } from './lib/stretches.mjs';
import { DIMENSION_COLUMNS } from './lib/told-dimensions.mjs';

const CONDITIONS = ['clean', 'telephone', 'read10', 'quiet20', 'early'];
/** The corpora of the disturbed rows. */
const DISTURBED = ['ravdess', 'emodb'];
/** Corpora of few speakers, of which each is left out alone. */
const SPEAKER_BY_SPEAKER = ['emodb'];
const EARLY_SAMPLES = 11_200;
const LEAST_SAMPLES = 1_600;
const SEED = 20_261_123;

const { values, positionals } = commandLine({
  help: `
Usage: npm run evaluate -- <folder with index.csv> [options]

Prints what the readers make of speech that they never heard, beside the goals: new speakers by the fold that has not heard them (EmoDB's one by one), each
corpus by the file that was fitted on all the others, with and without what is learned of a line and its voices on the way, the
calibration of the label that is shown, and speech by telephone, over babble, 20 dB quieter, and after 700 ms. They hear what the relay's
speech gate passes on of each clip. \`npm run train -- <folder>\` makes the files first. All of it takes a quarter of an hour on one core.

  --kind full|live         one reader (default both)
  --models folder          of \`npm run train\` (default .cache/parts)
  --model file.onnx        this file alone, on corpora that it has not learned from, such as models/undertone-full-open.onnx
  --corpora a,b            (default all with labels that the readers know; what they have not learned from is scored by the shipped files)
  --conditions a,b         of ${CONDITIONS.join(', ')} (default all)
  --labels a,b             clips of these labels alone (default all that the readers know)
  --orders N               random orders in which clips are heard where something is learned (default 3)
  --most N                 clips of a corpus, drawn at random (default all)
  --json file`,
  least: 1,
  most: 1,
  options: {
    kind: { type: 'string' },
    models: { type: 'string' },
    model: { type: 'string' },
    corpora: { type: 'string' },
    conditions: { type: 'string', default: CONDITIONS.join(',') },
    labels: { type: 'string' },
    orders: { type: 'string', default: '3' },
    most: { type: 'string' },
    json: { type: 'string' },
  },
  choices: { kind: ['full', 'live'] },
  whole: ['orders', 'most'],
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
const models = values.models ? from(values.models) : PARTS_DIR;
const conditions = values.conditions.split(',');
const orders = Number(values.orders);
const unknown = conditions.filter((name) => !CONDITIONS.includes(name));
if (unknown.length > 0) {
  console.error(`--conditions: ${unknown.join(', ')} is none of ${CONDITIONS.join(', ')}`);
  process.exit(2);
}

const fileOf = (kind) => (values.model ? from(values.model) : `${PACKAGE_DIR}models/undertone-${kind}.onnx`);
const metadataOf = (path) => parseModelMetadata(readFileSync(path.replace(/\.onnx$/u, '.json'), 'utf8'));
const kinds = values.model ? [metadataOf(fileOf()).reader] : values.kind ? [values.kind] : ['full', 'live'];
const shipped = metadataOf(fileOf(kinds[0]));
const names = shipped.classes.map(({ name }) => name);
const learned = new Set(shipped.training.corpora.map(({ name }) => name));

const listed = await listClips(folder, values.corpora ?? '');
const stretches = listStretches(listed).of;
const handles = new Map();
const labels = values.labels?.split(',') ?? names;
const wanted = listed.clips.filter(({ label }) => labels.includes(label) && names.includes(label));
const rows = [...byCorpus(wanted).values()].flatMap((own) =>
  inOrder(own, SEED).slice(0, values.most ?? own.length),
);
const others = conditions.includes('read10') ? await listClips(folder, 'librispeech', '--round') : undefined;
const otherHandles = new Map();

/** What of each clip is heard under a condition. */
function hearable(own, condition) {
  const disturb = disturbance(
    condition === 'early' ? 'clean' : condition,
    { count: own.length, at: (n) => readClip(listed.files, handles, own[n]) },
    { count: others?.clips.length ?? 0, at: (n) => readClip(others.files, otherHandles, others.clips[n]) },
    0,
  );
  return (row, n) => {
    const samples = disturb(readClip(listed.files, handles, row), n);
    const [start, end] = stretches.get(row.path) ?? [0, samples.length];
    if (condition !== 'early') return samples.slice(start, Math.max(start + LEAST_SAMPLES, end));
    // A stretch may begin with up to a second in which nobody speaks yet.
    const onset = row.onset < end - LEAST_SAMPLES ? Math.max(start, row.onset) : start;
    return samples.slice(start, Math.min(end, onset + EARLY_SAMPLES));
  };
}

const used = { cpuMs: 0, seconds: 0 };
/** @returns the rows with what a file hears of them; a label that it does not know is heard too, and missed */
async function heardBy({ hear }, own, samplesOf) {
  const heard = [];
  for (const [row, n] of own) {
    const samples = samplesOf(row, n);
    const before = process.cpuUsage();
    const outputs = await hear(samples);
    const { user, system } = process.cpuUsage(before);
    used.cpuMs += (user + system) / 1_000;
    used.seconds += samples.length / 16_000;
    heard.push({ ...row, seconds: samples.length / 16_000, ...outputs });
  }
  return heard;
}

/** What files have heard of a corpus's clips under a condition: each is asked once. */
const heardOnce = new Map();
async function hearingOf(path, { corpus, condition, own, samplesOf }) {
  const key = `${path} ${corpus} ${condition}`;
  if (!heardOnce.has(key)) {
    const reader = await openReader(path);
    heardOnce.set(key, { metadata: reader.metadata, heard: await heardBy(reader, own, samplesOf) });
    await reader.close();
  }
  return heardOnce.get(key);
}

/** A file, what it hears, and what the other reader hears that it is compared with. */
async function partOfFile(path, what) {
  const { metadata, heard } = await hearingOf(path, what);
  if (metadata.classifier.agreement === undefined) return { metadata, heard };
  const other = await hearingOf(otherFile(path), what);
  return {
    metadata,
    other: other.metadata,
    heard: heard.map((row, n) => ({ ...row, other: other.heard[n].embedding })),
  };
}

/** Every order of each part's rows, judged. A part is one line. */
const judged = (parts, sharing) =>
  Array.from({ length: ordersOf(sharing, orders) }, (_, order) =>
    parts.flatMap(({ metadata, other, heard }) =>
      judgeInOrder(metadata, inOrder(heard, SEED + order), sharing, other),
    ),
  );

const results = [];
const percent = (value) => (100 * value).toFixed(1);
const rowOf = (cells) => `| ${cells.join(' | ')} |`;
const newOf = (protocol) => (protocol === 'speakers' ? 'new speakers' : 'corpus never heard');
function tell(kind, condition, protocol, corpus, sharing, parts) {
  const scores = scoresOf(parts[0].metadata, judged(parts, sharing));
  results.push({ kind, condition, protocol, corpus, sharing, ...scores });
  const { clips, uar, interval, chance, ece, uncertain, rightThere } = scores;
  console.log(
    rowOf([
      ...[kind, condition, newOf(protocol), corpus, sharing, clips],
      ...[percent(uar), interval.map(percent).join('–'), percent(chance), ece.toFixed(3)],
      ...[percent(uncertain), rightThere === undefined ? '–' : percent(rightThere)],
    ]),
  );
}

/** The part that has not heard a clip's speaker. */
const partOf = ({ corpus, speaker, fold }) =>
  SPEAKER_BY_SPEAKER.includes(corpus) ? `without-${speaker}` : `fold-${fold}`;

/** New speakers of a corpus, each part's by the file that has not heard them. */
async function newSpeakers(kind, condition, corpus, own, sharings) {
  const samplesOf = hearable(own, condition);
  const parts = [];
  for (const part of [...new Set(own.map(partOf))].sort()) {
    const unheard = [...own.entries()].filter(([, row]) => partOf(row) === part).map(([n, row]) => [row, n]);
    const what = { corpus, condition, own: unheard, samplesOf };
    parts.push(await partOfFile(partFile(models, kind, part), what));
  }
  for (const sharing of sharings) tell(kind, condition, 'speakers', corpus, sharing, parts);
}

async function neverHeard(kind, path, corpus, own) {
  const rows = own.map((row, n) => [row, n]);
  const what = { corpus, condition: 'clean', own: rows, samplesOf: hearable(own, 'clean') };
  const parts = [await partOfFile(path, what)];
  for (const sharing of Object.keys(SHARING)) tell(kind, 'clean', 'corpus', corpus, sharing, parts);
}

console.log('How clips share what is learned of a line:');
for (const [name, what] of Object.entries(SHARING)) console.log(`- ${name}: ${what}`);
console.log(
  `\n${rowOf(['reader', 'condition', 'what is new', 'corpus', 'sharing', 'clips', 'UAR %', '95 % over speakers', 'chance', 'ECE shown', 'uncertain %', 'right there %'])}\n|${'---|'.repeat(12)}`,
);
for (const kind of kinds)
  for (const condition of conditions) {
    for (const [corpus, own] of byCorpus(rows.filter((row) => learned.has(row.corpus)))) {
      if (values.model) continue;
      if (condition === 'clean') await newSpeakers(kind, condition, corpus, own, ['file', 'line', 'voice']);
      else if (DISTURBED.includes(corpus)) await newSpeakers(kind, condition, corpus, own, ['voice']);
    }
    if (condition !== 'clean') continue;
    for (const [corpus, own] of byCorpus(rows))
      if (!learned.has(corpus)) await neverHeard(kind, fileOf(kind), corpus, own);
      else if (!values.model && existsSync(`${models}/${kind}-without-${corpus}.onnx`))
        await neverHeard(kind, partFile(models, kind, `without-${corpus}`), corpus, own);
  }
const spoken = results.filter(({ condition, sharing }) => condition === 'clean' && sharing === 'voice');
if (spoken.length > 0) {
  const columns = DIMENSION_COLUMNS.map(([name]) => name);
  console.log(
    '\nValence, arousal and dominance as they are told, with line and voice: chance in % that a clip of the first',
  );
  console.log(
    'label is above one of the second, and how often in % valence is on the other side than the label beside it.',
  );
  console.log(
    `\n${rowOf(['reader', 'what is new', 'corpus', ...columns])}\n|${'---|'.repeat(3 + columns.length)}`,
  );
  for (const { kind, protocol, corpus, dimensions } of spoken)
    console.log(
      rowOf([
        kind,
        newOf(protocol),
        corpus,
        ...columns.map((name) => (dimensions[name] === undefined ? '–' : percent(dimensions[name]))),
      ]),
    );
}
console.log(`\n${rowOf(['what', 'reader', 'floor', 'aim', 'here', ''])}\n|${'---|'.repeat(6)}`);
for (const kind of new Set(results.map((row) => row.kind)))
  for (const cells of goalCells(
    kind,
    results.filter((row) => row.kind === kind),
  ))
    console.log(rowOf(cells));
console.log(`\n${(used.cpuMs / used.seconds).toFixed(2)} CPU ms per second of audio, one clip at a time`);
if (values.json) writeFileSync(from(values.json), JSON.stringify({ results }, null, 2));
