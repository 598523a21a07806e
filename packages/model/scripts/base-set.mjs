/** `npm run base-set`: what each reader hears of some labeled speech that may be shared, for the report of tuned models. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { asWhole } from '@undertone/model';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { groupBy } from './lib/metrics.mjs';
import { readClip } from './lib/predict.mjs';
import { PACKAGE_DIR } from './lib/python.mjs';
import { openReader } from './lib/readers.mjs';
import { listClips, listStretches } from './lib/stretches.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run base-set -- <folder with index.csv> [options]

Writes models/<reader>.base-set.json beside each reader: the shared part of its embedding of some clips of one corpus, with their labels.
It is made anew whenever a reader is fitted (npm run train does it), because it fits one file only. No audio is in it.

  --corpus name   whose license allows it (default emodb, CC0)
  --each N        clips of a label (default 16)`,
  least: 1,
  most: 1,
  options: { corpus: { type: 'string', default: 'emodb' }, each: { type: 'string', default: '16' } },
  whole: ['each'],
});
const READERS = ['live', 'full', 'live-open', 'full-open'];
const LARGEST = 32_767;
const folder = resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0]);
const listed = await listClips(folder, values.corpus);
const stretches = listStretches(listed).of;

/** Some clips of every label, of all speakers in turn, so that no voice stands for a label. */
const chosen = [...groupBy(listed.clips, ({ label }) => label).values()].flatMap((own) => {
  const bySpeaker = [...groupBy(own, ({ speaker }) => speaker).values()];
  const rounds = Math.max(...bySpeaker.map((clips) => clips.length));
  const inTurn = Array.from({ length: rounds }, (_, n) =>
    bySpeaker.flatMap((clips) => clips[n] ?? []),
  ).flat();
  return inTurn.slice(0, values.each);
});
const handles = new Map();
for (const reader of READERS) {
  const path = `${PACKAGE_DIR}models/undertone-${reader}.onnx`;
  if (!existsSync(path)) continue;
  const bytes = readFileSync(path);
  const { metadata, hear, close } = await openReader(path);
  const { start, size } = metadata.classifier.heads[0];
  const known = new Set(metadata.classes.map(({ name }) => name));
  const clips = [];
  const rows = [];
  for (const clip of chosen.filter(({ label }) => known.has(label))) {
    const samples = readClip(listed.files, handles, clip);
    const [first, end] = stretches.get(clip.path) ?? [0, samples.length];
    const { embedding } = await hear(samples.slice(first, end));
    const whole = asWhole(metadata.classifier.brief, embedding, (end - first) / 16_000);
    rows.push(whole.slice(start, start + size));
    clips.push({
      class: clip.label,
      voice: clip.speaker,
      seconds: Math.round((end - first) / 160) / 100,
    });
  }
  const scale =
    Math.max(...rows.map((row) => row.reduce((most, value) => Math.max(most, Math.abs(value)), 0))) / LARGEST;
  const embeddings = Int16Array.from(
    rows.flatMap((row) => [...row].map((value) => Math.round(value / scale))),
  );
  const document = {
    corpus: values.corpus,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    size,
    scale,
    clips,
    embeddings: Buffer.from(embeddings.buffer).toString('base64'),
  };
  writeFileSync(path.replace('.onnx', '.base-set.json'), `${JSON.stringify(document)}\n`);
  await close();
  console.log(`undertone-${reader}: ${clips.length} clips of ${values.corpus}`);
}
