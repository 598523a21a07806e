/** Speech for the generator: half a minute per clip, from acted recordings if present, otherwise synthesized. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureSpeechDecoder } from '../../scripts/lib/speech.mjs';
import { encodePcm } from '../support/pcm.js';
import { decodeSpeech, hasSpeech, readIndex, speechRate, trimSilence } from '../support/speech.js';
import { synthesizeVoice } from '../support/voices.js';

const clipSeconds = 30;

const recorded = async (offset: number): Promise<Float32Array> => {
  const rows = (await readIndex()).filter(({ corpus }) => corpus === 'ravdess');
  const out = new Float32Array(clipSeconds * speechRate);
  let at = 0;
  for (let index = offset; at < out.length; index += 97) {
    const samples = trimSilence(await decodeSpeech(rows[index % rows.length]!.path));
    out.set(samples.subarray(0, out.length - at), at);
    at += samples.length;
  }
  return out;
};

/** Writes clips as raw 16 kHz PCM16. @returns their folder, their paths, and the source of the speech */
export const makeClips = async (
  count: number,
): Promise<{ folder: string; paths: string[]; source: string }> => {
  await ensureSpeechDecoder();
  const folder = await mkdtemp(join(tmpdir(), 'undertone-load-'));
  const paths: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const samples = hasSpeech
      ? await recorded(index * 13)
      : synthesizeVoice(index % 2 === 0 ? 'angry' : 'sad', clipSeconds, index);
    const path = join(folder, `${index}.pcm`);
    await writeFile(path, encodePcm(samples, 'pcm_s16le'));
    paths.push(path);
  }
  return { folder, paths, source: hasSpeech ? 'acted sentences (RAVDESS)' : 'synthesized voices' };
};
