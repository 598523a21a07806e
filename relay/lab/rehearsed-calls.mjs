/**
 * The calls that `evaluate:steering` and `evaluate:panel` play: real sentences laid out as scripted calls, each heard by the
 * readers of the fold that was not fitted on its speakers.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureProgram } from '../../scripts/lib/program.mjs';
import { decodeRecording } from '../../scripts/lib/speech.mjs';
import { PARTS_DIR } from '../../packages/model/scripts/lib/readers.mjs';
import { loadLab } from './load.mjs';
import { readersOf, readersWithout } from './reader-files.mjs';

/** Options that both commands take. */
export const CALL_OPTIONS = {
  corpora: { type: 'string', default: 'ravdess,emodb,nemo' },
  seeds: { type: 'string', default: '11' },
  speakers: { type: 'string' },
  models: { type: 'string' },
};
export const CALL_OPTIONS_HELP = `  --corpora a,b        corpora of index.csv (default ravdess,emodb,nemo)
  --seeds 11,12        which calls are drawn (default 11)
  --speakers n         the first n speakers of each corpus (default: all)
  --models folder      of npm run train, which makes readers that have not heard some speakers (default .cache/parts)`;

/** npm runs scripts in the workspace root, but a relative path is relative to where the command was typed. */
const typed = (path) => resolve(process.env.INIT_CWD ?? process.cwd(), path);

/**
 * @param path the folder with `index.csv`, as typed
 * @param values of {@link CALL_OPTIONS}, and `model`: a live reader for everybody
 * @returns the calls; the process ends where the folder is none
 */
export async function openCalls(path, values) {
  const folder = typed(path);
  if (!existsSync(join(folder, 'index.csv'))) {
    console.error(`there is no index.csv in ${folder}`);
    process.exit(2);
  }
  await ensureProgram('ffmpeg', 'decoding the sentences');
  const load = (file) => import(new URL(`../dist/${file}`, import.meta.url).href);
  const { createInferencePool } = await load('inference/pool/pool.js');
  const { threadHost } = await load('inference/pool/worker-host.js');
  const { planCalls, speakersOf } = await loadLab('rehearsal/call-plan.ts');
  const { castsOf } = await loadLab('rehearsal/casts.ts');
  const { readClipIndex } = await loadLab('rehearsal/clip.ts');

  const modelFolder = fileURLToPath(new URL('../../packages/model/', import.meta.url));
  const { folds } = JSON.parse(readFileSync(join(modelFolder, 'training/folds.json'), 'utf8'));
  const models =
    values.model === undefined
      ? folds.map((_, fold) =>
          readersWithout(values.models ? typed(values.models) : PARTS_DIR, `fold-${fold}`),
        )
      : [readersOf(typed(values.model))];
  const foldOf = (speaker) =>
    values.model === undefined ? folds.findIndex((fold) => fold.includes(speaker)) : 0;

  const corpora = values.corpora.split(',');
  const clips = readClipIndex(readFileSync(join(folder, 'index.csv'), 'utf8')).filter(({ corpus }) =>
    corpora.includes(corpus),
  );
  const corpusOf = (speaker) => clips.find((clip) => clip.speaker === speaker)?.corpus ?? '';
  const most = values.speakers === undefined ? Infinity : Number(values.speakers);
  const speakers = corpora.flatMap((corpus) =>
    speakersOf(clips.filter((clip) => clip.corpus === corpus && foldOf(clip.speaker) >= 0)).slice(0, most),
  );
  const seeds = values.seeds.split(',').map(Number);

  /** Visits every pair of caller and agent, with their calls and the model that may read them. */
  async function eachCast(visit) {
    for (const [fold, files] of models.entries()) {
      const pool = createInferencePool({ spawn: threadHost(files), workers: 1 });
      await pool.ready();
      for (const seed of seeds) {
        for (const { cast } of castsOf(speakers, corpusOf, foldOf, seed).filter(
          (each) => each.fold === fold,
        )) {
          const sounds = new Map();
          const soundOf = (clip) => {
            if (!sounds.has(clip.path)) sounds.set(clip.path, decodeRecording(join(folder, clip.path)));
            return sounds.get(clip.path);
          };
          await visit({ pool, cast, seed, plans: planCalls(clips, cast, seed), soundOf });
          process.stderr.write('.');
        }
      }
      await pool.close();
    }
  }
  return { corpora, seeds, corpusOf, eachCast };
}

/** Prints a table: its columns' names, then a line for each row. */
export function printTable(columns, rows, { first, width }) {
  const line = (name, cells) =>
    console.log(name.padEnd(first) + cells.map((cell) => cell.padStart(width)).join(''));
  line(
    '',
    columns.map(([name]) => name),
  );
  for (const [name, figures] of rows) {
    line(
      name,
      columns.map(([, cell]) => cell(figures)),
    );
  }
}
