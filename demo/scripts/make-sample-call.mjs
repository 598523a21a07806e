/**
 * Makes the sample call: two synthesized voices (espeak-ng), each on its own channel (sox), as Ogg Opus (opusenc). The
 * customer is calm, then angry, then calm again, by rate, pitch, level and timbre. Writes the two audio files and
 * `lines.json`, with the times of every line, to src/sample-call. It contains no real person's voice; we wrote the text.
 *
 * Usage: node demo/scripts/make-sample-call.mjs
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/sample-call/', import.meta.url));
const rateHz = 16_000;
const pauseMs = 450;
/** Level of the line hiss on each channel: a call is never digitally silent. */
const hissDb = -50;

const voices = { agent: 'en-gb+m3', customer: 'en-us+f2' };
/**
 * espeak-ng's words per minute and pitch (0 to 99), the level in dB after normalizing, and the timbre: a raised voice
 * is pressed, which adds upper harmonics; a soft voice has fewer of them.
 */
const moods = {
  calm: { rate: 150, pitch: 40, levelDb: -12, timbre: ['treble', '-5'] },
  rising: { rate: 180, pitch: 50, levelDb: -6, timbre: ['overdrive', '6', '10', 'treble', '+3'] },
  angry: { rate: 215, pitch: 56, levelDb: -1, timbre: ['overdrive', '15', '10', 'treble', '+6'] },
  cooling: { rate: 160, pitch: 44, levelDb: -10, timbre: ['treble', '-3'] },
};

const run = (command, args) => {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    if (error.code === 'ENOENT') {
      process.stderr.write(`${command} is missing: apt-get install espeak-ng sox opus-tools\n`);
      process.exit(1);
    }
    throw error;
  }
};

const work = mkdtempSync(join(tmpdir(), 'sample-call-'));
try {
  const { lines } = JSON.parse(readFileSync(join(folder, 'script.json'), 'utf8'));
  const parts = { agent: [], customer: [] };
  const timed = [];
  let atMs = 600;
  for (const [index, { speaker, mood, text }] of lines.entries()) {
    const { rate, pitch, levelDb, timbre } = moods[mood];
    const raw = join(work, `${index}-raw.wav`);
    const file = join(work, `${index}.wav`);
    run('espeak-ng', ['-v', voices[speaker], '-s', String(rate), '-p', String(pitch), '-w', raw, text]);
    run('sox', [
      raw,
      '-r',
      String(rateHz),
      '-c',
      '1',
      file,
      'silence',
      '1',
      '0',
      '0.1%',
      ...timbre,
      'norm',
      String(levelDb),
    ]);
    const durationMs = Math.round(Number(run('soxi', ['-D', file])) * 1000);
    timed.push({ speaker, text, startMs: atMs, endMs: atMs + durationMs });
    parts[speaker].push({ file, atMs });
    atMs += durationMs + pauseMs;
  }
  const totalS = (atMs + 600) / 1000;
  for (const [speaker, placed] of Object.entries(parts)) {
    const tracks = placed.map(({ file, atMs: startMs }, index) => {
      const padded = join(work, `${speaker}-${index}.wav`);
      run('sox', [file, padded, 'pad', String(startMs / 1000), 'trim', '0', String(totalS)]);
      return padded;
    });
    const hiss = join(work, `${speaker}-hiss.wav`);
    // -R makes the same noise in every run, so that the files change only when the script changes.
    const noise = ['synth', String(totalS), 'pinknoise', 'norm', String(hissDb)];
    run('sox', ['-R', '-n', '-r', String(rateHz), '-c', '1', '-b', '16', hiss, ...noise]);
    const whole = join(work, `${speaker}.wav`);
    run('sox', [
      '-R',
      '-m',
      '-v',
      '1',
      hiss,
      ...tracks.flatMap((t) => ['-v', '1', t]),
      whole,
      'trim',
      '0',
      String(totalS),
    ]);
    const target = join(folder, `${speaker}.ogg`);
    run('opusenc', [
      '--quiet',
      '--bitrate',
      '11',
      '--vbr',
      '--serial',
      '1',
      '--discard-comments',
      whole,
      target,
    ]);
    process.stdout.write(`${speaker}.ogg ${(statSync(target).size / 1000).toFixed(0)} kB\n`);
  }
  const json = JSON.stringify({ durationMs: Math.round(totalS * 1000), lines: timed }, null, 2);
  writeFileSync(join(folder, 'lines.json'), `${json}\n`);
  process.stdout.write(`${totalS.toFixed(1)} s\n`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
