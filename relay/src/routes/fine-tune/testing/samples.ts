import { syntheticVoice } from '@undertone/model/golden';
import { bytesOf } from '../../../inference/testing/voice.js';
import { wavFile } from '../../../media/testing/wav-file.js';

const RATE = 16_000;

/** One voice; `excited` voices are a fifth higher and faster. */
export const sampleWav = (label: 'calm' | 'excited', seed: number, seconds = 1.2): Uint8Array => {
  const voice = syntheticVoice(seconds * 1.5 + 0.1, seed);
  const step = label === 'calm' ? 1 : 1.5;
  const samples = Int16Array.from({ length: Math.round(seconds * RATE) }, (_, i) =>
    Math.round(32_767 * 0.8 * (voice[Math.round(i * step)] ?? 0)),
  );
  return new Uint8Array(wavFile(bytesOf(samples)));
};

export const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export interface SentSample {
  readonly id: string;
  readonly label: string;
  readonly speaker_id?: string;
  readonly audio_base64?: string;
  readonly audio_url?: string;
}

/** The requested number of samples for each label, from two people. */
export const samplesOf = (each: number): SentSample[] =>
  (['calm', 'excited'] as const).flatMap((label) =>
    Array.from({ length: each }, (_, n) => ({
      id: `${label}-${n}`,
      label,
      speaker_id: n % 2 === 0 ? 'ada' : 'ben',
      audio_base64: base64Of(sampleWav(label, n + 1)),
    })),
  );
