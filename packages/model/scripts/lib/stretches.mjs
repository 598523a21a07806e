/** What a reader hears of every clip in a call: the relay's own speech gate says it. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensurePython } from '../../../../scripts/lib/python.mjs';
import { CACHE_DIR, runPython } from './python.mjs';

const LISTING = fileURLToPath(new URL('../../../../relay/lab/stretches.mjs', import.meta.url));

/** Decodes a folder's corpora into the cache and lists their clips; of no name, all with known labels. */
export async function listClips(folder, corpora, ...more) {
  const python = await ensurePython(['numpy', 'scipy', 'soundfile']);
  const args = [folder, '--cache', CACHE_DIR, '--corpora', corpora, ...more];
  return JSON.parse(await runPython(python, 'list_clips.py', args, { capture: true }));
}

/** @returns where the stretches are written, and of each clip's path its longest one: [first sample, end] */
export function listStretches(listed) {
  const name = Object.keys(listed.files).join('-');
  const clips = `${CACHE_DIR}/clips-${name}.json`;
  const file = `${CACHE_DIR}/stretches-${name}.json`;
  writeFileSync(clips, JSON.stringify(listed));
  const { status } = spawnSync(process.execPath, [LISTING, clips, file], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${LISTING} ended with ${status}`);
  const longest = ([first, ...rest]) =>
    rest.reduce((best, span) => (span[1] - span[0] > best[1] - best[0] ? span : best), first);
  const stretches = Object.entries(JSON.parse(readFileSync(file, 'utf8')));
  return {
    file,
    of: new Map(
      stretches.filter(([, spans]) => spans.length > 0).map(([path, spans]) => [path, longest(spans)]),
    ),
  };
}
