import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MediaError, SUPPORTED_FORMATS } from '../common/media-error.js';
import { sniff } from './sniff.js';
import { NOT_AUDIO } from '../testing/hostile-files.js';
import { wavFile } from '../testing/wav-file.js';

const folder = new URL('../fixtures/', import.meta.url);
const codeOf = (bytes: Uint8Array): string => {
  try {
    const { container, codec } = sniff(bytes);
    return codec === undefined ? container : `${container}/${codec}`;
  } catch (error) {
    if (error instanceof MediaError) return error.code;
    throw error;
  }
};

describe('sniff', () => {
  it.each(readdirSync(folder).map((name) => [name]))('recognizes %s by its bytes', (name) => {
    const expected: Record<string, string> = {
      flac: 'flac/flac',
      mp3: 'mp3/mp3',
      'vorbis.ogg': 'ogg/vorbis',
      'opus.ogg': 'ogg/opus',
      webm: 'webm',
      'aac.m4a': 'mp4/aac',
      'opus.m4a': 'mp4/opus',
      'fragmented.m4a': 'mp4/aac',
    };
    expect(codeOf(readFileSync(new URL(name, folder)))).toBe(expected[name.split('.').slice(1).join('.')]);
  });

  it.each(['RIFF', 'RF64', 'BW64'])('recognizes %s with WAVE as a WAV file', (magic) => {
    expect(codeOf(wavFile(new Uint8Array(4), { magic }))).toBe('wav');
  });

  it('recognizes MP3 without a tag, after several tags, and after a little junk', () => {
    const mp3 = readFileSync(new URL('mono-16000.mp3', folder));
    const bare = mp3.subarray(mp3.indexOf(Buffer.from([0xff, 0xf3])));
    const tag = Buffer.from('ID3\u0003\0\0\0\0\0\u0005hello', 'latin1');
    for (const front of [Buffer.alloc(0), tag, Buffer.concat([tag, tag]), Buffer.alloc(300)]) {
      expect(codeOf(Buffer.concat([front, bare]))).toBe('mp3/mp3');
    }
  });

  it.each(NOT_AUDIO)('refuses %s, which is not audio whatever its name', (_, bytes) => {
    expect(codeOf(bytes)).toBe('unsupported_audio_format');
  });

  it('reports an empty file as undecodable', () => {
    expect(codeOf(new Uint8Array(0))).toBe('undecodable_audio');
  });

  it('lists the supported formats', () => {
    expect(() => sniff(Buffer.from('#EXTM3U'))).toThrow(
      expect.objectContaining({ supportedFormats: SUPPORTED_FORMATS, retryable: false }) as Error,
    );
  });

  it('answers any bytes with a format or a typed error', () => {
    const magic = fc.constantFrom(
      '',
      'RIFF\0\0\0\0WAVE',
      'OggS',
      'fLaC',
      'ID3',
      '\x1aE\xdf\xa3',
      '\0\0\0\x08ftyp',
      '\xff\xfb\x90\x44',
    );
    fc.assert(
      fc.property(magic, fc.uint8Array({ maxLength: 400 }), (head, tail) => {
        expect(codeOf(Buffer.concat([Buffer.from(head, 'latin1'), tail]))).toMatch(/^[a-z0-9_/]+$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
