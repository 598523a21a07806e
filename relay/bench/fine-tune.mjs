/**
 * `npm run bench:fine-tune`: what a customer gains who labels a few sentences of two new speakers. Samples take the relay's own
 * path: decoded, gated and read by the worker's core, pooled as a job pools them.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadModel } from '@undertone/model/node';
import {
  argmax,
  averageRecall,
  confusionOf,
  scoresOf,
  seededRandom,
  shuffled,
  trainHead,
  TunedModel,
} from '@undertone/fine-tune';

const built = new URL('../dist/', import.meta.url);
const load = (name) => import(new URL(name, built).href);
const { createMediaDecoder } = await load('media/index.js');
const { WorkerCore } = await load('inference/worker/worker-core.js');
const { createInferencePool } = await load('inference/pool/pool.js');
const { analyzeFile } = await load('inference/file-analysis.js');
const { readSample } = await load('domain/fine-tune/samples/read-sample.js');
const { dataSetOf } = await load('domain/fine-tune/training.js');
const { labelSpec } = await load('domain/fine-tune/labels.js');

const { values, positionals } = commandLine({
  help: `
Usage: npm run bench:fine-tune -- <folder with index.csv> [options]

Prints the average recall that a few labeled sentences of two new speakers gain, per corpus. Training and held-out sentences have no
text in common; the base model is scored on the same held-out sentences. Each corpus is read by a network that never heard it
(\`npm run train -- <folder>\` makes them); where there is none, by the fold network that never heard these speakers but others of the
corpus, and the table says so.

  --models folder   where the networks are that left a corpus out (default packages/model/.cache/leave-one-out)
  --corpora a,b     which corpora (default nemo,emodb,turev,ravdess)
  --draws N         how many draws of samples (default 4)`,
  least: 1,
  most: 1,
  options: {
    models: { type: 'string' },
    corpora: { type: 'string', default: 'nemo,emodb,turev,ravdess' },
    draws: { type: 'string', default: '4' },
  },
  whole: ['draws'],
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
const here = fileURLToPath(new URL('../../packages/model/', import.meta.url));
const leftOut = values.models ? from(values.models) : join(here, '.cache/leave-one-out');
const { draws } = values;
const SIZES = [20, 60, 200];
const HELD_OUT = 120;

/** The words of a clip, by its corpus's way to name files. */
const sentenceOf = {
  nemo: (file) => file.split('_')[2]?.split('.')[0],
  emodb: (file) => file.slice(2, 5),
  turev: (file) =>
    file
      .split('_')
      .slice(3)
      .join('_')
      .replace(/\d*\.\w+$/, ''),
  ravdess: (file) => file.split('-').slice(4, 6).join('-'),
};

