/**
 * Plays scripted calls of real sentences through the relay's inference and call analysis, and compares two panels that show them:
 * one whose parts each read the newest message, and the one that follows the mood. `--help` lists the options.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { ensureProgram } from '../../scripts/lib/program.mjs';
import { decodeRecording } from '../../scripts/lib/speech.mjs';
import { loadLab } from './load.mjs';

const { values, positionals } = commandLine({
  help: `
Usage: npm run evaluate:panel -- <folder with index.csv> [options]

Plays calls of real sentences and prints what a panel shows of them, with and without the mood: headline changes a minute,
seconds until real anger shows, false alarms an hour of calm talk, and how often two parts of the panel disagree.

  --corpora a,b        corpora of index.csv (default ravdess,emodb,nemo)
  --seeds 11,12        which calls are drawn (default 11)
  --speakers n         the first n speakers of each corpus (default: all)`,
  least: 1,
  most: 1,
  options: {
    corpora: { type: 'string', default: 'ravdess,emodb,nemo' },
    seeds: { type: 'string', default: '11' },
    speakers: { type: 'string' },
  },
});
const built = new URL('../dist/', import.meta.url);
// npm runs scripts in the workspace root, but a relative folder is relative to where the command was typed.
const folder = resolve(process.env.INIT_CWD ?? process.cwd(), positionals[0]);
if (!existsSync(join(folder, 'index.csv'))) {
  console.error(`there is no index.csv in ${folder}`);
  process.exit(2);
}
await ensureProgram('ffmpeg', 'decoding the sentences');

const load = (path) => import(new URL(path, built).href);
const { createInferencePool } = await load('inference/pool/pool.js');
const { threadHost } = await load('inference/pool/worker-host.js');
const { planCalls, speakersOf } = await loadLab('rehearsal/call-plan.ts');
const { layOut } = await loadLab('rehearsal/call-audio.ts');
const { castsOf } = await loadLab('rehearsal/casts.ts');
const { readClipIndex } = await loadLab('rehearsal/clip.ts');
const { analyzeCall, rehearse, rehearsalConfig } = await loadLab('rehearsal/rehearse.ts');
const { newestMessages, oneMood, panelFigures, scorePanel } = await loadLab('rehearsal/panel-score.ts');

const modelFolder = fileURLToPath(new URL('../../packages/model/', import.meta.url));
const { folds } = JSON.parse(readFileSync(join(modelFolder, 'training/folds.json'), 'utf8'));
const corpora = values.corpora.split(',');
const clips = readClipIndex(readFileSync(join(folder, 'index.csv'), 'utf8')).filter(({ corpus }) =>
  corpora.includes(corpus),
);
const corpusOf = (speaker) => clips.find((clip) => clip.speaker === speaker)?.corpus ?? '';
const foldOf = (speaker) => folds.findIndex((fold) => fold.includes(speaker));
const most = values.speakers === undefined ? Infinity : Number(values.speakers);
const speakers = corpora.flatMap((corpus) =>
  speakersOf(clips.filter((clip) => clip.corpus === corpus && foldOf(clip.speaker) >= 0)).slice(0, most),
);
const seeds = values.seeds.split(',').map(Number);
const panels = { 'newest message': newestMessages, 'one mood': oneMood };
const scores = [];
for (let fold = 0; fold < folds.length; fold++) {
  const modelPath = join(modelFolder, `models/folds/fold-${fold}.onnx`);
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
    if (!sounds.has(clip.path)) sounds.set(clip.path, decodeRecording(join(folder, clip.path)));
    return sounds.get(clip.path);
  };
  // The agent is not analyzed, as in most calls; so one who gets angry makes no difference.
  for (const plan of planCalls(clips, cast, seed).filter(({ kind }) => kind !== 'angry_agent')) {
    const { channels, lines, durationMs } = await layOut(plan, once);
    const { told } = await rehearse(await analyzeCall(pool, channels), rehearsalConfig(false));
    for (const [panel, follow] of Object.entries(panels)) {
      const score = scorePanel(plan.kind, lines, durationMs, told, follow());
      scores.push({ ...score, panel, corpus: corpusOf(cast.caller) });
    }
  }
  process.stderr.write('.');
}

const COLUMNS = [
  ['calls', ({ calls }) => String(calls)],
  ['minutes', ({ minutes }) => minutes.toFixed(0)],
  ['changes/min', ({ changesPerMinute }) => changesPerMinute.toFixed(1)],
  ['anger shown', ({ shown }) => shown],
  ['after s', ({ delayMedianS, delayP90S }) => `${delayMedianS.toFixed(1)}/${delayP90S.toFixed(1)}`],
  ['false/hour', ({ falseAlarmsPerHour }) => falseAlarmsPerHour.toFixed(1)],
  ['disagree/min', ({ disagreementsPerMinute }) => disagreementsPerMinute.toFixed(2)],
  ['of time', ({ disagreementShare }) => `${(100 * disagreementShare).toFixed(1)} %`],
];
const line = (name, cells) => console.log(name.padEnd(26) + cells.map((cell) => cell.padStart(13)).join(''));
console.log(`\nseeds ${seeds.join(', ')}`);
line(
  '',
  COLUMNS.map(([name]) => name),
);
for (const corpus of [...corpora, 'all']) {
  for (const panel of Object.keys(panels)) {
    const own = scores.filter(
      (score) => score.panel === panel && (corpus === 'all' || score.corpus === corpus),
    );
    if (own.length === 0) continue;
    const figures = panelFigures(own);
    line(
      `${corpus}, ${panel}`,
      COLUMNS.map(([, cell]) => cell(figures)),
    );
  }
}
console.log(`
changes: of the headline. anger shown: calls whose panel was red while the caller was angry; after s: median and ninth decile from
the first angry word. false/hour: reds that began while the caller was calm, per hour of calm talk. disagree: stretches in which
one part said heated and another even or unclear, and their share of the calls.`);
