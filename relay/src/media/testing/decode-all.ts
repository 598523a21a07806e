import { decodeFile, type AudioInfo, type DecodeRequest } from '../decoding/decode-file.js';

/** Decodes all samples of each channel in this process, without a pool or a pipe. */
export const decodeAll = async (
  bytes: Uint8Array,
  request: Partial<DecodeRequest> = {},
): Promise<{ info: AudioInfo; audio: Float32Array[] }> => {
  const parts: Float32Array[][] = [];
  const info = await decodeFile(bytes, { layout: 'mono', maxSeconds: 60, ...request }, (channels) => {
    channels.forEach((samples, i) => (parts[i] ??= []).push(samples.slice()));
    return Promise.resolve();
  });
  return { info, audio: parts.map(joined) };
};

const joined = (parts: readonly Float32Array[]): Float32Array =>
  Float32Array.from(parts.flatMap((part) => Array.from(part)));

/** The error of `audio` relative to `reference`, dB. It is -Infinity if they are equal. The edges are left out. */
export const errorDb = (audio: Float32Array, reference: Float32Array, gain = 1): number => {
  let rest = 0;
  let power = 0;
  for (let i = 1_600; i < reference.length - 1_600; i++) {
    const wanted = (reference[i] ?? 0) * gain;
    rest += ((audio[i] ?? 0) - wanted) ** 2;
    power += wanted ** 2;
  }
  return 10 * Math.log10(rest / power);
};
