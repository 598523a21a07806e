/** `npm run evaluate:readers`: scores both readers through their ONNX files and the package's own code. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Baseline, parseModelMetadata, tellEmotion, withoutShift } from '@undertone/model';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { disturbance } from './lib/conditions.mjs';
import {
  bootstrapOverSpeakers,
  calibrationError,
  groupBy,
  seededRandom,
  unweightedAverageRecall,
} from './lib/metrics.mjs';
import { readClip } from './lib/predict.mjs';
import { CACHE_DIR, PACKAGE_DIR } from './lib/python.mjs';
import { openReader, readHeads } from './lib/readers.mjs';
import { listClips, listStretches } from './lib/stretches.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run evaluate:readers -- <folder with index.csv> [options]

Prints the rows of the full or the live reader: new speakers by the heads of the fold that has not heard them, each corpus by the
heads that were fitted on all the others, with and without the baseline that is learned on the way, and its calibration.

  --kind full|live         which reader (default full)
  --model file.onnx        its file (default models/undertone-<kind>.onnx)
  --heads folder           of training/train_reader.py --heads (default .cache/heads/<kind>)
  --corpora a,b            (default: ravdess,emodb,nemo,turev,emospeech)
  --most N                 clips of a corpus, drawn at random (default: all)
  --condition name         clean, telephone, read10, quiet20
  --seconds S              hears no more of a clip than S seconds from its onset
  --whole                  hears whole clips; without it, what the relay's speech gate passes on of them
  --json file`,
  least: 1,
  most: 1,
  options: {
    kind: { type: 'string', default: 'full' },
    model: { type: 'string' },
    heads: { type: 'string' },
    corpora: { type: 'string', default: 'ravdess,emodb,nemo,turev,emospeech' },
    most: { type: 'string' },
    condition: { type: 'string', default: 'clean' },
    seconds: { type: 'string' },
    whole: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
  choices: { kind: ['full', 'live'], condition: ['clean', 'telephone', 'read10', 'quiet20'] },
  whole: ['most'],
});
const LEAST_SAMPLES = 1_600;
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
const { kind } = values;
const modelPath = values.model ? from(values.model) : `${PACKAGE_DIR}models/undertone-${kind}.onnx`;
const headsDir = values.heads ? from(values.heads) : `${CACHE_DIR}/heads/${kind}`;
const metadata = parseModelMetadata(readFileSync(modelPath.replace(/\.onnx$/u, '.json'), 'utf8'));
const session = await InferenceSession.create(modelPath, {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  logSeverityLevel: 3,
});
const hear = openReader(kind, metadata, session, Tensor);

const shuffled = (rows, seed) => {
  const random = seededRandom(seed);
  const keyed = rows.map((row) => [random(), row]);
  return keyed.sort((a, b) => a[0] - b[0]).map(([, row]) => row);
};

const listed = await listClips(folder, values.corpora);
const { files, clips } = listed;
const stretches = values.whole ? new Map() : listStretches(listed).of;
const names = metadata.classes.map(({ name }) => name);
const handles = new Map();
const readers = values.condition === 'read10' ? await listClips(folder, 'librispeech', '--round') : undefined;
const rows = [
  ...groupBy(
    clips.filter(({ label }) => names.includes(label)),
    ({ corpus }) => corpus,
  ).values(),
].flatMap((own) => shuffled(own, 20_261_123).slice(0, values.most ?? own.length));
const disturb = disturbance(
  values.condition,
  { count: rows.length, at: (n) => readClip(files, handles, rows[n]) },
  { count: readers?.clips.length ?? 0, at: (n) => readClip(readers.files, new Map(), readers.clips[n]) },
  0,
);
const started = process.cpuUsage();
let audio = 0;
for (const [n, row] of rows.entries()) {
  let samples = disturb(readClip(files, handles, row), n);
  const [start, end] = stretches.get(row.path) ?? [0, samples.length];
  const last = values.seconds ? row.onset + Math.round(values.seconds * 16_000) : end;
  samples = samples.slice(start, Math.max(start + LEAST_SAMPLES, Math.min(end, last)));
  row.statistics = await hear(samples);
  row.seconds = samples.length / 16_000;
  audio += row.seconds;
  if (n % 2_000 === 1_999) console.error(`${n + 1} of ${rows.length} clips heard`);
}
const used = process.cpuUsage(started);
const cpuPerSecond = (used.user + used.system) / 1_000 / audio;

/** Judges one clip before the baseline learns from it. @returns class probabilities and the label shown */
function judge(heads, baseline, row, voice, learns) {
  const embedding = heads.embed(row.statistics);
  const judged = baseline.judge(embedding, voice, row.seconds);
  const vad = withoutShift(heads.classifier, heads.vad(embedding), judged.shift);
  const shown = tellEmotion(metadata, judged.probabilities, vad);
  if (learns) baseline.hear(embedding, voice, row.seconds, judged);
  return { ...row, statistics: undefined, probabilities: judged.probabilities, shown, known: judged.known };
}

