/**
 * S5: CPU per second of uploaded audio, all features, of the whole relay with its decoding processes, next to ffmpeg's
 * decode of the same file alone. Relay and ffmpeg alternate, so that both run under the same conditions.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureProgram } from '../../scripts/lib/program.mjs';
import { audioFormats, encodeAudio } from '../support/audio-formats.js';
import type { RelayProcess } from '../support/relay-process.js';
import { RestClient } from '../support/rest-client.js';
import { someSpeech } from '../support/speech.js';
import { startRelay } from './relay-under-load.js';

export interface RestBenchOptions {
  readonly seconds: number;
  readonly rounds: number;
  /** A CPU list for taskset. */
  readonly cpus?: string;
}

const tickMs = 10;

/** CPU of a process and of every process it started, running or ended, ms. */
const treeCpuMs = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // utime, stime, and cutime, cstime of children that were waited for: fields 14 to 17 in proc(5).
  let ticks = [11, 12, 13, 14].reduce((sum, index) => sum + Number(fields[index]), 0);
  for (const task of await readdir(`/proc/${pid}/task`)) {
    const children = await readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '');
    for (const child of children.split(' ').filter(Boolean))
      ticks += (await treeCpuMs(Number(child))) / tickMs;
  }
  return ticks * tickMs;
};

/** CPU of one ffmpeg run that decodes a file to 16 kHz mono and discards the output, ms, as measured by the kernel. */
const ffmpegCpuMs = async (file: string, cpus: string | undefined): Promise<number> => {
  const decode = ['ffmpeg', '-v', 'error', '-benchmark', '-threads', '1', '-i', file];
  const line = [
    ...(cpus === undefined ? [] : ['taskset', '-c', cpus]),
    ...decode,
    '-ac',
    '1',
    '-ar',
    '16000',
  ];
  const child = spawn(line[0]!, [...line.slice(1), '-f', 's16le', '-y', '/dev/null', '-loglevel', 'info'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  await once(child, 'close');
  const match = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(log);
  if (match === null) throw new Error(`ffmpeg told no figures: ${log.slice(-300)}`);
  return 1_000 * (Number(match[1]) + Number(match[2]));
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? NaN;
const figure = (values: readonly number[]): string =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)})`;

const upload = async (client: RestClient, file: Uint8Array<ArrayBuffer>, mime: string): Promise<void> => {
  const path = '/v1/analyze/audio?vertical=contact_center&session_id=bench&diarize=false';
  const { status, json } = await client.send('POST', path, file, { 'content-type': mime });
  if (status !== 200) throw new Error(`HTTP ${status}: ${JSON.stringify(json).slice(0, 300)}`);
};

const measure = async (
  relay: RelayProcess,
  files: readonly { name: string; mime: string; path: string; bytes: Uint8Array<ArrayBuffer> }[],
  options: RestBenchOptions,
): Promise<void> => {
  const client = new RestClient(relay);
  console.log(`ms of CPU per second of audio, median of ${options.rounds} rounds (lowest–highest)`);
  console.log(
    `${'format'.padEnd(12)}${'relay, all features'.padEnd(24)}${'ffmpeg, decode alone'.padEnd(24)}ratio`,
  );
  for (const { name, mime, path, bytes } of files) {
    await upload(client, bytes, mime);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < options.rounds; round += 1) {
      const before = await treeCpuMs(relay.pid);
      await upload(client, bytes, mime);
      ours.push(((await treeCpuMs(relay.pid)) - before) / options.seconds);
      theirs.push((await ffmpegCpuMs(path, options.cpus)) / options.seconds);
    }
    const ratio = (median(ours) / median(theirs)).toFixed(1);
    console.log(`${name.padEnd(12)}${figure(ours).padEnd(24)}${figure(theirs).padEnd(24)}${ratio}`);
  }
  console.log('floor 12 ms; aim 2.5 ms for WAV, 4.5 ms for compressed formats');
};

export const main = async (options: RestBenchOptions): Promise<number> => {
  await ensureProgram('ffmpeg', 'the rival of this benchmark');
  const folder = await mkdtemp(join(tmpdir(), 'undertone-rest-'));
  const samples = await someSpeech(options.seconds);
  const files = [];
  for (const format of audioFormats) {
    const bytes = await encodeAudio(samples, format, 16_000, 1);
    if (bytes === undefined) throw new Error('this benchmark needs ffmpeg');
    const path = join(folder, `${format.name.replace(' ', '-')}.${format.extension}`);
    await writeFile(path, bytes);
    files.push({ ...format, path, bytes });
  }
  const relay = await startRelay(options.cpus);
  try {
    await measure(relay, files, options);
  } finally {
    await relay.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return 0;
};
