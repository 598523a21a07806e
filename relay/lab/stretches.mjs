/**
 * Where the relay's speech gate hears speech in every clip of a folder: the readers are fitted and scored on that, because it is
 * all that they hear in a call. `node relay/lab/stretches.mjs <clips.json> <file.json>` after `npm run build`.
 * Reads what training/list_clips.py of packages/model prints; writes {path: [[first sample, end sample], …]} at 16 kHz.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { useSimd } from '@undertone/prosody/simd';
import { readClip } from '../../packages/model/scripts/lib/predict.mjs';
import { commandLine } from '../../scripts/lib/command-line.mjs';
import { ChannelPipeline, createScratch } from '@undertone/hearing';

const { positionals } = commandLine({
  help: `
Usage: node relay/lab/stretches.mjs <clips.json> <file.json>

Lists what the relay's speech gate passes on of every clip.`,
  least: 2,
  most: 2,
  options: {},
});
const BLOCK_SAMPLES = 800;
const CHUNK_SAMPLES = 8_000;
/** A lead is kept as 16 bits: a block is found in the clip within their precision. */
const PRECISION = 1 / 30_000;
useSimd();
const scratch = createScratch(1_000);

function stretchesOf(audio) {
  const format = { encoding: 'pcm_f32le', sampleRate: 16_000, startMs: 0 };
  const pipeline = new ChannelPipeline(format, scratch, BLOCK_SAMPLES);
  const found = [];
  let blocks = 0;
  const sink = {
    fresh: () => (blocks = 0),
    block: (samples) => {
      if (blocks++ === 0) found.push([placeOf(audio, samples, found.at(-1)?.[1] ?? 0), 0]);
      const last = found.at(-1);
      last[1] = Math.min(audio.length, last[0] + blocks * BLOCK_SAMPLES);
    },
    end: () => undefined,
  };
  for (let start = 0; start < audio.length; start += CHUNK_SAMPLES) {
    const end = start + CHUNK_SAMPLES;
    pipeline.take(new Uint8Array(audio.slice(start, end).buffer), end >= audio.length, sink);
  }
  return found;
}

function placeOf(audio, block, from) {
  const first = Math.floor(from / BLOCK_SAMPLES) * BLOCK_SAMPLES;
  for (let start = first; start < audio.length; start += BLOCK_SAMPLES)
    if (block.every((sample, n) => Math.abs((audio[start + n] ?? 0) - sample) < PRECISION)) return start;
  throw new Error('the gate passed a block that is not in the clip');
}

const [list, file] = positionals;
const { files, clips } = JSON.parse(readFileSync(list, 'utf8'));
const handles = new Map();
const stretches = {};
for (const [n, clip] of clips.entries()) {
  stretches[clip.path] = stretchesOf(readClip(files, handles, clip));
  if (n % 2_000 === 1_999) console.error(`stretches: ${n + 1} of ${clips.length} clips`);
}
writeFileSync(file, JSON.stringify(stretches));
