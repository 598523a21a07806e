/**
 * Plays scripted calls of real sentences (calm, angry, calm; two people on two channels) through the relay's inference and
 * call analysis, and prints how often modes, cues and alerts come at the right turns. The fold model that was not trained
 * on a speaker reads that speaker. ffmpeg decodes the sentences. `--help` lists the options.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { loadLab } from './load.mjs';
import { ensureProgram } from '../../scripts/lib/program.mjs';
import { decodeRecording } from '../../scripts/lib/speech.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run evaluate:steering -- <folder with index.csv> [options]

Plays calls of real sentences through the relay and prints how often modes, cues and alerts come at the right turns.

  --corpora a,b        corpora of index.csv (default ravdess,emodb,nemo)
  --seeds 11,12        which calls are drawn (default 11)
  --speakers n         the first n speakers of each corpus (default: all)
  --model file.onnx    one model for everybody, instead of the one of each fold that never heard the speaker
  --calls              prints every call`,
  least: 1,
  most: 1,
  options: {
    corpora: { type: 'string', default: 'ravdess,emodb,nemo' },
    seeds: { type: 'string', default: '11' },
    speakers: { type: 'string' },
    model: { type: 'string' },
    calls: { type: 'boolean', default: false },
  },
});
const stop = (message) => {
  console.error(message);
  process.exit(2);
};
const built = new URL('../dist/', import.meta.url);
// npm runs scripts in the workspace root, but a relative folder is relative to where the command was typed.
const from = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);
const folder = from(positionals[0]);
if (!existsSync(join(folder, 'index.csv'))) stop(`there is no index.csv in ${folder}`);
await ensureProgram('ffmpeg', 'decoding the sentences');

const load = (path) => import(new URL(path, built).href);
const { createInferencePool } = await load('inference/pool/pool.js');
const { threadHost } = await load('inference/pool/worker-host.js');
const { planCalls, speakersOf } = await loadLab('rehearsal/call-plan.ts');
const { layOut } = await loadLab('rehearsal/call-audio.ts');
const { castsOf } = await loadLab('rehearsal/casts.ts');
const { readClipIndex } = await loadLab('rehearsal/clip.ts');
const { analyzeCall, rehearse, rehearsalConfig } = await loadLab('rehearsal/rehearse.ts');
const { callerTrace, figuresOf, scoreCall } = await loadLab('rehearsal/score.ts');

const modelFolder = fileURLToPath(new URL('../../packages/model/', import.meta.url));
const { folds } = JSON.parse(readFileSync(join(modelFolder, 'training/folds.json'), 'utf8'));
const corpora = values.corpora.split(',');
const clips = readClipIndex(readFileSync(join(folder, 'index.csv'), 'utf8')).filter(({ corpus }) =>
  corpora.includes(corpus),
);
const corpusOf = (speaker) => clips.find((clip) => clip.speaker === speaker)?.corpus ?? '';
const foldOf = (speaker) =>
  values.model === undefined ? folds.findIndex((fold) => fold.includes(speaker)) : 0;
const most = values.speakers === undefined ? Infinity : Number(values.speakers);
const speakers = corpora.flatMap((corpus) =>
  speakersOf(clips.filter((clip) => clip.corpus === corpus && foldOf(clip.speaker) >= 0)).slice(0, most),
);
const seeds = values.seeds.split(',').map(Number);

const read = (clip) => decodeRecording(join(folder, clip.path));

const scores = [];
const identical = { pairs: 0, same: 0 };
const started = process.cpuUsage();
for (let fold = 0; fold < (values.model === undefined ? folds.length : 1); fold++) {
  const modelPath =
    values.model === undefined ? join(modelFolder, `models/folds/fold-${fold}.onnx`) : from(values.model);
  const pool = createInferencePool({ spawn: threadHost({ modelPath }), workers: 1 });
  await pool.ready();
  for (const seed of seeds) {
    for (const { cast } of castsOf(speakers, corpusOf, foldOf, seed).filter((each) => each.fold === fold)) {
      await playCast(pool, cast, seed);
    }
  }
  await pool.close();
}

async function playCast(pool, cast, seed) {
  const sounds = new Map();
  const once = (clip) => {
    if (!sounds.has(clip.path)) sounds.set(clip.path, read(clip));
    return sounds.get(clip.path);
  };
  const traces = new Map();
  for (const plan of planCalls(clips, cast, seed)) {
    const audio = await layOut(plan, once);
    const played = await rehearse(await analyzeCall(pool, audio.channels), rehearsalConfig(true));
    const score = scoreCall(plan.kind, audio.lines, audio.durationMs, played);
    scores.push({ ...score, corpus: corpusOf(cast.caller) });
    traces.set(plan.kind, callerTrace(played));
    if (values.calls)
      console.log(`${cast.caller} beside ${cast.agent}, seed ${seed}: ${JSON.stringify(score)}`);
  }
  identical.pairs++;
  if (traces.get('steady') === traces.get('angry_agent')) identical.same++;
  process.stderr.write('.');
}

const percent = (value) => (Number.isNaN(value) ? '' : `${(100 * value).toFixed(0)} %`);
const number = (value, digits = 1) => (Number.isNaN(value) ? '' : value.toFixed(digits));
const COLUMNS = [
  ['flares', ({ flares }) => String(flares)],
  ['told', ({ detected }) => percent(detected)],
  ['once', ({ once }) => percent(once)],
  ['after s', ({ delayMedianS, delayP90S }) => `${number(delayMedianS)}/${number(delayP90S)}`],
  ['cooled', ({ cooledDown }) => percent(cooledDown)],
  ['after s', ({ coolingMedianS }) => number(coolingMedianS)],
  ['cued once', ({ cuedOnce }) => percent(cuedOnce)],
  ['alerted', ({ alerted }) => percent(alerted)],
  ['once', ({ alertedOnce }) => percent(alertedOnce)],
  ['min calm', ({ calmMinutes }) => number(calmMinutes, 0)],
  ['false/min', ({ falseEscalationsPerMinute }) => number(falseEscalationsPerMinute, 2)],
  ['cues/min', ({ falseCuesPerMinute }) => number(falseCuesPerMinute, 2)],
  ['alerts', ({ falseAlerts }) => percent(falseAlerts)],
  ['agents', ({ agentsOverheated }) => percent(agentsOverheated)],
];
const WIDTH = 11;
const line = (name, cells) =>
  console.log(name.padEnd(10) + cells.map((cell) => cell.padStart(WIDTH)).join(''));
console.log(`\n${scores.length} calls, seeds ${seeds.join(', ')}`);
line(
  '',
  COLUMNS.map(([name]) => name),
);
for (const corpus of [...corpora, 'all']) {
  const own = scores.filter((score) => corpus === 'all' || score.corpus === corpus);
  const figures = figuresOf(own);
  line(
    corpus,
    COLUMNS.map(([, cell]) => cell(figures)),
  );
}
const { user, system } = process.cpuUsage(started);
const minutes = scores.reduce((sum, score) => sum + score.minutes, 0);
console.log(`
told: the caller's mode became caller_escalating while the caller was angry; once: exactly once, and never else.
after s: median and ninth decile from the first angry word; cooled: calm again by the end, and how long after the last one.
cued once: one escalation cue while the caller was angry. alerted: escalation_risk_high from the first angry turn on.
min calm: minutes in which nobody is angry or only the agent; false/min, cues/min: escalations and cues of trouble in them.
alerts: calls with an alert before any anger. agents: angry agents whose own mode was agent_overheated.
The caller's part was byte for byte the same beside a calm and an angry agent in ${identical.same} of ${identical.pairs} calls.
${minutes.toFixed(0)} minutes of two channels, ${((user + system) / 1e6).toFixed(0)} s of CPU.`);