const clips = readFileSync(join(folder, 'index.csv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','))
  .map(([path, corpus, speaker, , label]) => ({
    path,
    corpus,
    speaker,
    label,
    sentence: sentenceOf[corpus]?.(path.slice(corpus.length + 1)),
  }));
const folds = JSON.parse(readFileSync(join(here, 'training/folds.json'), 'utf8')).folds;
const decoder = createMediaDecoder();

/** A worker without a thread: one stream at a time needs none. */
const hostOf = (model) => {
  let listener = () => undefined;
  const core = new WorkerCore(model, (answers) => listener({ kind: 'answers', answers }), {
    now: () => performance.now(),
    yieldTurn: () => new Promise((done) => setImmediate(done)),
  });
  const { id, version, classes, granularitySamples, sampleRateHz } = model.metadata;
  setImmediate(() =>
    listener({
      kind: 'ready',
      model: { id, version, labels: classes.map(({ name }) => name), calibration: 'none' },
      blockMs: (1000 * granularitySamples) / sampleRateHz,
    }),
  );
  return {
    post: (message) => message.kind !== 'stop' && core.receive(message),
    onMessage: (told) => (listener = told),
    onExit: () => undefined,
    stop: () => Promise.resolve(),
    kill: () => undefined,
  };
};

const pools = new Map();
const poolFor = async (path) => {
  if (!pools.has(path)) {
    const model = await loadModel(path);
    const pool = createInferencePool({ workers: 1, spawn: () => hostOf(model) });
    await pool.ready();
    pools.set(path, { pool, classes: model.metadata.classes.map(({ name }) => name) });
  }
  return pools.get(path);
};

const networkFor = (corpus, speaker) => {
  const path = join(leftOut, `${corpus}.onnx`);
  if (existsSync(path)) return { path, unseen: 'corpus' };
  const fold = folds.findIndex((speakers) => speakers.includes(speaker));
  return { path: join(here, `models/folds/fold-${fold}.onnx`), unseen: 'speakers' };
};

const heard = new Map();
/** What the network hears of a clip, as a job's sample. */
const hear = async (clip, position) => {
  const { path, unseen } = networkFor(clip.corpus, clip.speaker);
  const key = `${path} ${clip.path}`;
  if (!heard.has(key)) {
    const { pool, classes } = await poolFor(path);
    const outcome = await readSample(
      {
        decode: async (bytes, { maxSeconds, signal }) => {
          const { audio, durationS } = await decoder.decode(bytes, { maxSeconds, layout: 'mono', signal });
          return { channels: audio, durationS };
        },
        engine: (order) => analyzeFile(pool, { ...order, embeddings: true }),
      },
      createHash('sha1').update(key).digest('hex'),
      { bytes: readFileSync(join(folder, clip.path)) },
      AbortSignal.timeout(60_000),
    );
    heard.set(key, { outcome, classes, unseen });
  }
  const { outcome, classes } = heard.get(key);
  if (outcome.kind !== 'heard') return undefined;
  const state = { kind: 'ready', heard: outcome.heard };
  return { sample: { id: clip.path, position, label: clip.label, speaker: clip.speaker, state }, classes };
};

const hearAll = async (list) => {
  const all = [];
  for (const [position, clip] of list.entries()) {
    const found = await hear(clip, position);
    if (found !== undefined) all.push(found);
  }
  return all;
};

/** As a customer labels: every label in turn. */
const inTurn = (pool, labels, count, random) => {
  const byLabel = labels.map((label) =>
    shuffled(
      pool.filter((clip) => clip.label === label),
      random,
    ),
  );
  const taken = [];
  for (let i = 0; taken.length < count && byLabel.some((list) => list.length > 0); i++) {
    const clip = byLabel[i % labels.length].pop();
    if (clip !== undefined) taken.push(clip);
  }
  return taken;
};

/** Half of the sentences are for training, of a small corpus up to two thirds; the others are held out. */
const split = (own, random) => {
  const sentences = shuffled([...new Set(own.map(({ sentence }) => sentence))], random);
  const held = new Set();
  const wanted = Math.min(own.length / 2, Math.max(0.33 * own.length, own.length - 66));
  let count = 0;
  for (const sentence of sentences) {
    if (count >= wanted) break;
    held.add(sentence);
    count += own.filter((clip) => clip.sentence === sentence).length;
  }
  return {
    pool: own.filter(({ sentence }) => !held.has(sentence)),
    rest: own.filter(({ sentence }) => held.has(sentence)),
  };
};

/** Average recall of base and tuned on the held-out half, after training on each size. */
const draw = async (corpus, pair, seed) => {
  const random = seededRandom(seed);
  const own = clips.filter((clip) => clip.corpus === corpus && pair.includes(clip.speaker));
  const labels = [...new Set(own.map(({ label }) => label))].sort();
  const { pool, rest } = split(own, random);
  const held = await hearAll(inTurn(rest, labels, HELD_OUT, random));
  const specs = labels.map((label) => labelSpec(label, 'neutral'));
  const results = new Map();
  const order = inTurn(pool, labels, Math.max(...SIZES), random);
  for (const size of SIZES.filter((each) => each <= order.length)) {
    const train = await hearAll(order.slice(0, size));
    const { classes } = train[0];
    const { data } = dataSetOf(
      train.map(({ sample }) => sample),
      specs,
      { classes },
    );
    const test = dataSetOf(
      held.map(({ sample }) => sample),
      specs,
      { classes },
    ).data;
    if (data.labels.join() !== test.labels.join()) continue;
    const { head } = trainHead(data, { seed });
    const recallOf = (read) =>
      averageRecall(
        confusionOf(
          test.examples.map(({ label, reading }) => ({
            truth: test.labels.indexOf(label),
            probabilities: read(reading),
          })),
          test.labels.length,
        ),
      );
    results.set(size, {
      base: recallOf(({ base }) => base),
      tuned: recallOf(({ embedding, base }) => scoresOf(head, embedding, base)),
    });
  }
  return results;
};

const percent = (value) => (100 * value).toFixed(1).padStart(6);
const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;

console.log(
  'Two new speakers, other sentences; unweighted average recall in %, mean of draws (least and most gain)\n',
);
console.log(
  `${'corpus'.padEnd(8)}${'samples'.padStart(8)}${'draws'.padStart(7)}  base  tuned   gain   least … most   the network had not heard`,
);
const gainsAt60 = [];
let falling = false;
for (const corpus of values.corpora.split(',')) {
  const speakers = [
    ...new Set(clips.filter((clip) => clip.corpus === corpus).map(({ speaker }) => speaker)),
  ].sort();
  const bySize = new Map(SIZES.map((size) => [size, []]));
  for (let n = 0; n < draws; n++) {
    const pair = shuffled(speakers, seededRandom(100 + n)).slice(0, 2);
    for (const [size, result] of await draw(corpus, pair, n + 1)) bySize.get(size).push(result);
  }
  const { unseen } = networkFor(corpus, speakers[0]);
  for (const [size, results] of bySize) {
    if (results.length === 0) {
      console.log(`${corpus.padEnd(8)}${String(size).padStart(8)}   two speakers of it have fewer sentences`);
      continue;
    }
    const gains = results.map(({ base, tuned }) => tuned - base);
    if (size === 60) gainsAt60.push(...gains);
    console.log(
      `${corpus.padEnd(8)}${String(size).padStart(8)}${String(results.length).padStart(7)}${percent(mean(results.map(({ base }) => base)))}` +
        `${percent(mean(results.map(({ tuned }) => tuned)))} ${percent(mean(gains))} ${percent(Math.min(...gains))} …${percent(Math.max(...gains))}` +
        `   the ${unseen}`,
    );
    if (size === 60 && mean(gains) < 0.1) falling = true;
  }
}
console.log(
  gainsAt60.length === 0
    ? '\nNo corpus has 60 samples of two speakers to spare: nothing to compare with the floor of 10 points'
    : `\nWith 60 samples, over all draws: ${percent(mean(gainsAt60)).trim()} points (floor: 10)${falling ? '; a corpus alone stays under it' : ''}`,
);

/** What a head costs beside the network, as wide as that tells what it heard. */
const shipped = await loadModel(join(here, 'models/undertone-emotion.onnx'));
const { embeddingSize, classes } = shipped.metadata;
const tuned = new TunedModel({
  labels: Array.from({ length: 8 }, (_, k) => ({
    name: `${k}`,
    as: 'angry',
    base: { kind: 'class', index: k },
  })),
  head: {
    mean: Array.from({ length: embeddingSize }, () => 0.1),
    scale: Array.from({ length: embeddingSize }, () => 1.1),
    trust: 1,
    weights: Array.from({ length: 8 }, (_, k) =>
      Array.from({ length: embeddingSize }, (__, i) => Math.sin(k + i)),
    ),
    bias: Array.from({ length: 8 }, () => 0),
    temperature: 1,
  },
});
const reading = {
  embedding: new Float32Array(embeddingSize).fill(0.5),
  classes: new Float32Array(classes.length).fill(1 / classes.length),
  labels: {},
};
const time = async (rounds, run) => {
  for (let i = 0; i < rounds / 10; i++) await run();
  const start = performance.now();
  for (let i = 0; i < rounds; i++) await run();
  return (1000 * (performance.now() - start)) / rounds;
};
const headUs = await time(50_000, () => tuned.tell(tuned.read(reading), ['angry', 'neutral']));
const state = shipped.createState();
const networkUs = await time(200, () => shipped.run(new Float32Array(4_000), 1, state));
console.log(`A reading of 250 ms: network ${networkUs.toFixed(0)} µs, head ${headUs.toFixed(1)} µs`);
await shipped.dispose();
await decoder.close();
for (const { pool } of pools.values()) await pool.close();
if (!(mean(gainsAt60) >= 0.1)) process.exitCode = 1;
