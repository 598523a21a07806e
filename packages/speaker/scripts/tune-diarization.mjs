/**
 * node scripts/tune-diarization.mjs [folder with index.csv] --settings settings.json [--model file.onnx]
 *
 * Finds the settings of diarization on conversations of tuning voices (lib/tuning-speech.mjs), with the scores of tune.mjs, and writes
 * them into its file as they are found. Without a folder, it uses UNDERTONE_SPEECH_DIR, or ../shared/speech.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { loadSpeakerModel } from '@undertone/speaker/node';
import { speechFolder } from '../../../scripts/lib/speech.mjs';
import { WindowEmbedder } from '../dist/window-embedder.js';
import { hearConversations, live, offline, rateOfTurns } from './lib/diarization-run.mjs';
import { SHIPPED } from './lib/models.mjs';
import { learnMoods } from './lib/moods.mjs';
import { listTuning, OPEN_CORPORA } from './lib/tuning-speech.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string' }, settings: { type: 'string' } },
});
if (values.settings === undefined) {
  console.error(
    '--settings is missing: the file that tune.mjs wrote, which gets the settings of diarization',
  );
  process.exit(2);
}
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = positionals[0] === undefined ? speechFolder : from(positionals[0]);
const settingsFile = from(values.settings);
const scores = JSON.parse(readFileSync(settingsFile, 'utf8'));
const model = await loadSpeakerModel(values.model === undefined ? SHIPPED : from(values.model));
const clips = await listTuning(folder);
const moodsWithout = await learnMoods(model, folder, OPEN_CORPORA);
let metadata = { ...model.metadata, ...scores };
keepWindows();

/** Embeddings of windows do not depend on most settings: those of every conversation are made once. */
function keepWindows() {
  const slide = WindowEmbedder.prototype.slide;
  const kept = new WeakMap();
  WindowEmbedder.prototype.slide = function (frames, span, length, hop) {
    const own = kept.get(frames) ?? new Map();
    kept.set(frames, own);
    const key = `${span.from} ${span.to} ${length} ${hop}`;
    const windows = own.get(key) ?? slide.call(this, frames, span, length, hop);
    own.set(key, windows);
    return windows;
  };
}

/** Lets settings change without loading the model again. */
const withDiarization = (changes) => ({
  ...metadata,
  diarization: { ...metadata.diarization, ...changes },
});

/** Mostly conversations of two people, like calls; also of three and of one, so that these do not get worse. */
const CONVERSATIONS = [
  { count: 2, share: 1, seed: 21 },
  { count: 2, share: 1, seed: 24 },
  { count: 3, share: 0.5, seed: 22 },
  { count: 1, share: 0.5, seed: 23 },
  { count: 2, share: 1, seed: 31 },
  { count: 2, share: 1, seed: 34 },
  { count: 3, share: 1, seed: 32 },
  { count: 1, share: 0.5, seed: 33 },
];
/** The error in points that a wrong number of voices in every conversation is worth: people see it in every list. */
const WRONG_NUMBER = 3;
const conversations = [];
for (const { count, ...options } of CONVERSATIONS)
  for (const heard of await hearConversations(model, clips, count, options))
    conversations.push({ ...heard, moods: moodsWithout(heard.people) });
console.error(`${conversations.length} tuning conversations`);

/**
 * Error, wrong numbers of voices, and both together, as means over these ways of finding turns: each conversation by directions
 * of moods that nobody in it taught.
 */
function judge(ways, settings) {
  const mean = { rate: 0, wrong: 0, cost: 0 };
  const own = new Map(conversations.map(({ moods }) => [moods, { ...settings, moods }]));
  for (const way of ways) {
    const found = conversations.map((conversation) => way(own.get(conversation.moods))(conversation));
    const wrong = conversations.filter(
      ({ count }, n) => new Set(found[n].map(({ speaker }) => speaker)).size !== count,
    ).length;
    const { rate } = rateOfTurns(conversations, found, 250);
    mean.rate += rate / ways.length;
    mean.wrong += wrong / ways.length;
    mean.cost += (rate + (WRONG_NUMBER * wrong) / conversations.length) / ways.length;
  }
  return mean;
}

/** Tries combinations of settings and keeps the best, or the current ones if no combination is better. */
function choose(ways, grids) {
  const names = Object.keys(grids);
  let best = { ...judge(ways, metadata), settings: {} };
  const visit = (n, settings) => {
    if (n === names.length) {
      const result = judge(ways, withDiarization(settings));
      if (result.cost < best.cost) best = { ...result, settings };
      return;
    }
    for (const value of grids[names[n]]) visit(n + 1, { ...settings, [names[n]]: value });
  };
  visit(0, {});
  metadata = withDiarization(best.settings);
  const settings = { ...scores, diarization: metadata.diarization };
  writeFileSync(settingsFile, JSON.stringify(settings, null, 2) + '\n');
  console.error(
    `${JSON.stringify(best.settings)}: ${best.rate.toFixed(2)} %, a wrong number of voices in ${best.wrong}`,
  );
}

choose([offline], { joinAbove: [0.4, 0.5, 0.6], mergeAbove: [-3, -2.5, -2, -1.5, -1] });
choose([offline], { singleAbove: [-0.5, 0, 0.5, 1] });
choose([offline], { speechAbove: [0.5, 0.65, 0.8] });
choose([offline], { changeCost: [3, 6], frameSlope: [8, 16] });
choose([offline], { windowFrames: [24, 30, 36] });
choose([offline], { overlapAbove: [0.5, 0.65, 0.8] });
// A live step costs several times as much, so fewer are tried.
choose([offline, live], { joinAbove: [0.4, 0.5, 0.6] });
choose([live], { newSpeakerBelow: [-0.5, 0.5] });
await model.dispose();
