/** Single-channel WAV files, for uploads and for Chromium's fake microphone. */
import { writeFile } from 'node:fs/promises';

const headerBytes = 44;

/** Converts float samples in [-1, 1] to 16-bit integers, rounded and clipped. */
export const toInt16 = (samples: Float32Array): Int16Array =>
  Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));

/** Pieces of sound, one after the other. */
export const joined = (parts: readonly Float32Array[]): Float32Array => {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** A file of one channel of PCM, 16 bits unless the samples are given as bytes of another width. */
export const wavBytes = (
  samples: Float32Array,
  sampleRate: number,
  data: Uint8Array = new Uint8Array(toInt16(samples).buffer),
  bits = 16,
): Uint8Array<ArrayBuffer> => {
  const bytes = Buffer.alloc(headerBytes + data.byteLength);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(headerBytes - 8 + data.byteLength, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20); // PCM
  bytes.writeUInt16LE(1, 22); // channels
  bytes.writeUInt32LE(sampleRate, 24);
  bytes.writeUInt32LE((sampleRate * bits) / 8, 28);
  bytes.writeUInt16LE(bits / 8, 32);
  bytes.writeUInt16LE(bits, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(data.byteLength, 40);
  bytes.set(data, headerBytes);
  return new Uint8Array(bytes);
};

/** Writes one channel of 16-bit PCM. */
export const writeWav = async (path: string, samples: Float32Array, sampleRate: number): Promise<void> => {
  await writeFile(path, wavBytes(samples, sampleRate));
};
