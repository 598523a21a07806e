// @ts-check
/**
 * Writes relay/src/media/fixtures: a synthesized voice in every compressed format, so that the tests need no ffmpeg. This script
 * does. Run `npm run build` first.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { syntheticVoice } from '@undertone/model/golden';
import { commandLine } from '../../scripts/lib/command-line.mjs';

commandLine({
  help: `
Usage: node relay/scripts/media-fixtures.mjs

Writes relay/src/media/fixtures: a synthesized voice in every compressed format. Needs ffmpeg. After \`npm run build\`.`,
});

const SECONDS = 1.5;
const target = fileURLToPath(new URL('../src/media/fixtures/', import.meta.url));
const FORMATS = {
  flac: ['-c:a', 'flac', '-sample_fmt', 's16'],
  mp3: ['-c:a', 'libmp3lame', '-b:a', '64k', '-id3v2_version', '3'],
  'vorbis.ogg': ['-c:a', 'libvorbis', '-q:a', '3', '-f', 'ogg'],
  'opus.ogg': ['-c:a', 'libopus', '-b:a', '32k', '-f', 'ogg'],
  webm: ['-c:a', 'libopus', '-b:a', '32k', '-f', 'webm'],
  'aac.m4a': ['-c:a', 'aac', '-b:a', '64k', '-f', 'mp4'],
  'opus.m4a': ['-c:a', 'libopus', '-b:a', '32k', '-f', 'mp4'],
  'fragmented.m4a': ['-c:a', 'aac', '-b:a', '64k', '-f', 'mp4', '-movflags', 'frag_keyframe+empty_moov'],
};
/** Stereo: the right channel at half the level. */
const SHAPES = {
  'mono-16000': ['-ar', '16000'],
  'stereo-24000': ['-ar', '24000', '-af', 'pan=stereo|c0=c0|c1=0.5*c0'],
};

const folder = mkdtempSync(join(tmpdir(), 'undertone-fixtures-'));
const source = join(folder, 'voice.f32');
const voice = syntheticVoice(SECONDS, 1);
writeFileSync(source, Buffer.from(voice.buffer, voice.byteOffset, voice.byteLength));
mkdirSync(target, { recursive: true });
for (const [format, codec] of Object.entries(FORMATS)) {
  for (const [shape, filter] of Object.entries(SHAPES)) {
    const input = ['-f', 'f32le', '-ar', '16000', '-ac', '1', '-i', source];
    const plain = ['-bitexact', '-map_metadata', '-1'];
    const output = join(target, `${shape}.${format}`);
    execFileSync('ffmpeg', [
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
      ...input,
      ...filter,
      ...codec,
      ...plain,
      output,
    ]);
  }
}
rmSync(folder, { recursive: true });
