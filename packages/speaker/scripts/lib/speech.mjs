/** Clips of speakers outside training, and stretches of speech cut out of them. */
import { openSync, readSync } from 'node:fs';
import { filter, section } from './filters.mjs';
import { ensurePython } from '../../../../scripts/lib/python.mjs';
import { SAMPLES_DIR, runPython } from './python.mjs';

export const RATE_HZ = 16_000;
/** Samples of what is speech or pause as a whole: 50 ms. */
export const BLOCK = 800;
/** Blocks this far under a clip's loud ones are a pause. */
const PAUSE_DB = 26;
/** So many blocks are the shortest word, and how far over the level of nine blocks in ten it stands at most. */
const WORD_BLOCKS = 4;
const WORD_DB = 10;
/** Sounds that stand alone (100 ms of silence on either side) and are shorter than this are clicks. */
const LEAST_BLOCKS = 3;
/** Noise changes less than this, and speech stands so much over it. */
const STEADY_DB = 5;
const OVER_NOISE_DB = 6;

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

/** Level of every 50 ms above 300 Hz, dB: what lies under it is also hands on the microphone and wind. */
export function blockLevels(samples) {
  const heard = filter(samples.slice(), section('highpass', 300));
  return Array.from({ length: Math.floor(heard.length / BLOCK) }, (_, block) => {
    let sum = 1e-9;
    for (let n = block * BLOCK; n < (block + 1) * BLOCK; n += 1) sum += heard[n] * heard[n];
    return 10 * Math.log10(sum / BLOCK);
  });
}

/**
 * Level of a clip's loud parts, dB: what one block in ten exceeds; or, where a word is shorter than a tenth of its clip,
 * a little under the word, because that one block in ten is the room's noise there.
 */
export function loudLevel(levels) {
  const sorted = [...levels].sort((a, b) => b - a);
  const tenth = sorted[Math.ceil(0.1 * sorted.length) - 1] ?? 0;
  const word = sorted[Math.min(WORD_BLOCKS, sorted.length) - 1] ?? 0;
  return Math.max(tenth, word - WORD_DB);
}

/** Level of a clip's steady noise, dB: of its quietest third, where that hardly changes, as speech always does. */
function noiseLevel(levels) {
  const sorted = [...levels].sort((a, b) => a - b);
  const [low, high] = [0.05, 0.3].map((share) => sorted[Math.floor(share * sorted.length)] ?? 0);
  return high - low < STEADY_DB ? high : -Infinity;
}

/** One flag per 50 ms: is it speech, by its level against the clip's loud parts and its noise. Clicks are none. */
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
