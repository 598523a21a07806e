/** The same sentence in every format the service reads, encoded by ffmpeg from samples. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { writeWav } from './wav.js';

const execute = promisify(execFile);

export interface AudioFormat {
  name: string;
  mime: string;
  extension: string;
  /** ffmpeg's options for the codec. */
  options: readonly string[];
  /** Rates the codec supports; if absent, all. */
  rates?: readonly number[];
}

const opusRates = [8_000, 16_000, 24_000, 48_000];

export const audioFormats: readonly AudioFormat[] = [
  { name: 'WAV', mime: 'audio/wav', extension: 'wav', options: ['-c:a', 'pcm_s16le'] },
  { name: 'MP3', mime: 'audio/mpeg', extension: 'mp3', options: ['-c:a', 'libmp3lame', '-b:a', '64k'] },
  { name: 'OGG Vorbis', mime: 'audio/ogg', extension: 'ogg', options: ['-c:a', 'libvorbis', '-q:a', '5'] },
  {
    name: 'OGG Opus',
    mime: 'audio/ogg',
    extension: 'ogg',
    options: ['-c:a', 'libopus', '-b:a', '48k'],
    rates: opusRates,
  },
  {
    name: 'WebM',
    mime: 'audio/webm',
    extension: 'webm',
    options: ['-c:a', 'libopus', '-b:a', '48k'],
    rates: opusRates,
  },
  { name: 'FLAC', mime: 'audio/flac', extension: 'flac', options: ['-c:a', 'flac'] },
  { name: 'M4A', mime: 'audio/mp4', extension: 'm4a', options: ['-c:a', 'aac', '-b:a', '64k'] },
];

/** Encodes 16 kHz samples. @returns undefined when this machine has no ffmpeg */
export const encodeAudio = async (
  samples: Float32Array,
  format: AudioFormat,
  sampleRate: number,
  channels: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const folder = await mkdtemp(join(tmpdir(), 'undertone-format-'));
  try {
    const input = join(folder, 'input.wav');
    const output = join(folder, `output.${format.extension}`);
    await writeWav(input, samples, 16_000);
    const shape = ['-ac', String(channels), '-ar', String(sampleRate)];
    await execute('ffmpeg', ['-v', 'error', '-i', input, ...shape, ...format.options, output]);
    return new Uint8Array(await readFile(output));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
