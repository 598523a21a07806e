import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasProgram } from '../../../scripts/lib/program.mjs';

const SCRIPT = join(import.meta.dirname, 'measure.praat');
const SYLLABLES = join(import.meta.dirname, 'syllables.praat');

/** Whether `praat` (Debian package `praat`) is installed. */
export const havePraat = () => hasProgram('praat');

/** 16 kHz mono samples as a 16-bit WAV file. */
export function toWav(samples) {
  const wav = Buffer.alloc(44 + 2 * samples.length);
  wav.write('RIFF', 0);
  wav.writeUInt32LE(36 + 2 * samples.length, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(16_000, 24);
  wav.writeUInt32LE(32_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(2 * samples.length, 40);
  samples.forEach((value, i) => {
    wav.writeInt16LE(Math.max(-32_768, Math.min(32_767, Math.round(value * 32_768))), 44 + 2 * i);
  });
  return wav;
}

/** Samples of a 16 kHz mono 16-bit WAV file. */
export function fromWav(wav) {
  const data = wav.indexOf('data', 12, 'latin1');
  const samples = new Float32Array(wav.readUInt32LE(data + 4) / 2);
  for (let i = 0; i < samples.length; i++) samples[i] = wav.readInt16LE(data + 8 + 2 * i) / 32_768;
  return samples;
}

/** Gives `use` the path of a WAV file with the samples, and removes it afterwards. */
export function withWav(samples, use) {
  const folder = mkdtempSync(join(tmpdir(), 'undertone-praat-'));
  try {
    const path = join(folder, 'sound.wav');
    writeFileSync(path, toWav(samples));
    return use(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a Praat script on a file and returns what it printed. */
export function runPraat(script, ...parameters) {
  return execFileSync('praat', ['--run', script, ...parameters.map(String)], { encoding: 'utf8' });
}

/** Praat's measures of the samples: F0 per frame (0 unvoiced), jitter and shimmer as fractions, HNR in dB. */
export function measureWithPraat(samples, { floor = 75, ceiling = 500 } = {}) {
  return withWav(samples, (path) => {
    const result = { firstSeconds: 0, f0: [], jitter: null, shimmer: null, hnr: null, hnrCc: null };
    for (const line of runPraat(SCRIPT, path, floor, ceiling).split('\n')) {
      const [name, text] = line.split(' ');
      const value = Number(text);
      if (name === 'f0') result.f0.push(value);
      else if (name === 'first') result.firstSeconds = value;
      else if (name in result) result[name] = Number.isFinite(value) ? value : null;
    }
    return result;
  });
}

/** Syllable nuclei that the method of de Jong & Wempe finds in the samples. */
export function countSyllablesWithPraat(samples) {
  return withWav(samples, (path) => Number(runPraat(SYLLABLES, path).split(' ')[0]));
}
