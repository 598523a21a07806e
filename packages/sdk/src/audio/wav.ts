/** Samples of one or more interleaved channels. Floats are between -1 and 1. */
export interface Pcm {
  /** 16-bit integers, or floats. */
  readonly samples: Int16Array | Float32Array;
  /** Hz. */
  readonly sampleRate: number;
  /** Default 1. */
  readonly channels?: number;
}

const HEADER_BYTES = 44;
const FORMAT = { integer: 1, float: 3 } as const;

/** Writes PCM as a WAV file (RIFF): 16-bit integers or 32-bit floats, like the samples. */
export const encodeWav = ({ samples, sampleRate, channels = 1 }: Pcm): Uint8Array<ArrayBuffer> => {
  const { BYTES_PER_ELEMENT: sampleBytes, byteLength } = samples;
  const wav = new Uint8Array(HEADER_BYTES + byteLength);
  const view = new DataView(wav.buffer);
  const text = (at: number, value: string): void => wav.set(new TextEncoder().encode(value), at);
  text(0, 'RIFF');
  view.setUint32(4, HEADER_BYTES - 8 + byteLength, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, samples instanceof Float32Array ? FORMAT.float : FORMAT.integer, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * sampleBytes, true);
  view.setUint16(32, channels * sampleBytes, true);
  view.setUint16(34, sampleBytes * 8, true);
  text(36, 'data');
  view.setUint32(40, byteLength, true);
  // Written sample by sample, because the file is little-endian on every machine.
  for (const [index, sample] of samples.entries()) {
    const at = HEADER_BYTES + index * sampleBytes;
    if (samples instanceof Float32Array) view.setFloat32(at, sample, true);
    else view.setInt16(at, sample, true);
  }
  return wav;
};
