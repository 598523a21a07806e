/**
 * `npm run bench:fine-tune`: what a customer gains who labels a few recordings of two new speakers of a corpus that the base model
 * never heard, by heads that were fitted without this corpus. Clips are what the relay's own speech gate passes of them, heard by the
 * shipped ONNX files.
 */
import { resolve } from 'node:path';
import {
  argmax,
  averageRecall,
  confusionOf,
  judgeBase,
  judgeTuned,
  readerBaseOf,
  seededRandom,
  shuffled,
  trainHead,
  tunedLabels,
} from '@undertone/fine-tune';
import { readClip } from '../../packages/model/scripts/lib/predict.mjs';
import { openReader, partFile, PARTS_DIR } from '../../packages/model/scripts/lib/readers.mjs';
import { listClips, listStretches } from '../../packages/model/scripts/lib/stretches.mjs';
import { commandLine } from '../../scripts/lib/command-line.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run bench:fine-tune -- <folder with index.csv> [options]

Prints the average recall that 10 and 30 labeled clips a class of two new speakers gain, per corpus. Training and held-out sentences
have no text in common; base and tuned model judge the same held-out sentences, and both know their line and voices. Each corpus is
judged by a file that was fitted on all the others (\`npm run train -- <folder>\` makes it). Then the same with a label set of
two: what becomes of the emotions that it lacks.

  --kind full|live    which reader (default both)
  --models folder     of \`npm run train\` (default .cache/parts)
  --corpora a,b       which corpora (default ravdess,emodb,nemo,turev)
  --draws N           how many draws of speakers and clips (default 6)`,
  least: 1,
  most: 1,
  options: {
    kind: { type: 'string' },
    models: { type: 'string' },
    corpora: { type: 'string', default: 'ravdess,emodb,nemo,turev' },
    draws: { type: 'string', default: '6' },
  },
  choices: { kind: ['full', 'live'] },
  whole: ['draws'],
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const models = values.models ? from(values.models) : PARTS_DIR;
const EACH = [10, 30];
const FEW_LABELS = ['neutral', 'angry'];
const SURE = 0.9;

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

const listed = await listClips(from(positionals[0]), values.corpora);
const stretches = listStretches(listed).of;
const handles = new Map();

/** A reader with the heads that never heard a corpus: what it hears of a clip, each clip once. */
const openWithout = async (path) => {
  const { metadata, hear, close } = await openReader(path);
  const { start, size } = metadata.classifier.heads[0];
  const heard = new Map();
  const hearClip = async (clip) => {
    if (!heard.has(clip.path)) {
      const samples = readClip(listed.files, handles, clip);
      const [first, end] = stretches.get(clip.path) ?? [0, samples.length];
      const { embedding } = await hear(samples.slice(first, end));
      heard.set(clip.path, {
        embedding: [...embedding.subarray(start, start + size)],
        seconds: (end - first) / 16_000,
      });
    }
    return heard.get(clip.path);
  };
  return { metadata, hearClip, close };
};

/** Every label in turn, as a customer labels. */
const inTurn = (pool, labels, each, random) =>
  labels.flatMap((label) =>
    shuffled(
      pool.filter((clip) => clip.label === label),
      random,
    ).slice(0, each),
  );

/** Half of the sentences are for training, the others are held out. */
const split = (own, random) => {
  const sentences = shuffled([...new Set(own.map(({ sentence }) => sentence))], random);
  const held = new Set();
  let count = 0;
  for (const sentence of sentences) {
    if (count >= own.length / 2) break;
    held.add(sentence);
    count += own.filter((clip) => clip.sentence === sentence).length;
  }
  return {
    pool: own.filter(({ sentence }) => !held.has(sentence)),
    rest: own.filter(({ sentence }) => held.has(sentence)),
  };
};

const clipsFor = async (reader, names, list) => {
  const clips = [];
  for (const clip of list) {
    const { embedding, seconds } = await reader.hearClip(clip);
    const label = names.indexOf(clip.label);
    clips.push({ id: clip.path, label, speaker: clip.speaker, voice: clip.speaker, seconds, embedding });
  }
  return clips;
};

const recallsOf = (predictions, count) =>
  confusionOf(predictions, count).map((row, k) => {
    const total = row.reduce((sum, value) => sum + value, 0);
    return total === 0 ? undefined : row[k] / total;
  });

/** Trains on some clips; base and tuned on the held-out ones. */
const trial = async (reader, classes, own, train, held, seed) => {
  const base = readerBaseOf(reader.metadata.classifier);
  const labels = tunedLabels(
    own.map((name) => ({ name, as: classes.find((each) => each.name === name).label })),
    classes,
    base.head.classes,
    () => undefined,
  );
  const names = labels.map(({ name }) => name);
  const seen = await clipsFor(reader, names, train);
  const test = (await clipsFor(reader, names, held)).filter(({ label }) => label >= 0);
  const { head, reach } = trainHead({ base, labels, clips: seen }, { seed });
  const predictions = {
    base: judgeBase(base, labels, test, seen),
    tuned: judgeTuned(base, head, test, head.calibration),
  };
  return { names, reach, predictions };
};

const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
const percent = (value) => (100 * value).toFixed(1).padStart(6);
const table = [];

for (const kind of values.kind ? [values.kind] : ['full', 'live']) {
  console.log(
    `\n# ${kind} reader: two new speakers of a corpus never heard, other sentences; average recall, %\n`,
  );
  console.log('corpus   clips a class  draws   base  tuned   gain  least … most');
  for (const corpus of values.corpora.split(',')) {
    const reader = await openWithout(partFile(models, kind, `without-${corpus}`));
    const classes = reader.metadata.classes.map(({ name, labels }) => ({
      name,
      label: labels.reduce((most, each) => (each.share > most.share ? each : most)).label,
    }));
    const known = new Set(reader.metadata.classifier.heads[0].classes.map((number) => classes[number].name));
    const clips = listed.clips
      .filter((clip) => clip.corpus === corpus && known.has(clip.label))
      .map((clip) => ({ ...clip, sentence: sentenceOf[corpus]?.(clip.path.slice(corpus.length + 1)) }));
    const speakers = [...new Set(clips.map(({ speaker }) => speaker))].sort();
    const bySize = new Map(EACH.map((each) => [each, []]));
    const lacking = [];
    for (let n = 0; n < values.draws; n++) {
      const random = seededRandom(n + 1);
      const pair = shuffled(speakers, seededRandom(100 + n)).slice(0, 2);
      const own = clips.filter(({ speaker }) => pair.includes(speaker));
      const { pool, rest } = split(own, random);
      const labels = [...new Set(rest.map(({ label }) => label))].sort();
      for (const each of EACH) {
        const fewest = Math.min(...labels.map((label) => pool.filter((clip) => clip.label === label).length));
        if (fewest < 3 || (each > EACH[0] && fewest < each / 2)) continue;
        const train = inTurn(pool, labels, each, random);
        const { names, predictions } = await trial(reader, classes, labels, train, rest, n + 1);
        const score = (some) => averageRecall(confusionOf(some, names.length));
        bySize.get(each).push({ base: score(predictions.base), tuned: score(predictions.tuned) });
      }
      if (FEW_LABELS.every((label) => pool.filter((clip) => clip.label === label).length >= 3)) {
        const train = inTurn(pool, FEW_LABELS, EACH[0], random);
        lacking.push(await trial(reader, classes, FEW_LABELS, train, rest, n + 1));
      }
    }
    for (const [each, results] of bySize) {
      const gains = results.map(({ base, tuned }) => tuned - base);
      console.log(
        results.length === 0
          ? `${corpus.padEnd(9)}${String(each).padStart(13)}   two speakers of it have fewer sentences`
          : `${corpus.padEnd(9)}${String(each).padStart(13)}${String(results.length).padStart(7)} ${percent(mean(results.map(({ base }) => base)))} ${percent(mean(results.map(({ tuned }) => tuned)))} ${percent(mean(gains))} ${percent(Math.min(...gains))} …${percent(Math.max(...gains))}`,
      );
      if (each === EACH[0] && results.length > 0) table.push(mean(gains));
    }
    tellLacking(corpus, lacking);
    await reader.close();
  }
}

/** What a model of two labels makes of the emotions that it lacks. */
function tellLacking(corpus, lacking) {
  if (lacking.length === 0) return;
  const rows = lacking.flatMap(({ names, predictions }) =>
    ['base', 'tuned'].map((which) => {
      const recalls = recallsOf(predictions[which], names.length);
      const pick = (wanted) =>
        recalls.filter((recall, k) => recall !== undefined && FEW_LABELS.includes(names[k]) === wanted);
      const angry = names.indexOf('angry');
      const others = predictions[which].filter(({ truth }) => !FEW_LABELS.includes(names[truth]));
      const wrongly = others.filter(
        ({ probabilities }) => argmax(probabilities) === angry && probabilities[angry] > SURE,
      );
      return {
        which,
        own: mean(pick(true)),
        lacked: mean(pick(false)),
        wrongly: wrongly.length / others.length,
      };
    }),
  );
  const of = (which, key) => mean(rows.filter((row) => row.which === which).map((row) => row[key]));
  console.log(
    `${corpus.padEnd(9)}of ${FEW_LABELS.join(' and ')} alone: these${percent(of('base', 'own'))} →${percent(of('tuned', 'own'))}, the others${percent(of('base', 'lacked'))} →${percent(of('tuned', 'lacked'))}; others called angry above ${100 * SURE} %:${percent(of('base', 'wrongly'))} →${percent(of('tuned', 'wrongly'))} %`,
  );
}

if (table.length > 0)
  console.log(`\nTen clips a class, mean over corpora and readers: ${percent(mean(table)).trim()} points`);
if (!(table.length > 0 && mean(table) > 0)) process.exitCode = 1;
