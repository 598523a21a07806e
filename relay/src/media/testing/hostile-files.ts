import { readFileSync } from 'node:fs';
import { constantFlac } from './flac-file.js';
import { oggPage, opusHeaders, silentOpus } from './ogg-file.js';
import { riffChunk, wavFile } from './wav-file.js';

type Case = readonly [name: string, bytes: Uint8Array];

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');
const fixture = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
/** Repeatable noise (Numerical Recipes, eq. 7.1.5). */
const noise = (length: number, seed: number): Buffer => {
  let state = seed;
  return Buffer.from(
    Array.from({ length }, () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24),
  );
};

/** Files that make a player open other files, and files of other types. */
export const NOT_AUDIO: readonly Case[] = [
  ['an M3U playlist', latin1('#EXTM3U\n#EXTINF:1,a\nfile:///etc/passwd\n')],
  ['an HLS playlist', latin1('#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nhttp://169.254.169.254/\n')],
  ['a PLS playlist', latin1('[playlist]\nFile1=/etc/passwd\n')],
  ['an ffconcat script', latin1("ffconcat version 1.0\nfile '/etc/passwd'\n")],
  ['a concat list', latin1("file '/etc/passwd'\n")],
  ['an SDP description', latin1('v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\nm=audio 5004 RTP/AVP 0\r\n')],
  [
    'an SVG image',
    latin1('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
  ],
  ['XML', latin1('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')],
  ['a DASH manifest', latin1('<MPD><Period><BaseURL>http://127.0.0.1/</BaseURL></Period></MPD>')],
  ['a SMIL playlist', latin1('<smil><body><audio src="/etc/passwd"/></body></smil>')],
  ['an HTML page', latin1('<!doctype html><title>404</title>')],
  ['JSON', latin1('{"audio":"https://example.com/a.wav"}')],
  ['text', latin1('This is not audio. '.repeat(400))],
  ['a ZIP archive', latin1('PK\x03\x04\x14\0\0\0\x08\0')],
  ['gzip', latin1('\x1f\x8b\x08\0\0\0\0\0\0\x03')],
  ['a program', latin1('\x7fELF\x02\x01\x01\0')],
  ['a PNG image', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['an AVI film', latin1('RIFF\x24\0\0\0AVI LIST')],
  ['a big-endian RIFX', latin1('RIFX\0\0\0\x24WAVEfmt ')],
  ['AIFF', latin1('FORM\0\0\0\x24AIFFCOMM')],
  ['AMR', latin1('#!AMR\n\x0c')],
  ['MIDI', latin1('MThd\0\0\0\x06\0\x01')],
  ['raw AAC (ADTS)', Buffer.concat([latin1('\xff\xf1\x50\x80\x02\x1f\xfc'), Buffer.alloc(20)])],
  ['Ogg Theora', oggPage([latin1('\x80theora\x03\x02\x01')], { flags: 2 })],
  ['Ogg FLAC', oggPage([latin1('\x7fFLAC\x01\0')], { flags: 2 })],
  ['zeros', Buffer.alloc(4_096)],
  ['noise', noise(65_536, 5)],
  ['one byte', latin1('R')],
  ['an ID3 tag and nothing', latin1('ID3\x03\0\0\0\0\0\x05hello')],
  ['one MP3 sync word in text', latin1(`hello \xff\xfb\x90\x44${'x'.repeat(2_000)}`)],
];

const truncated = (name: string, bytes: number): Case => [
  `${name} cut after ${bytes} bytes`,
  fixture(name).subarray(0, bytes),
];
const garbage = (name: string, head: number): Case => [
  `noise behind ${head} good bytes of ${name}`,
  Buffer.concat([fixture(name).subarray(0, head), noise(20_000, head)]),
];
const patched = (name: string, bytes: Uint8Array, at: number, patch: readonly number[]): Case => {
  const copy = Buffer.from(bytes);
  copy.set(patch, at);
  return [name, copy];
};

const wav = wavFile(Buffer.alloc(32_000, 3));

/** Good headers, each followed by the work of half a million samples and a wrong checksum. */
const patchedFrames = (frames: number): Uint8Array => {
  const file = Buffer.from(constantFlac(frames));
  const frameBytes = (file.length - 42) / frames;
  for (let frame = 1; frame <= frames; frame++)
    file[42 + frame * frameBytes - 1] = (file[42 + frame * frameBytes - 1] ?? 0) ^ 1;
  return file;
};

const renamed = (name: string, from: string, to: string): Uint8Array => {
  const copy = Buffer.from(fixture(name));
  copy.write(to, copy.indexOf(from), 'latin1');
  return copy;
};

/** Files that begin like audio but hold none that could be analyzed, each with its error code. */
export const DAMAGED: readonly (readonly [...Case, code: string])[] = [
  ...(
    [
      ['a WAV header without samples', wavFile(new Uint8Array(0))],
      ['a WAV file cut in its header', wav.subarray(0, 30)],
      ['a WAV file of RIFF alone', wav.subarray(0, 12)],
      [
        'a WAV file with samples before its format',
        Buffer.concat([wav.subarray(0, 12), riffChunk('data', Buffer.alloc(99))]),
      ],
      [
        'a WAV file of chunks without samples',
        Buffer.concat([wav.subarray(0, 36), riffChunk('LIST', Buffer.alloc(99))]),
      ],
      ['a WAV chunk of 4 GB before the samples', patched('', wav, 16, [0xff, 0xff, 0xff, 0xff])[1]],
      ['a WAV file with 0 channels', patched('', wav, 22, [0, 0])[1]],
      ['a WAV file with 255 channels', patched('', wav, 22, [255, 0])[1]],
      ['a WAV file with 65,535 channels', patched('', wav, 22, [255, 255])[1]],
      ['a WAV file with a rate of 0', patched('', wav, 24, [0, 0, 0, 0])[1]],
      ['a WAV file with a rate of 4e9', patched('', wav, 24, [0, 0x28, 0x6b, 0xee])[1]],
      ['a WAV file with a rate of 1', patched('', wav, 24, [1, 0, 0, 0])[1]],
      ['a WAV file of floats that are no numbers', wavFile(Buffer.alloc(4_000, 0xff), { bits: 32, tag: 3 })],
      truncated('mono-16000.flac', 4),
      truncated('mono-16000.flac', 60),
      garbage('mono-16000.flac', 42),
      ['FLAC with a rate of 0', patched('', constantFlac(3), 18, [0, 0, 0])[1]],
      ['FLAC whose frames all fail their checksum', patchedFrames(400)],
      truncated('mono-16000.vorbis.ogg', 60),
      truncated('mono-16000.vorbis.ogg', 3_000),
      garbage('mono-16000.vorbis.ogg', 58),
      truncated('mono-16000.opus.ogg', 60),
      garbage('mono-16000.opus.ogg', 47),
      ['Opus headers and nothing', Buffer.concat(opusHeaders())],
      ['Opus with 0 channels', Buffer.concat(opusHeaders(0))],
      ['Opus with 255 channels', Buffer.concat(opusHeaders(255))],
      [
        'Opus packets of 0 frames',
        Buffer.concat([...opusHeaders(), oggPage([Uint8Array.of(3, 0)], { sequence: 2 })]),
      ],
      truncated('mono-16000.webm', 4),
      truncated('mono-16000.webm', 60),
      garbage('mono-16000.webm', 40),
      truncated('mono-16000.aac.m4a', 8),
      truncated('mono-16000.aac.m4a', 9_000),
      truncated('mono-16000.opus.m4a', 3_000),
      garbage('mono-16000.aac.m4a', 28),
      ['an empty file', new Uint8Array(0)],
    ] as readonly Case[]
  ).map(([name, bytes]) => [name, bytes, 'undecodable_audio'] as const),
  ...(
    [
      ['a WAV file of ADPCM', patched('', wav, 20, [2, 0])[1]],
      ['a WAV file with 0 bits', patched('', wav, 34, [0, 0])[1]],
      ['WebM with another codec', renamed('mono-16000.webm', 'A_OPUS', 'A_AAC\0')],
      ['WebM with encrypted content', renamed('mono-16000.webm', 'A_OPUS', 'A_OPUX')],
      ['MP4 with another codec', renamed('mono-16000.aac.m4a', 'mp4a', 'ec-3')],
    ] as readonly Case[]
  ).map(([name, bytes]) => [name, bytes, 'unsupported_audio_format'] as const),
];

/** Small files that hold hours of audio. They are made when needed. */
export const BOMBS: readonly (readonly [name: string, make: () => Uint8Array])[] = [
  ['10 hours of FLAC silence', () => constantFlac(27_000)],
  ['24 hours of Opus silence', () => silentOpus(24 * 3_600)],
  [
    '13 hours of A-law at 8 kHz, cut to the limit of bytes',
    () => wavFile(Buffer.alloc(24 * 2 ** 20), { bits: 8, tag: 6, sampleRateHz: 8_000 }),
  ],
];