/**
 * @param voices how clips share a baseline: `file` (nothing is learned), `line` (one baseline, voices unknown), `voice`
 * (one baseline, voices known), `mood` (one baseline per voice and label), `mood-none` (the same, nothing learned)
 */
function pass(heads, own, voices) {
  const lines = new Map();
  return own.map((row, n) => {
    const key = voices === 'mood' || voices === 'mood-none' ? `${row.speaker} ${row.label}` : 'line';
    if (!lines.has(key)) lines.set(key, new Baseline(heads.classifier, names.length));
    const voice = voices === 'line' ? `clip ${n}` : row.speaker;
    return judge(heads, lines.get(key), row, voice, voices !== 'file' && voices !== 'mood-none');
  });
}

const uar = (judged) => {
  const possible = [...new Set(judged.map(({ label }) => label))].map((label) => names.indexOf(label));
  const guesses = judged.map(({ probabilities }) =>
    possible.reduce((a, b) => (probabilities[b] > probabilities[a] ? b : a)),
  );
  return unweightedAverageRecall(
    judged.map(({ label }) => names.indexOf(label)),
    guesses,
  );
};
/** The label shown for a class. A class that is not a label itself counts as its first label. */
const shownAs = (label) => metadata.classes[names.indexOf(label)].labels[0].label;
const percent = (value) => (100 * value).toFixed(1);
const results = [];
function tell(protocol, corpus, voices, judged) {
  const interval = bootstrapOverSpeakers(judged, uar, 300);
  const ece = calibrationError(
    judged.map(({ shown }) => shown.confidence),
    judged.map(({ shown, label }) => shown.leading === shownAs(label)),
  );
  const uncertain = judged.filter(({ shown }) => shown.emotion === 'uncertain');
  const rightThere =
    uncertain.filter(({ shown, label }) => shown.leading === shownAs(label)).length / uncertain.length;
  const chance = 1 / new Set(judged.map(({ label }) => label)).size;
  const row = {
    protocol,
    corpus,
    voices,
    clips: judged.length,
    uar: uar(judged),
    interval,
    ece,
    chance,
    uncertain: uncertain.length / judged.length,
    rightThere,
  };
  results.push(row);
  console.log(
    `| ${[protocol, corpus, voices, judged.length, percent(row.uar), interval.map(percent).join('–'), percent(chance), ece.toFixed(3), percent(row.uncertain), Number.isFinite(rightThere) ? percent(rightThere) : '–'].join(' | ')} |`,
  );
}

console.log(
  `# ${kind} reader, ${values.condition}${values.whole ? ', whole clips' : ''}${values.seconds ? `, ${values.seconds} s` : ''}: ${cpuPerSecond.toFixed(2)} CPU ms per second of audio\n`,
);
console.log(
  '| speakers or corpus left out | corpus | baseline | clips | UAR | 95 % over speakers | chance | ECE shown | uncertain | right there |',
);
console.log('|---|---|---|---|---|---|---|---|---|---|');
for (const [corpus, own] of groupBy(rows, (row) => row.corpus))
  for (const voices of ['file', 'line', 'voice']) {
    const judged = [...groupBy(own, ({ fold }) => fold)].flatMap(([fold, part]) => {
      const heads = readHeads(`${headsDir}/fold-${fold}`);
      return pass(heads, part, voices);
    });
    tell('speakers', corpus, voices, judged);
  }
for (const [corpus, own] of groupBy(rows, (row) => row.corpus)) {
  if (!existsSync(`${headsDir}/without-${corpus}.json`)) continue;
  const heads = readHeads(`${headsDir}/without-${corpus}`);
  for (const voices of ['file', 'line', 'voice', 'mood-none', 'mood'])
    tell('corpus', corpus, voices, pass(heads, own, voices));
}
const left = (voices) => results.filter((row) => row.protocol === 'corpus' && row.voices === voices);
const mean = (some) => some.reduce((sum, row) => sum + row.uar, 0) / some.length;
if (left('line').length > 0)
  console.log(
    `\nLeft-out corpora, mean UAR: ${['file', 'line', 'voice', 'mood-none', 'mood'].map((v) => `${v} ${percent(mean(left(v)))}`).join(', ')}`,
  );
if (values.json) writeFileSync(from(values.json), JSON.stringify({ cpuPerSecond, results }, null, 2));
