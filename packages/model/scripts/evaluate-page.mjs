/** `npm run evaluate:page`: scores the model on a folder of labeled speech (training/README.md). */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { ensurePython } from '../../../scripts/lib/python.mjs';
import { byGroup, outOfDomain } from './lib/breakdown.mjs';
import { CONDITIONS, disturbance, drawsOf } from './lib/conditions.mjs';
import { confusionFigure, lengthFigure, reliabilityFigure } from './lib/figures.mjs';
import { conditionGoals, newCorporaGoals, printGoals, speakerGoals, wholeGoals } from './lib/goals.mjs';
import { TIMES_S, openFolds, openModel, readAlong, readClip } from './lib/predict.mjs';
import { printConditions, printNewCorpora, printReport, printSpeakers } from './lib/print-report.mjs';
import {
  CACHE_DIR,
  LEAVE_ONE_OUT_DIR,
  LEAVE_ONE_SPEAKER_DIR,
  PACKAGE_DIR,
  runPython,
} from './lib/python.mjs';
import { report } from './lib/report.mjs';
import { otherSounds } from './lib/sounds.mjs';

/** Synthetic sounds of each kind. With ten, a single sound would change the share by a tenth. */
const OTHER_SOUNDS = 40;

const foldCount = JSON.parse(readFileSync(`${PACKAGE_DIR}training/folds.json`, 'utf8')).folds.length;

const { values, positionals } = commandLine({
  help: `
Usage: npm run evaluate:page -- <folder with index.csv> [options]

Prints rows A1 to A7 of the folder, and at the end what they say of the goals, beside the best known figures. A speaker who is in training/folds.json is scored by the fold model that has not heard that
speaker, any other by the shipped model.

  --corpora a,b                which corpora (default: all)
  --model file.onnx            one file scores all clips; speakers it was trained on are pointed out
  --models folder              another seed's folder of \`npm run train:page\`
  --condition name             disturbs every clip first (A6): ${CONDITIONS.join(', ')} (babble of read speech, of the clips themselves:
                               read10, acted10), or all of them side by side
  --leave-one-out              each corpus by the model that never heard it (A4); after \`npm run train:page -- <folder>\`
  --leave-one-speaker corpus   each speaker of a corpus by experts that heard all the others of it, beside the five folds (A2)
  --fold N                     only that fold's speakers
  --figures folder             draws confusion matrices, reliability and length as SVG
  --json file                  writes the figures as JSON`,
  least: 1,
  most: 1,
  options: {
    corpora: { type: 'string' },
    model: { type: 'string' },
    models: { type: 'string' },
    json: { type: 'string' },
    condition: { type: 'string', default: 'clean' },
    'leave-one-out': { type: 'boolean', default: false },
    'leave-one-speaker': { type: 'string' },
    fold: { type: 'string' },
    figures: { type: 'string' },
  },
  choices: {
    condition: [...CONDITIONS, 'all'],
    fold: Array.from({ length: foldCount }, (_, fold) => String(fold)),
  },
});
// npm runs scripts in the workspace root; a relative folder refers to where the command was typed.
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
const modelsDir = values.models ? from(values.models) : `${PACKAGE_DIR}models`;
const python = await ensurePython(['numpy', 'scipy', 'soundfile']);

/** Lists the clips of the wanted corpora, with the files of their samples. */
async function list(corpora, ...options) {
  const args = [folder, '--cache', CACHE_DIR, ...(corpora ? ['--corpora', corpora] : []), ...options];
  return JSON.parse(await runPython(python, 'list_clips.py', args, { capture: true }));
}

console.error('Decoding and listing the clips …');
const { files, clips: all } = await list(values['leave-one-speaker'] ?? values.corpora);
const clips = values.fold === undefined ? all : all.filter(({ fold }) => fold === Number(values.fold));
const shippedPath = values.model ? from(values.model) : `${modelsDir}/undertone-emotion.onnx`;
const shipped = await openModel(shippedPath);
const folds = values.model ? undefined : await openFolds(`${modelsDir}/folds`, foldCount);
if (!values.model && folds === undefined)
  console.error(`${modelsDir}/folds is incomplete: the shipped model scores everything.`);
const handles = new Map();
const modelOf = (clip) => (folds !== undefined && clip.fold >= 0 ? folds[clip.fold] : shipped);

/** Whether the index contains a corpus. */
const indexed = (corpus) => readFileSync(`${folder}/index.csv`, 'utf8').includes(`,${corpus},`);

if (values.condition === 'read10' && !indexed('librispeech')) {
  console.error(`The voices of read10 are those of librispeech, which ${folder}/index.csv does not have.`);
  process.exit(2);
}

/** Read speech for the babble: the number of clips, and a function that reads one. */
async function readSpeech() {
  const listed = await list('librispeech');
  return { count: listed.clips.length, at: (n) => readClip(listed.files, handles, listed.clips[n]) };
}

/** Reads every clip with the model that `choose` returns, disturbed by the condition. */
async function read(condition, choose, members = clips) {
  const clipAt = (number) => readClip(files, handles, members[number]);
  const readers = condition === 'read10' ? await readSpeech() : { count: 0, at: clipAt };
  const rows = [];
  for (let draw = 0; draw < drawsOf(condition); draw += 1) {
    const disturb = disturbance(condition, { count: members.length, at: clipAt }, readers, draw);
    for (const [number, clip] of members.entries()) {
      const model = choose(clip);
      const readings = await readAlong(model, disturb(clipAt(number), number), clip.onset);
      const heard = clip.fold >= 0 && folds === undefined;
      rows.push({ ...clip, heard, temperature: model.metadata.temperature, readings });
      if (rows.length % 2_000 === 0) console.error(`${condition}: ${rows.length} clips heard`);
    }
  }
  return rows;
}

