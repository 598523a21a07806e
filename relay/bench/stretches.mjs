/**
 * After how much silence the emotion model should start afresh: sentences of one speaker with pauses of 350 to 900 ms between
 * them, each of another emotion than the one before or in runs of one, heard by fold models that never heard the speaker.
 * `node relay/bench/stretches.mjs [folder with index.csv] [folds]` after `npm run build`; prints the unweighted recall one
 * second into a sentence, at its half and at its end.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { advanceState } from '@undertone/model';
import { loadModel } from '@undertone/model/node';
import { ProsodyExtractor, VoiceActivity } from '@undertone/prosody';
import { ensureProgram } from '../../scripts/lib/program.mjs';
import { decodeRecording, speechFolder } from '../../scripts/lib/speech.mjs';
import { SpeechGate, STRETCH_SILENCE_MS } from '@undertone/hearing';
import { loadLab } from '../lab/load.mjs';

const { SeededRandom } = await loadLab('predictions/random.ts');
const { readClipIndex } = await loadLab('rehearsal/clip.ts');

const RATE = 16_000;
const BLOCK = 800;
const CORPORA = ['ravdess', 'emodb', 'nemo'];
const SILENCES_MS = [1_000, 500, STRETCH_SILENCE_MS, 50];
const PAUSES_MS = [350, 500, 700, 900];
const CHANGING = 24;
const RUN = 4;
const MOMENTS = ['1 s', 'half', 'end'];

const folder = resolve(process.argv[2] ?? speechFolder);
const foldCount = Number(process.argv[3] ?? 2);
const modelFolder = fileURLToPath(new URL('../../packages/model/', import.meta.url));
const { folds } = JSON.parse(readFileSync(join(modelFolder, 'training/folds.json'), 'utf8'));
const clips = readClipIndex(readFileSync(join(folder, 'index.csv'), 'utf8'));
const random = new SeededRandom(1);
const pick = (items) => items[Math.floor(random.uniform() * items.length)];
await ensureProgram('ffmpeg', 'decoding the sentences');

async function read({ path }) {
  const samples = await decodeRecording(join(folder, path));
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const loud = (sample) => Math.abs(sample) > 0.03 * peak;
  return samples.subarray(samples.findIndex(loud), samples.findLastIndex(loud));
}

/** Sentences in a row with where each of them lies, over the noise of a quiet room. */
async function layOut(sentences) {
  const parts = [];
  const places = [];
  let at = 0;
  for (const clip of sentences) {
    const samples = await read(clip);
    at += (pick(PAUSES_MS) * RATE) / 1000;
    places.push({ label: clip.label, from: at, to: at + samples.length });
    parts.push({ at, samples });
    at += samples.length;
  }
  const audio = Float32Array.from({ length: at + RATE }, () => 2e-4 * (random.uniform() - 0.5));
  for (const { at: from, samples } of parts) samples.forEach((sample, i) => (audio[from + i] += sample));
  return { audio, places };
}

/** Logits after each block, as the gate lets the model hear them. */
async function listen(model, audio, stretchSilenceMs) {
  const activity = new VoiceActivity();
  const gate = new SpeechGate(BLOCK, stretchSilenceMs);
  let onset;
  const extractor = new ProsodyExtractor(
    { historyMs: 3_000 },
    { onLevel: (level) => (onset = startOf(activity.update(level)) ?? onset) },
  );
  const fresh = () => new Float32Array(model.metadata.stateSize);
  let state = fresh();
  let logits;
  let waiting = [];
  const sink = {
    fresh: () => waiting.push(undefined),
    block: (samples) => waiting.push(samples.slice()),
    end: () => undefined,
  };
  const after = [];
  for (let i = 0; i + BLOCK <= audio.length; i += BLOCK) {
    const block = audio.slice(i, i + BLOCK);
    extractor.push(block);
    gate.offer(block, i + BLOCK, activity.speaking, onset, sink);
    onset = undefined;
    for (const samples of waiting) {
      if (samples === undefined) state = fresh();
      else {
        const output = await model.run(samples, 1, state);
        advanceState(model.metadata, state, output.state);
        logits = output.logits;
      }
    }
    waiting = [];
    after.push(logits?.slice());
  }
  return after;
}
const startOf = (event) => (event?.type === 'start' ? event.sample : undefined);

/** Hits and sentences by what was asked and the label. */
const tally = new Map();
function count(key, label, hit) {
  const labels = tally.get(key) ?? new Map();
  const [hits, all] = labels.get(label) ?? [0, 0];
  tally.set(key, labels.set(label, [hits + (hit ? 1 : 0), all + 1]));
}

function score(key, names, logits, places) {
  const labels = new Set(places.map(({ label }) => label));
  const candidates = names.map((name, index) => ({ name, index })).filter(({ name }) => labels.has(name));
  for (const { label, from, to } of places) {
    [Math.min(to, from + RATE), (from + to) / 2, to].forEach((sample, moment) => {
      const heard = logits[Math.floor(sample / BLOCK) - 1];
      const best =
        heard && candidates.reduce((one, other) => (heard[other.index] > heard[one.index] ? other : one));
      count(`${key} ${MOMENTS[moment]}`, label, best?.name === label);
    });
  }
}

for (const [index, speakers] of folds.slice(0, foldCount).entries()) {
  const model = await loadModel(join(modelFolder, `models/folds/fold-${index}.onnx`));
  const names = model.metadata.classes.map(({ name }) => name);
  for (const corpus of CORPORA) {
    for (const speaker of speakers.filter((name) => name.startsWith(corpus))) {
      const own = clips.filter((clip) => clip.speaker === speaker);
      const shuffled = own
        .map((clip) => ({ clip, order: random.uniform() }))
        .sort((one, other) => one.order - other.order)
        .map(({ clip }) => clip);
      const labels = [...new Set(shuffled.map(({ label }) => label))];
      const plans = {
        changing: shuffled.slice(0, CHANGING),
        runs: labels.flatMap((label) => shuffled.filter((clip) => clip.label === label).slice(0, RUN)),
      };
      for (const [kind, plan] of Object.entries(plans)) {
        const { audio, places } = await layOut(plan);
        for (const silence of SILENCES_MS)
          score(`${corpus} ${kind} ${silence}`, names, await listen(model, audio, silence), places);
      }
      process.stderr.write('.');
    }
  }
}

const recall = (key) => {
  const shares = [...(tally.get(key) ?? new Map()).values()].map(([hits, all]) => hits / all);
  return shares.length === 0
    ? ''
    : ((100 * shares.reduce((sum, x) => sum + x, 0)) / shares.length).toFixed(0);
};
console.log(`\nafresh after voice activity's end and …   recall, %: ${MOMENTS.join(', ')}`);
for (const corpus of CORPORA) {
  for (const kind of ['changing', 'runs']) {
    const cells = SILENCES_MS.map((silence) => {
      const all = MOMENTS.map((moment) => recall(`${corpus} ${kind} ${silence} ${moment}`));
      return `${silence} ms: ${all.join(' ')}`.padEnd(20);
    });
    console.log(`${corpus.padEnd(8)} ${kind.padEnd(9)} ${cells.join(' ')}`);
  }
}
