/** `node packages/prosody/bench/resampler.mjs`: CPU of the conversion to 16 kHz per second of audio, as a page runs it and with vectors. */
import { Resampler } from '../dist/index.js';
import { useSimd } from '../dist/simd.js';
import { median, printTable } from './table.mjs';

const RATES = [8_000, 24_000, 44_100, 48_000];
const ROUNDS = 11;
const SECONDS = 20;

/** @returns a function that converts {@link SECONDS} of sound in pieces of half a second, and its CPU time in ms a second */
function converter(rateHz) {
  const resampler = new Resampler(rateHz);
  const input = Float32Array.from({ length: rateHz / 2 }, (_, n) => Math.sin(n / 3));
  const output = new Float32Array(resampler.maxOutput(input.length));
  return () => {
    const start = process.cpuUsage();
    for (let piece = 0; piece < 2 * SECONDS; piece++) resampler.process(input, output);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000 / SECONDS;
  };
}

const plain = RATES.map(converter);
useSimd();
const vectors = RATES.map(converter);
for (const run of [...plain, ...vectors]) run();
const times = RATES.map(() => ({ plain: [], vectors: [] }));
for (let round = 0; round < ROUNDS; round++)
  times.forEach((row, n) => {
    row.plain.push(plain[n]());
    row.vectors.push(vectors[n]());
  });
printTable(
  `Conversion to 16 kHz, CPU ms per second of audio, medians of ${ROUNDS} rounds in turn`,
  ['from', 'plain', 'with vectors', 'share'],
  RATES.map((rateHz, n) => [
    `${rateHz} Hz`,
    median(times[n].plain).toFixed(2),
    median(times[n].vectors).toFixed(2),
    median(times[n].plain.map((ms, round) => times[n].vectors[round] / ms)).toFixed(2),
  ]),
);
