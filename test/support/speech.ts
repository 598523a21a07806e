/** Test speech: acted sentences if there is a folder of labeled speech, otherwise two synthesized voices. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clip, readClipIndex } from '../../relay/lab/rehearsal/clip.js';
import { decodeRecording, hasSpeech, speechFolder } from '../../scripts/lib/speech.mjs';
import { synthesizeVoice } from './voices.js';

export const speechRate = 16_000;

/** A recording of the speech folder. */
export type SpeechRow = Clip;

export { hasSpeech };

/** Reads the index of the speech folder. */
export const readIndex = async (): Promise<SpeechRow[]> =>
  readClipIndex(await readFile(join(speechFolder, 'index.csv'), 'utf8'));

/** Samples of one recording, 16 kHz mono. */
export const decodeSpeech = (path: string): Promise<Float32Array> =>
  decodeRecording(join(speechFolder, path));

/** A sentence and the emotion it was spoken (or synthesized) with. */
export interface Sentence {
  label: 'angry' | 'sad';
  samples: Float32Array;
  source: string;
}

/** RAVDESS actors that say the same two sentences in every emotion: one man, one woman. */
const actors = ['ravdess-12', 'ravdess-11'];

/** Cuts silence below `floor` of the peak from both ends, keeping 50 ms. */
export const trimSilence = (samples: Float32Array, floor = 0.03): Float32Array => {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const loud = (sample: number) => Math.abs(sample) > floor * peak;
  const first = samples.findIndex(loud);
  let last = samples.length - 1;
  while (last > 0 && !loud(samples[last] ?? 0)) last -= 1;
  const margin = 0.05 * speechRate;
  return first < 0 ? samples : samples.subarray(Math.max(0, first - margin), last + margin);
};

/** Angry and sad sentences in turns, `count` of each. Prints a warning when the voices are synthesized, since those prove less. */
export const angryAndSad = async (count: number): Promise<Sentence[]> => {
  if (!hasSpeech) {
    console.warn(`no recordings in ${speechFolder}: using synthesized voices instead`);
    return Array.from({ length: 2 * count }, (_, index) => {
      const label = index % 2 === 0 ? 'angry' : 'sad';
      return { label, samples: synthesizeVoice(label, 3, index), source: 'synthesized' };
    });
  }
  const rows = (await readIndex()).filter((row) => row.corpus === 'ravdess' && row.intensity === 'strong');
  const pick = (label: string, index: number) => {
    const actor = actors[index % actors.length] ?? '';
    const own = rows.filter((row) => row.speaker === actor && row.label === label);
    const row = own[Math.floor(index / actors.length) % own.length];
    if (row === undefined) throw new Error(`no ${label} sentence of ${actor} in the index`);
    return row;
  };
  const sentences: Sentence[] = [];
  for (let index = 0; index < count; index += 1) {
    for (const label of ['angry', 'sad'] as const) {
      const row = pick(label, index);
      sentences.push({ label, samples: trimSilence(await decodeSpeech(row.path)), source: row.path });
    }
  }
  return sentences;
};

/** `seconds` of ordinary speech (all sentences in a row), at 16 kHz. */
export const someSpeech = async (seconds: number): Promise<Float32Array> => {
  const wanted = Math.round(seconds * speechRate);
  const sentences = await angryAndSad(Math.max(1, Math.ceil(seconds / 5)));
  const out = new Float32Array(wanted);
  let at = 0;
  for (let index = 0; at < wanted; index += 1) {
    const { samples } = sentences[index % sentences.length]!;
    out.set(samples.subarray(0, wanted - at), at);
    at += samples.length;
  }
  return out;
};
