import type { WireEncoding } from '@undertone/protocol';
import { ALAW_TABLE, MULAW_TABLE } from './g711.js';

/**
 * Decodes `sampleCount` samples from the start of `payload` into `output`, full scale ±1. Floats beyond full scale are
 * clipped, as by a sound card.
 * @returns false if a float is NaN or infinite: that is not audio, and no number may replace it
 */
export const decodeInto = (
  encoding: WireEncoding,
  payload: Uint8Array,
  sampleCount: number,
  output: Float32Array,
): boolean => {
  switch (encoding) {
    case 'pcm_s16le':
      decodeInt16(payload, sampleCount, output);
      return true;
    case 'pcm_f32le':
      return decodeFloat32(payload, sampleCount, output);
    case 'mulaw':
      expand(MULAW_TABLE, payload, sampleCount, output);
      return true;
    case 'alaw':
      expand(ALAW_TABLE, payload, sampleCount, output);
      return true;
  }
};

const decodeInt16 = (payload: Uint8Array, sampleCount: number, output: Float32Array): void => {
  for (let i = 0; i < sampleCount; i++) {
    // Read as bytes, not as an Int16Array: the payload may start at an odd address, and the wire is always little-endian.
    const unsigned = (payload[2 * i] ?? 0) | ((payload[2 * i + 1] ?? 0) << 8);
    output[i] = ((unsigned << 16) >> 16) / 32_768;
  }
};

const decodeFloat32 = (payload: Uint8Array, sampleCount: number, output: Float32Array): boolean => {
  const view = new DataView(payload.buffer, payload.byteOffset, sampleCount * 4);
  for (let i = 0; i < sampleCount; i++) {
    const value = view.getFloat32(4 * i, true);
    if (!Number.isFinite(value)) return false;
    output[i] = Math.min(1, Math.max(-1, value));
  }
  return true;
};

const expand = (
  table: Float32Array,
  payload: Uint8Array,
  sampleCount: number,
  output: Float32Array,
): void => {
  for (let i = 0; i < sampleCount; i++) output[i] = table[payload[i] ?? 0] ?? 0;
};
