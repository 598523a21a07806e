import { syntheticVoice } from '@undertone/model/golden';

/** A synthetic voice, then silence, as 16-bit samples. */
export const voiceThenSilence = (voiceS: number, silenceS: number, seed = 1): Int16Array => {
  const voice = syntheticVoice(voiceS, seed);
  const samples = new Int16Array(voice.length + Math.round(silenceS * 16_000));
  samples.set(voice.map((sample) => Math.round(sample * 32_767)));
  return samples;
};

export const bytesOf = (samples: Int16Array | Float32Array): Uint8Array =>
  new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
