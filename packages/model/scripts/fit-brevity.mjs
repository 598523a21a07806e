/**
 * A last step of `npm run train`: how much less sure the live reader is of speech that has just begun, fitted on the speakers and
 * corpora that each part has not heard, and written beside the reader and its parts.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Baseline, temperatureOf } from '@undertone/model';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { learnedBy, openLeftOut, rounded, shippedOf, weightOf, writeFitted } from './lib/left-out.mjs';
import { groupBy } from './lib/metrics.mjs';
import { openReader, partFile, PARTS_DIR } from './lib/readers.mjs';

const KIND = 'live';
/** What is tried: shares by which the temperature grows, and a part's own temperature, which says nothing about brevity. */
const SOFTENINGS = Array.from({ length: 31 }, (_, n) => 0.05 * n);
const TEMPERATURES = Array.from({ length: 25 }, (_, n) => 0.6 * 1.08 ** n);
/** A class without any probability would be an endless surprise. */
const LEAST = 1e-4;

const { values, positionals } = commandLine({
  help: `
Usage: node scripts/built.mjs packages/model/scripts/fit-brevity.mjs <folder with index.csv> [options]

Lets the live reader hear some clips of all that each part of \`npm run train\` has not heard, half a second after half a second, each
speaker's as a call, and fits how much less often it is right of speech that has just begun. It writes that into the metadata of
the reader and of its parts. Some four minutes on one core.

  --models folder          the parts (default .cache/parts)
  --name suffix            of models/undertone-live-<suffix>.onnx`,
  least: 1,
  most: 1,
  options: { models: { type: 'string' }, name: { type: 'string' } },
});
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = values.models ? from(values.models) : PARTS_DIR;
const shipped = shippedOf(KIND, values.name);
const learned = learnedBy(shipped);
const { parts, samplesOf, corpusOf: corpusOfSpeaker } = await openLeftOut(from(positionals[0]), learned);
/** Of each corpus, how long its clips are, s. */
const lengths = new Map(
  [...groupBy(parts, ({ corpus }) => corpus)].map(([corpus, own]) => [
    corpus,
    own.flatMap(({ rows }) => rows.map((row) => samplesOf(row).length / 16_000)),
  ]),
);

/** The mean logarithm of what divides the logarithms of a whole clip's probabilities: what a head's calibration covers by itself. */
const usualOf = (brief, corpora) =>
  corpora.reduce((total, corpus) => total + meanLog(brief, lengths.get(corpus)), 0) / corpora.length;
const meanLog = (brief, seconds) =>
  seconds.reduce((total, each) => total + Math.log(temperatureOf(brief, each)), 0) / seconds.length;
const corpusOf = ({ name }) => name.split('/')[0];

/**
 * Heads were calibrated on whole clips, and stay so: of words of a second, that was of brief speech already. What an earlier fit
 * divided by is taken back.
 */
function withSoftening({ heads, brief, ...classifier }, softening) {
  const known = [...new Set(heads.slice(1).map(corpusOf))];
  const softened = { ...brief, softening };
  const calibrated = heads.map((head, place) => {
    const corpora = place > 0 ? [corpusOf(head)] : known.length > 0 ? known : learned.corpora;
    const change = Math.exp(usualOf(brief, corpora) - usualOf(softened, corpora));
    return { ...head, calibration: rounded(head.calibration * change) };
  });
  return { ...classifier, heads: calibrated, brief: softened };
}

/** Each moment of each clip, judged with the clips of its speaker before. */
async function momentsOf({ part, corpus, rows }) {
  const path = partFile(folder, KIND, part);
  const { metadata, hearAlong, close } = await openReader(path);
  const classifier = plain(metadata.classifier);
  const moments = [];
  for (const [voice, own] of groupBy(rows, ({ speaker }) => speaker)) {
    const baseline = new Baseline(classifier, learned.names.length);
    for (const row of own) {
      const told = (await hearAlong(samplesOf(row))).map(({ embedding, seconds }) => ({
        seconds,
        judged: baseline.judge(embedding, voice, seconds),
      }));
      const last = told.at(-1);
      baseline.hear(voice, last.seconds, last.judged);
      const label = learned.names.indexOf(row.label);
      for (const { seconds, judged } of told)
        moments.push({
          seconds,
          label,
          logs: [...judged.probabilities].map((p) => Math.log(Math.max(LEAST, p))),
        });
    }
  }
  await close();
  console.log(`${part} ${corpus}: ${rows.length} clips, ${moments.length} moments`);
  return { part, corpus, losses: lossesOf(moments, classifier.brief) };
}

/** As if neither this had been fitted nor anything about strange lines. */
const plain = ({ agreement: _, strange: __, ...classifier }) => withSoftening(classifier, 0);

/** Of each softening the least surprise that any temperature of the part's own leaves: mean negative log likelihood. */
const lossesOf = (moments, brief) =>
  SOFTENINGS.map((softening) =>
    Math.min(
      ...TEMPERATURES.map((own) => {
        const losses = moments.map(({ seconds, label, logs }) => {
          const temperature = own * temperatureOf({ ...brief, softening }, seconds);
          const sum = logs.reduce((total, log) => total + Math.exp(log / temperature), 0);
          return Math.log(sum) - logs[label] / temperature;
        });
        return losses.reduce((total, loss) => total + loss, 0) / losses.length;
      }),
    ),
  );

/** The softening of least surprise, each point with its say. */
function fitted(points) {
  const surprise = SOFTENINGS.map((_, n) =>
    points.reduce((total, point) => total + weightOf(point) * point.losses[n], 0),
  );
  return rounded(SOFTENINGS[surprise.indexOf(Math.min(...surprise))]);
}

const points = [];
for (const each of parts)
  if (existsSync(`${folder}/${KIND}-${each.part}.onnx`)) points.push(await momentsOf(each));
writeFitted({ kind: KIND, shipped, folder, corpusOf: corpusOfSpeaker }, points, (classifier, own) => {
  Object.assign(classifier, withSoftening(classifier, fitted(own)));
});
for (const { part, corpus, losses } of points)
  console.log(`${part} ${corpus}: ${SOFTENINGS[losses.indexOf(Math.min(...losses))].toFixed(2)}`);
console.log(`${KIND}: softening ${fitted(points)}`);
