export interface WavOptions {
  readonly sampleRateHz?: number;
  readonly channels?: number;
  readonly bits?: number;
  readonly tag?: number;
  /** Replaces the true size of the samples. */
  readonly dataSize?: number;
  /** Chunks that are put before the samples unchanged. */
  readonly chunks?: readonly Uint8Array[];
  readonly magic?: string;
  readonly extensible?: boolean;
}

/** Any WAV file, even one with a false header. */
export const wavFile = (samples: Uint8Array, options: WavOptions = {}): Uint8Array => {
  const { sampleRateHz = 16_000, channels = 1, bits = 16, tag = 1, extensible = false } = options;
  const format = Buffer.alloc(extensible ? 40 : 16);
  format.writeUInt16LE(extensible ? 0xfffe : tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(sampleRateHz >>> 0, 4);
  const blockAlign = channels * Math.ceil(bits / 8);
  format.writeUInt32LE((sampleRateHz * blockAlign) >>> 0, 8);
  format.writeUInt16LE(blockAlign & 0xffff, 12);
  format.writeUInt16LE(bits, 14);
  if (extensible) {
    format.writeUInt16LE(22, 16);
    format.writeUInt16LE(bits, 18);
    format.writeUInt16LE(tag, 24);
    format.set([0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xaa, 0, 0x38, 0x9b, 0x71], 26);
  }
  const data = Buffer.alloc(8);
  data.write('data', 'latin1');
  data.writeUInt32LE(options.dataSize ?? samples.length, 4);
  const parts = [riffChunk('fmt ', format), ...(options.chunks ?? []), data, samples];
  const riff = Buffer.from(`${options.magic ?? 'RIFF'}\0\0\0\0WAVE`, 'latin1');
  riff.writeUInt32LE(parts.reduce((sum, part) => sum + part.length, 4) >>> 0, 4);
  return Buffer.concat([riff, ...parts]);
};

export const riffChunk = (id: string, body: Uint8Array): Uint8Array => {
  const head = Buffer.alloc(8);
  head.write(id, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length & 1)]);
};

/** 16-bit samples, channels interleaved. */
export const pcm16 = (...channels: readonly Float32Array[]): Uint8Array => {
  const frames = channels[0]?.length ?? 0;
  const bytes = Buffer.alloc(frames * channels.length * 2);
  for (let i = 0; i < frames; i++) {
    channels.forEach((samples, channel) => {
      const value = Math.round(Math.min(1, Math.max(-1, samples[i] ?? 0)) * 32_767);
      bytes.writeInt16LE(value, 2 * (i * channels.length + channel));
    });
  }
  return bytes;
};
