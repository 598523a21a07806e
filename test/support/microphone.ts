/** Sentences on one recording for Chromium's fake microphone, with the start of each. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sentence, speechRate } from './speech.js';
import { writeWav } from './wav.js';

export interface Placed {
  label: Sentence['label'];
  startMs: number;
  endMs: number;
}

export interface MicrophoneFile {
  path: string;
  placed: Placed[];
  samples: Float32Array;
  durationMs: number;
}

/** Writes the sentences with a pause before each. */
export const recordMicrophone = async (
  sentences: readonly Sentence[],
  pauseMs = 1_000,
): Promise<MicrophoneFile> => {
  const pause = (pauseMs * speechRate) / 1000;
  const total = sentences.reduce((sum, { samples }) => sum + pause + samples.length, 0);
  const samples = new Float32Array(total);
  const placed: Placed[] = [];
  let at = 0;
  for (const sentence of sentences) {
    at += pause;
    samples.set(sentence.samples, at);
    const startMs = (at * 1000) / speechRate;
    at += sentence.samples.length;
    placed.push({ label: sentence.label, startMs, endMs: (at * 1000) / speechRate });
  }
  const folder = await mkdtemp(join(tmpdir(), 'undertone-microphone-'));
  const path = join(folder, 'microphone.wav');
  await writeWav(path, samples, speechRate);
  return { path, placed, samples, durationMs: (total * 1000) / speechRate };
};

/** Where a recording first gets loud, ms. It aligns the audio a page sent with the audio its microphone played. */
export const onsetMs = (samples: Float32Array, sampleRate = speechRate): number => {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return (samples.findIndex((sample) => Math.abs(sample) > 0.1 * peak) * 1000) / sampleRate;
};