/** Scores how well bursts, read speech and synthetic sounds are separated from the labeled speech. */
async function sounds(speech) {
  const corpora = ['emogator', 'librispeech'];
  const rows = speech.map((row) => ({ kind: `speech: ${row.corpus}`, readings: row.readings }));
  const there = corpora.filter(indexed);
  if (there.length > 0) {
    const listed = await list(there.join(','), '--round');
    const { eventOf } = JSON.parse(await runPython(python, 'events.py', [], { capture: true }));
    for (const clip of listed.clips) {
      const samples = readClip(listed.files, handles, clip);
      const kind = clip.corpus === 'emogator' ? `burst: ${eventOf[clip.label]}` : `speech: ${clip.corpus}`;
      rows.push({ kind, readings: await readAlong(modelOf(clip), samples, clip.onset) });
    }
  }
  for (const { kind, samples } of otherSounds(OTHER_SOUNDS))
    rows.push({ kind, readings: await readAlong(shipped, samples, 0) });
  // Fold models from before the domain output do not judge the kind of sound.
  const judged = rows.filter(({ readings }) => readings.at(-1).domain !== undefined);
  return outOfDomain(judged, shipped.metadata);
}

function draw(result, target) {
  mkdirSync(target, { recursive: true });
  for (const [corpus, { confusion }] of Object.entries(result.recognition))
    writeFileSync(
      `${target}/confusion-${corpus}.svg`,
      confusionFigure(`Confusion, ${corpus}`, confusion.labels, confusion.counts),
    );
  const events = result.outOfDomain?.events;
  if (events)
    writeFileSync(
      `${target}/confusion-bursts.svg`,
      confusionFigure('Vocal bursts', events.labels, events.counts),
    );
  if (result.calibration)
    writeFileSync(
      `${target}/reliability.svg`,
      reliabilityFigure('Reliability of confidence', result.calibration.bins),
    );
  const lines = Object.entries(result.recognition).map(([name, s]) => ({ name, values: s.uarByTime }));
  const times = [...TIMES_S.map((seconds) => `${seconds} s`), 'whole clip'];
  writeFileSync(`${target}/length.svg`, lengthFigure('UAR against speech heard', times, lines));
  console.error(`Figures are in ${target}`);
}

const names = shipped.metadata.classes.map(({ name }) => name);
if (values['leave-one-out']) {
  const models = new Map();
  for (const corpus of new Set(clips.map((clip) => clip.corpus))) {
    const path = `${LEAVE_ONE_OUT_DIR}/${corpus}.onnx`;
    if (existsSync(path)) models.set(corpus, await openModel(path));
    else if (clips.some((clip) => clip.corpus === corpus && names.includes(clip.label)))
      console.error(`${path} is missing: npm run train:page -- ${positionals[0]}`);
  }
  const own = clips.filter(({ corpus }) => models.has(corpus));
  const rows = await read('clean', ({ corpus }) => models.get(corpus), own);
  const result = report(
    rows.map((row) => ({ ...row, heard: false })),
    shipped.metadata,
  );
  console.log('# Each corpus by a model that was trained on all the others');
  printNewCorpora(result);
  printGoals(newCorporaGoals(result));
  if (values.json) writeFileSync(from(values.json), JSON.stringify(result, null, 2));
} else if (values['leave-one-speaker'] !== undefined) {
  const models = new Map();
  for (const speaker of new Set(clips.map((clip) => clip.speaker))) {
    const path = `${LEAVE_ONE_SPEAKER_DIR}/${speaker}.onnx`;
    if (!existsSync(path)) {
      const corpus = values['leave-one-speaker'];
      console.error(
        `${path} is missing: npm run train:page -- ${positionals[0]} --leave-one-speaker ${corpus}`,
      );
      process.exit(1);
    }
    models.set(speaker, await openModel(path));
  }
  const protocols = new Map();
  for (const [protocol, choose] of [
    ['five folds', modelOf],
    ['leave one speaker out', ({ speaker }) => models.get(speaker)],
  ]) {
    const rows = await read('clean', choose);
    const bySpeaker = byGroup(rows, names, 'speaker');
    protocols.set(protocol, { ...report(rows, shipped.metadata), bySpeaker });
  }
  printSpeakers(protocols);
  printGoals(speakerGoals(protocols.get('leave one speaker out')));
  if (values.json) writeFileSync(from(values.json), JSON.stringify(Object.fromEntries(protocols), null, 2));
} else if (values.condition === 'all') {
  const byCondition = new Map();
  const possible = CONDITIONS.filter((condition) => condition !== 'read10' || indexed('librispeech'));
  for (const condition of possible)
    byCondition.set(condition, report(await read(condition, modelOf), shipped.metadata).recognition);
  printConditions(byCondition);
  printGoals(conditionGoals(byCondition));
} else {
  const started = process.cpuUsage();
  const rows = await read(values.condition, modelOf);
  const used = process.cpuUsage(started);
  const result = report(rows, shipped.metadata);
  result.condition = values.condition;
  result.cpuSeconds = (used.user + used.system) / 1e6;
  const whole = values.fold === undefined && !values.corpora && values.condition === 'clean';
  if (whole && shipped.metadata.domain) result.outOfDomain = await sounds(rows);
  if (values.json) writeFileSync(from(values.json), JSON.stringify(result, null, 2));
  printReport(result);
  if (values.condition === 'clean' && values.fold === undefined)
    printGoals(wholeGoals(result, folds !== undefined, statSync(shippedPath).size));
  if (values.figures) draw(result, from(values.figures));
}
