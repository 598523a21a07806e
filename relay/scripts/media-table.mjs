// @ts-check
/**
 * Prints the table of relay/src/media/README.md: each format decoded by the relay and by ffmpeg. A tool for development: the relay
 * itself needs no ffmpeg. Run `npm run build` first.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Resampler } from '@undertone/prosody';
import { syntheticVoice } from '@undertone/model/golden';
import { decodeFile } from '../dist/media/decoding/decode-file.js';
import { openAudio } from '../dist/media/decoding/open-audio.js';
import { sniff } from '../dist/media/decoding/sniff.js';
import { commandLine } from '../../scripts/lib/command-line.mjs';

commandLine({
  help: `
Usage: node relay/scripts/media-table.mjs

Prints the table of relay/src/media/README.md: each format decoded by the relay and by ffmpeg. After \`npm run build\`.`,
});

const SECONDS = 60;
const PHRASE_SECONDS = 5;
const RATE_HZ = 48_000;
const FORMATS = [
  ['WAV, 16 bit', ['-c:a', 'pcm_s16le', '-f', 'wav']],
  ['FLAC', ['-c:a', 'flac', '-f', 'flac']],
  ['MP3, 64 kbit/s', ['-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'mp3']],
  ['Ogg Vorbis, q4', ['-c:a', 'libvorbis', '-q:a', '4', '-f', 'ogg']],
  ['Ogg Opus, 32 kbit/s', ['-c:a', 'libopus', '-b:a', '32k', '-f', 'ogg']],
  ['WebM Opus, 32 kbit/s', ['-c:a', 'libopus', '-b:a', '32k', '-f', 'webm']],
  ['M4A AAC, 64 kbit/s', ['-c:a', 'aac', '-b:a', '64k', '-f', 'mp4']],
  ['M4A Opus, 32 kbit/s', ['-c:a', 'libopus', '-b:a', '32k', '-f', 'mp4']],
];
const REQUEST = /** @type {const} */ ({ layout: 'mono', maxSeconds: 7_200 });

const folder = mkdtempSync(join(tmpdir(), 'undertone-media-'));
process.on('exit', () => rmSync(folder, { recursive: true }));

/** Through a file, since MP4 and MP3 headers are written last. */
function ffmpeg(args, bytes) {
  const [input, output] = [join(folder, 'input'), join(folder, 'output')];
  writeFileSync(input, bytes);
  execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', '-i', input, ...args, output]);
  return readFileSync(output);
}

function sourceWav() {
  const up = new Resampler(16_000, RATE_HZ);
  // Its pitch rises all the time: beyond 5 s it is no voice any more.
  const voice = Float32Array.from(
    Array.from({ length: SECONDS / PHRASE_SECONDS }, (_, i) => [...syntheticVoice(PHRASE_SECONDS, i)]).flat(),
  );
  const samples = new Float32Array(up.maxOutput(voice.length) + up.maxOutput(0));
  const written = up.process(voice, samples);
  const length = written + up.flush(samples, written);
  return ffmpeg(['-f', 'wav', '-c:a', 'pcm_s16le'], wavOf(samples.subarray(0, length)));
}

function wavOf(samples) {
  const header = Buffer.alloc(44);
  header.write('RIFF\0\0\0\0WAVEfmt ', 0, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(3, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE_HZ, 24);
  header.writeUInt32LE(RATE_HZ * 4, 28);
  header.writeUInt16LE(4, 32);
  header.writeUInt16LE(32, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)]);
}

async function decode(bytes) {
  const blocks = [];
  const info = await decodeFile(bytes, REQUEST, async ([mono]) => void blocks.push(mono.slice()));
  const audio = new Float32Array(blocks.reduce((sum, block) => sum + block.length, 0));
  blocks.reduce((offset, block) => (audio.set(block, offset), offset + block.length), 0);
  return { info, audio };
}

/** CPU milliseconds per minute of audio: decoding alone, and with mixing and resampling. */
async function speed(bytes) {
  const { container, codec } = sniff(bytes);
  const cpuMs = async (work) => {
    await work();
    const before = process.cpuUsage();
    for (let i = 0; i < 3; i++) await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 3_000 / (SECONDS / 60);
  };
  const alone = await cpuMs(async () => {
    for await (const block of (await openAudio(bytes, container, codec)).blocks) void block;
  });
  return { alone, all: await cpuMs(() => decodeFile(bytes, REQUEST, async () => undefined)) };
}

/** Where the two fit best, and what is left then, relative to the reference. */
function compare(ours, theirs) {
  const at = (lag, from, to) => {
    let rest = 0;
    let power = 0;
    for (let i = from; i < to; i++) {
      const reference = theirs[i] ?? 0;
      rest += ((ours[i + lag] ?? 0) - reference) ** 2;
      power += reference ** 2;
    }
    return 10 * Math.log10(rest / power);
  };
  let delay = 0;
  for (let lag = -2_500; lag <= 2_500; lag++)
    if (at(lag, 20_000, 24_000) < at(delay, 20_000, 24_000)) delay = lag;
  return { delay, errorDb: at(delay, 4_000, theirs.length - 8_000) };
}

async function outcome(bytes) {
  try {
    const { info } = await decode(bytes);
    return `${info.durationS.toFixed(1)} s${info.damaged ? ', marked' : ''}`;
  } catch (error) {
    return String(error.code ?? error);
  }
}

function flipped(bytes) {
  const copy = Buffer.from(bytes);
  for (let i = 1; i <= 20; i++) copy[Math.floor((copy.length * i) / 21)] ^= 0x10;
  return copy;
}

process.stdout.write(
  '| format | error | delay | length | decode | all | cut in half | 20 bits flipped | first 1 kB |\n|---|---|---|---|---|---|---|---|---|\n',
);
const source = sourceWav();
for (const [name, args] of FORMATS) {
  const bytes = ffmpeg(args, source);
  const { audio, info } = await decode(bytes);
  const reference = (await decode(ffmpeg(['-c:a', 'pcm_f32le', '-f', 'wav'], bytes))).audio;
  const { delay, errorDb } = compare(audio, reference);
  const { alone, all } = await speed(bytes);
  const cells = [
    name,
    errorDb === -Infinity ? 'none' : `${errorDb.toFixed(0)} dB`,
    `${delay}`,
    `${(info.durationS - SECONDS).toFixed(3)}`,
    `${alone.toFixed(0)} ms`,
    `${all.toFixed(0)} ms`,
    await outcome(bytes.subarray(0, bytes.length >> 1)),
    await outcome(flipped(bytes)),
    await outcome(bytes.subarray(0, 1_000)),
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
