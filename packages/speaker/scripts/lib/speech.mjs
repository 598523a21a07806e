/** Clips of speakers, and stretches of speech cut from them. */
import { openSync, readSync } from 'node:fs';
import { filter, section } from './filters.mjs';
import { ensurePython } from '../../../../scripts/lib/python.mjs';
import { SAMPLES_DIR, runPython } from './python.mjs';

export { seededRandom } from '../../../../scripts/lib/random.mjs';

export const RATE_HZ = 16_000;
/** The samples of a block, which is either speech or pause: 50 ms. */
export const BLOCK = 800;
/** Blocks this far below a clip's loud blocks are a pause. */
const PAUSE_DB = 26;
/** The length of the shortest word in blocks, and how far above the level of nine blocks in ten it is at most. */
const WORD_BLOCKS = 4;
const WORD_DB = 10;
/** Isolated sounds (100 ms of silence on either side) that are shorter than this are clicks. */
const LEAST_BLOCKS = 3;
/** Noise varies less than this, and speech is this much above it. */
const STEADY_DB = 5;
const OVER_NOISE_DB = 6;

export const normal = (random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** The clips of one part of training/split.json, or of several (`train,test`), each with `samples()`. */
export async function listSpeech(folder, part) {
  const python = await ensurePython(['numpy', 'scipy', 'soundfile']);
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

/** The level of every 50 ms above 300 Hz in dB. Below 300 Hz there are also hands on the microphone and wind. */
export function blockLevels(samples) {
  const heard = filter(samples.slice(), section('highpass', 300));
  return Array.from({ length: Math.floor(heard.length / BLOCK) }, (_, block) => {
    let sum = 1e-9;
    for (let n = block * BLOCK; n < (block + 1) * BLOCK; n += 1) sum += heard[n] * heard[n];
    return 10 * Math.log10(sum / BLOCK);
  });
}

/**
 * The level of a clip's loud parts in dB: the level that one block in ten exceeds. When a word is shorter
 * than a tenth of its clip, one block in ten is the room's noise, so the level is a little below the word.
 */
export function loudLevel(levels) {
  const sorted = [...levels].sort((a, b) => b - a);
  const tenth = sorted[Math.ceil(0.1 * sorted.length) - 1] ?? 0;
  const word = sorted[Math.min(WORD_BLOCKS, sorted.length) - 1] ?? 0;
  return Math.max(tenth, word - WORD_DB);
}

/**
 * The level of a clip's steady noise in dB: that of its quietest third, if it hardly varies there. Speech
 * always varies.
 */
function noiseLevel(levels) {
  const sorted = [...levels].sort((a, b) => a - b);
  const [low, high] = [0.05, 0.3].map((share) => sorted[Math.floor(share * sorted.length)] ?? 0);
  return high - low < STEADY_DB ? high : -Infinity;
}

/**
 * One flag for each 50 ms: whether it is speech, by its level relative to the clip's loud parts and its
 * noise. Clicks are not speech.
 */
export function loudBlocks(samples) {
  const levels = blockLevels(samples);
  const pause = Math.max(loudLevel(levels) - PAUSE_DB, noiseLevel(levels) + OVER_NOISE_DB);
  const loud = levels.map((level) => level > pause);
  let from = -1;
  for (let block = 0; block <= loud.length; block += 1) {
    const near = [0, 1, 2].some((ahead) => loud[block + ahead]);
    if (near && from < 0 && loud[block]) from = block;
    if (near || from < 0) continue;
    if (block - from < LEAST_BLOCKS) loud.fill(false, from, block);
    from = -1;
  }
  return loud;
}

/** A clip without the silence before and after its speech. */
export function trimmed(samples) {
  const loud = loudBlocks(samples);
  const [first, last] = [loud.indexOf(true), loud.lastIndexOf(true)];
  return first < 0 ? samples : samples.slice(first * BLOCK, (last + 1) * BLOCK);
}

/** Joins waves in order. */
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
