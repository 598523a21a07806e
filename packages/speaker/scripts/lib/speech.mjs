/** Clips of speakers outside training, and stretches of speech cut out of them. */
import { openSync, readSync } from 'node:fs';
import { SAMPLES_DIR, findPython, runPython } from './python.mjs';

export const RATE_HZ = 16_000;
const BLOCK = 800;
/** Blocks this far under a clip's loud ones are a pause. */
const PAUSE_DB = 26;

/** Numbers from 0 to 1 that repeat with their seed (mulberry32, public domain by T. Ettinger). */
export function seededRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** The clips of one part of training/split.json, each with `samples()`. */
export async function listSpeech(folder, part) {
  const python = findPython(['numpy', 'soundfile']);
  const { files, clips } = JSON.parse(
    await runPython(python, 'list_voices.py', [folder, '--samples', SAMPLES_DIR, '--part', part], {
      capture: true,
    }),
  );
  const handles = new Map();
  const samples = ({ corpus, start, length }) => {
    const { path, offset } = files[corpus];
    if (!handles.has(corpus)) handles.set(corpus, openSync(path, 'r'));
    const bytes = Buffer.alloc(length * 2);
    readSync(handles.get(corpus), bytes, 0, bytes.length, offset + start * 2);
    return Float32Array.from({ length }, (_, n) => bytes.readInt16LE(2 * n) / 32_768);
  };
  return clips.map((clip) => ({ ...clip, samples: () => samples(clip) }));
}

/** One flag per 50 ms: is it speech, by its level against the clip's loud parts. The clips are clean. */
export function loudBlocks(samples) {
  const count = Math.floor(samples.length / BLOCK);
  const levels = Array.from({ length: count }, (_, block) => {
    let sum = 1e-9;
    for (let n = block * BLOCK; n < (block + 1) * BLOCK; n += 1) sum += samples[n] * samples[n];
    return 10 * Math.log10(sum / BLOCK);
  });
  const loud = [...levels].sort((a, b) => a - b)[Math.floor(0.9 * count)] ?? 0;
  return levels.map((level) => level > loud - PAUSE_DB);
}

/** A clip without the silence before and after its speech. */
export function trimmed(samples) {
  const loud = loudBlocks(samples);
  const [first, last] = [loud.indexOf(true), loud.lastIndexOf(true)];
  return first < 0 ? samples : samples.slice(first * BLOCK, (last + 1) * BLOCK);
}

/** Waves one after the other. */
export function concatenate(waves) {
  const joined = new Float32Array(waves.reduce((sum, wave) => sum + wave.length, 0));
  let at = 0;
  for (const wave of waves) {
    joined.set(wave, at);
    at += wave.length;
  }
  return joined;
}

export function shuffled(items, random) {
  const copy = [...items];
  for (let n = copy.length - 1; n > 0; n -= 1) {
    const other = Math.floor(random() * (n + 1));
    [copy[n], copy[other]] = [copy[other], copy[n]];
  }
  return copy;
}

/** Rows by key, in order of first appearance. */
export function groupBy(rows, key) {
  const groups = new Map();
  for (const row of rows) {
    const name = key(row);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(row);
  }
  return groups;
}
