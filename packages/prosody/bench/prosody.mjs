/** `npm run bench:prosody`: row S1 of BENCHMARKS.md. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import Meyda from 'meyda';
import { PitchDetector } from 'pitchy';
import { ProsodyExtractor } from '../dist/index.js';
import { useSimd } from '../dist/simd.js';
import { synthesizeSpeech } from '../dist/testing/index.js';
import { commandLine } from '../../../scripts/lib/command-line.mjs';
import { findProgram, installCommand } from '../../../scripts/lib/program.mjs';
import { ensureSpeechDecoder, hasSpeech, speechFolder } from '../../../scripts/lib/speech.mjs';
import { readCorpus } from '../scripts/corpus.mjs';
import { withWav } from '../scripts/praat.mjs';
import { median, printTable } from './table.mjs';

commandLine({
  help: `
Usage: npm run bench:prosody

Prints row S1: CPU milliseconds per second of audio for the full prosody vector at a 10 ms hop. It is measured in plain JavaScript, as
a page runs it, and with vectors, as the relay runs it. Beside them stand pitchy (F0 alone), Meyda (four features), and Praat where it
is installed or can be. Each of them runs once per round, in turn, on one CPU; the median and spread of 11 rounds are printed.
Floor 1.3 ms, aim .5 ms.`,
});

const ROUNDS = 11;
const HOP = 160;

if (
  isMainThread &&
  process.env.UNDERTONE_BENCH_PINNED === undefined &&
  spawnSync('taskset', ['-V']).status === 0
) {
  const env = { ...process.env, UNDERTONE_BENCH_PINNED: '1' };
  const cpu = String(cpus().length - 1);
  const child = spawnSync('taskset', ['-c', cpu, process.execPath, ...process.argv.slice(1)], {
    env,
    stdio: 'inherit',
  });
  process.exit(child.status ?? 1);
}

if (isMainThread) await ensureSpeechDecoder();
const { audio, source } = isMainThread ? loadAudio() : workerData;
const seconds = audio.length / 16_000;

function loadAudio() {
  if (!hasSpeech) {
    const { samples } = synthesizeSpeech({ phrases: Array(12).fill(8), pauseSeconds: 0.6 });
    return { audio: samples, source: `synthetic speech, because there is none in ${speechFolder}` };
  }
  const recordings = readCorpus(3, ['ravdess', 'emodb', 'librispeech']).map(({ samples }) => samples);
  const joined = new Float32Array(recordings.reduce((sum, samples) => sum + samples.length, 0));
  let at = 0;
  for (const samples of recordings) {
    joined.set(samples, at);
    at += samples.length;
  }
  return { audio: joined, source: 'ravdess, emodb and librispeech, 3 recordings each' };
}

let sink = 0;

/** Like a live stream: 40 ms chunks, a listener for every frame, and a sliding and a total summary every 250 ms. */
function ours() {
  const extractor = new ProsodyExtractor({}, { onFrame: (frame) => (sink += frame.f0Hz) });
  for (let from = 0; from < audio.length; from += 640) {
    extractor.push(audio.subarray(from, from + 640));
    if (from % 4_000 < 640) {
      sink += extractor.snapshot(3_000).voicedMs + extractor.snapshot().voicedMs;
      sink += extractor.quality().noiseDb;
    }
  }
  extractor.flush();
}

if (!isMainThread) {
  // Runs in its own thread, because a thread that has used both kinds of arithmetic runs neither as users do.
  useSimd();
  const { orders } = workerData;
  for (let done = 0; ; done++) {
    Atomics.wait(orders, 0, done);
    ours();
    Atomics.store(orders, 1, done + 1);
    Atomics.notify(orders, 1);
  }
}

const orders = new Int32Array(new SharedArrayBuffer(8));
const thread = new Worker(new URL(import.meta.url), { workerData: { audio, source, orders } });
function oursWithVectors() {
  const order = Atomics.add(orders, 0, 1);
  Atomics.notify(orders, 0);
  Atomics.wait(orders, 1, order);
}

const detector = PitchDetector.forFloat32Array(1024);
function pitchy() {
  for (let from = 0; from + 1024 <= audio.length; from += HOP) {
    sink += detector.findPitch(audio.subarray(from, from + 1024), 16_000)[0];
  }
}

Meyda.bufferSize = 512;
Meyda.sampleRate = 16_000;
function meyda() {
  for (let from = 0; from + 512 <= audio.length; from += HOP) {
    const features = Meyda.extract(
      ['rms', 'zcr', 'spectralCentroid', 'mfcc'],
      audio.subarray(from, from + 512),
    );
    sink += features.rms;
  }
}

function cpuMs(run) {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** CPU time of one Praat process, in ms, measured by the shell. */
function praatMs(path, what) {
  const script = join(import.meta.dirname, '../scripts/measure-all.praat');
  const { stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S"; time praat --run "$0" "$1" "$2"', script, path, what],
    {
      encoding: 'utf8',
    },
  );
  const [user, system] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return 1000 * (user + system);
}

const results = new Map();
function note(name, ms) {
  results.set(name, [...(results.get(name) ?? []), ms / seconds]);
}

function rounds(path) {
  for (const warmUp of [ours, oursWithVectors, pitchy, meyda, ours, oursWithVectors]) warmUp();
  for (let round = 0; round < ROUNDS; round++) {
    note('undertone, full vector', cpuMs(ours));
    note('undertone, with vectors', cpuMs(oursWithVectors));
    note('pitchy, F0 alone', cpuMs(pitchy));
    note('Meyda, 4 features', cpuMs(meyda));
    if (path === null) continue;
    const none = praatMs(path, 'none');
    note('Praat, F0 alone', praatMs(path, 'f0') - none);
    note('Praat, full vector', praatMs(path, 'all') - none);
  }
}

const rival = await findProgram('praat');
if (rival) withWav(audio, rounds);
else rounds(null);

const own = median(results.get('undertone, full vector'));
const model = /model name\s*:\s*(.*)/.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? 'unknown CPU';
printTable(
  `S1: CPU ms per second of audio (${seconds.toFixed(0)} s of ${source}; ${ROUNDS} rounds; ${model})`,
  ['', 'median', 'min', 'max', 'x ours'],
  [...results].map(([name, values]) => [
    name,
    median(values).toFixed(2),
    Math.min(...values).toFixed(2),
    Math.max(...values).toFixed(2),
    (median(values) / own).toFixed(1),
  ]),
);
for (const [name, values] of [...results].slice(0, 2)) {
  const ms = median(values);
  console.log(
    `  ${name}: floor 1.3, aim .5: ${ms <= 0.5 ? 'aim met' : ms <= 1.3 ? 'floor met' : 'FLOOR MISSED'}`,
  );
}
if (!rival) console.log(`  Praat is not installed, so its rows are missing: ${installCommand('praat')}`);
if (!Number.isFinite(sink)) process.exit(1);
await thread.terminate();
