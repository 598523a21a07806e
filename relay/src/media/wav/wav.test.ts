import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALAW_TABLE, MULAW_TABLE } from '@undertone/hearing';
import { MediaError } from '../common/media-error.js';
import { riffChunk, wavFile, type WavOptions } from '../testing/wav-file.js';
import { readWavLayout } from './wav-layout.js';
import { openWav } from './wav.js';

const samplesOf = (file: Uint8Array): number[][] => {
  const channels: number[][] = [];
  for (const block of openWav(file).blocks as Iterable<{ channels: Float32Array[] }>) {
    block.channels.forEach((samples, i) => (channels[i] ??= []).push(...samples));
  }
  return channels;
};
const bytes = (write: (buffer: Buffer) => void, length: number): Buffer => {
  const buffer = Buffer.alloc(length);
  write(buffer);
  return buffer;
};
const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'decoded';
  } catch (error) {
    if (error instanceof MediaError) return error.code;
    throw error;
  }
};

describe('WAV samples', () => {
  it.each([
    ['8 bit, unsigned', 8, 1, Buffer.from([0, 128, 192, 255]), [-1, 0, 0.5, 127 / 128]],
    [
      '16 bit',
      16,
      1,
      bytes((b) => [-32_768, 16_384].forEach((v, i) => b.writeInt16LE(v, 2 * i)), 4),
      [-1, 0.5],
    ],
    ['24 bit', 24, 1, Buffer.from([0, 0, 0x80, 0, 0, 0x40, 1, 0, 0]), [-1, 0.5, 2 ** -23]],
    [
      '32 bit',
      32,
      1,
      bytes((b) => [-(2 ** 31), 2 ** 30].forEach((v, i) => b.writeInt32LE(v, 4 * i)), 8),
      [-1, 0.5],
    ],
    [
      'float, clipped at full scale',
      32,
      3,
      bytes((b) => [-0.25, 7].forEach((v, i) => b.writeFloatLE(v, 4 * i)), 8),
      [-0.25, 1],
    ],
    ['double', 64, 3, bytes((b) => b.writeDoubleLE(0.125, 0), 8), [0.125]],
    ['µ-law', 8, 7, Buffer.from([0, 0x80, 0xff]), [0, 0x80, 0xff].map((code) => MULAW_TABLE[code]!)],
    ['A-law', 8, 6, Buffer.from([0x2a, 0xaa, 0xd5]), [0x2a, 0xaa, 0xd5].map((code) => ALAW_TABLE[code]!)],
  ] as const)('%s', (_, bits, tag, samples, expected) => {
    for (const extensible of [false, true]) {
      expect(samplesOf(wavFile(samples, { bits, tag, extensible }))).toEqual([[...expected]]);
    }
  });

  it('have 20 bits in three bytes, and 24 bits in four if block_align says so', () => {
    expect(samplesOf(wavFile(Buffer.from([0, 0, 0x40]), { bits: 20 }))).toEqual([[0.5]]);
    const wide = wavFile(Buffer.from([0, 0, 0, 0x40]), { bits: 24 });
    Buffer.from(wide.buffer, wide.byteOffset).writeUInt16LE(4, 32);
    expect(samplesOf(wide)).toEqual([[0.5]]);
  });

  it('are separated by channel', () => {
    expect(samplesOf(wavFile(Buffer.from([0, 128, 192, 0, 128, 192]), { bits: 8, channels: 3 }))).toEqual([
      [-1, -1],
      [0, 0],
      [0.5, 0.5],
    ]);
  });
});

describe('a WAV header', () => {
  const samples = Buffer.alloc(100, 1);
  const framesOf = (options: WavOptions, tail = Buffer.alloc(0)) =>
    readWavLayout(Buffer.concat([wavFile(samples, options), tail])).frames;

  it('may have chunks of odd length, which are padded, before the samples', () => {
    expect(
      framesOf({ chunks: [riffChunk('LIST', Buffer.alloc(7)), riffChunk('fact', Buffer.alloc(4))] }),
    ).toBe(50);
  });

  it('does not count chunks after the samples', () => {
    expect(framesOf({}, Buffer.from(riffChunk('LIST', Buffer.alloc(40))))).toBe(50);
  });

  it.each([0, 0xffff_ffff, 0xffff_ffdb, 0x7fff_f000, 0x7fff_ffff, 0x8000_0000])(
    'means samples up to the end if recorders left a data size of %d',
    (dataSize) => {
      expect(readWavLayout(wavFile(samples, { dataSize }))).toMatchObject({ frames: 50, truncated: false });
    },
  );

  it('means no samples if it has a data size of 0 before another chunk', () => {
    const file = Buffer.concat([wavFile(Buffer.alloc(0)), riffChunk('LIST', Buffer.alloc(40))]);
    expect(readWavLayout(file).frames).toBe(0);
  });

  it('has its size in ds64 if it is RF64', () => {
    const ds64 = Buffer.alloc(28);
    ds64.writeBigUInt64LE(60n, 8);
    expect(framesOf({ magic: 'RF64', dataSize: 0xffff_ffff, chunks: [riffChunk('ds64', ds64)] })).toBe(30);
  });

  it('gives the existing samples, marked as truncated, if its size is beyond the end', () => {
    expect(readWavLayout(wavFile(samples, { dataSize: 2 ** 30 }))).toMatchObject({
      frames: 50,
      truncated: true,
    });
  });

  it('leaves out an incomplete last frame', () => {
    expect(framesOf({ channels: 3 })).toBe(16);
  });

  it.each([
    ['0 channels', { channels: 0 }, 'undecodable_audio'],
    ['255 channels', { channels: 255 }, 'undecodable_audio'],
    ['65,535 channels', { channels: 65_535 }, 'undecodable_audio'],
    ['0 bits', { bits: 0 }, 'unsupported_audio_format'],
    ['40 bits', { bits: 40 }, 'unsupported_audio_format'],
    ['16-bit float', { bits: 16, tag: 3 }, 'unsupported_audio_format'],
    ['ADPCM', { tag: 2 }, 'unsupported_audio_format'],
    ['MP3 inside', { tag: 0x55 }, 'unsupported_audio_format'],
  ] as const)('is refused with %s', (_, options, code) => {
    expect(codeOf(() => readWavLayout(wavFile(samples, options)))).toBe(code);
  });

  it('is refused if samples are not numbers', () => {
    for (const value of [NaN, Infinity]) {
      const file = wavFile(
        bytes((b) => b.writeFloatLE(value, 0), 4),
        { bits: 32, tag: 3 },
      );
      expect(codeOf(() => samplesOf(file))).toBe('undecodable_audio');
    }
  });

  it('gives samples or a typed error after any mutation, and never more than the file holds', () => {
    const file = wavFile(samples, { chunks: [riffChunk('LIST', Buffer.alloc(10))], extensible: true });
    const mutation = fc.record({
      at: fc.integer({ min: 0, max: file.length - 1 }),
      value: fc.oneof(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), fc.integer({ min: 0, max: 255 })),
    });
    fc.assert(
      fc.property(
        fc.array(mutation, { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: file.length }),
        (changes, cut) => {
          const mutated = Buffer.from(file);
          for (const { at, value } of changes) mutated[at] = value;
          for (const candidate of [mutated, mutated.subarray(0, cut)]) {
            const code = codeOf(() => {
              const channels = samplesOf(candidate);
              expect(channels.length * (channels[0]?.length ?? 0)).toBeLessThanOrEqual(candidate.length);
            });
            expect(['decoded', 'undecodable_audio', 'unsupported_audio_format']).toContain(code);
          }
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
