import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { syntheticVoice } from '@undertone/model/golden';
import { describe, expect, it } from 'vitest';
import { mp3HeaderAt, id3Bytes } from '../mp3/mp3-header.js';
import { oggPages } from '../ogg/ogg.js';
import { decodeAll } from '../testing/decode-all.js';
import { oggChecksum } from '../testing/ogg-file.js';
import { pcm16, wavFile } from '../testing/wav-file.js';

/** The Ogg Vorbis file has one page of audio, so nothing is left of it. A longer one is made below. */
const FORMATS = ['flac', 'mp3', 'opus.ogg', 'webm'] as const;
const SHAPES = ['mono-16000', 'stereo-24000'] as const;
/** Parts of the file, in its audio. */
const PLACES = [0.75, 0.8, 0.875, 0.9, 0.95, 0.99];

const fixture = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const isDamaged = async (bytes: Uint8Array): Promise<boolean> => (await decodeAll(bytes)).info.damaged;
const part = (bytes: Buffer, share: number): Buffer => bytes.subarray(0, Math.floor(bytes.length * share));

const ID3V1 = Buffer.alloc(128);
ID3V1.write('TAG' + 'A title', 'latin1');
const APE = Buffer.from('APETAGEX' + '\0'.repeat(24), 'latin1');

describe('a file that was cut', () => {
  it.each(FORMATS)('%s: says damaged, wherever it was cut', async (format) => {
    for (const shape of SHAPES) {
      const whole = fixture(`${shape}.${format}`);
      for (const cut of [...PLACES.map((share) => part(whole, share)), whole.subarray(0, -1)])
        expect(await isDamaged(cut), `${shape}, ${cut.length} of ${whole.length} bytes`).toBe(true);
    }
  });

  it('says damaged where a page ends in the middle of a packet', async () => {
    const whole = fixture('mono-16000.opus.ogg');
    const last = [...oggPages(whole)].at(-1)!;
    const open = whole.subarray(0, whole.length - last.bytes.length);
    expect(await isDamaged(Buffer.concat([open, reflagged(last.bytes, 0, 255)]))).toBe(true);
  });
});

/** The page with other flags; its last segment is filled up to 255 if asked. */
const reflagged = (bytes: Uint8Array, flags: number, lastSegment?: number): Buffer => {
  let page = Buffer.from(bytes);
  page[5] = flags;
  if (lastSegment !== undefined) {
    const at = 26 + (page[26] ?? 0);
    page = Buffer.concat([page, Buffer.alloc(lastSegment - (page[at] ?? 0))]);
    page[at] = lastSegment;
  }
  page.fill(0, 22, 26);
  page.writeUInt32LE(oggChecksum(page), 22);
  return page;
};

/** The sizes of the masters as a browser leaves them that records live. */
const withUnknownSizes = (webm: Buffer): Buffer => {
  const bytes = Buffer.from(webm);
  for (const id of ['18538067', '1f43b675']) {
    const at = bytes.indexOf(Buffer.from(id, 'hex')) + 4;
    const length = Math.clz32(bytes[at] ?? 0) - 23;
    bytes.fill(0xff, at, at + length);
    bytes[at] = 0xff >> (length - 1);
  }
  return bytes;
};

describe('a whole file', () => {
  const mp3 = fixture('mono-16000.mp3');
  const flac = fixture('mono-16000.flac');

  it('is not damaged by tags behind it', async () => {
    for (const file of [mp3, flac])
      for (const tag of [ID3V1, APE, Buffer.concat([APE, ID3V1])])
        expect(await isDamaged(Buffer.concat([file, tag]))).toBe(false);
  });

  it('is not damaged without a length: MP3 without its Xing header, FLAC whose encoder did not know', async () => {
    const start = id3Bytes(mp3);
    const bare = mp3.subarray(start + mp3HeaderAt(mp3, start)!.frameBytes);
    expect([await isDamaged(bare), await isDamaged(part(bare, 0.8))]).toEqual([false, true]);
    const live = Buffer.from(flac);
    // The 36 bits of the length: 4 + 4 + 13 bytes in, the lower half of one byte first.
    live[21] = (live[21] ?? 0) & 0xf0;
    live.fill(0, 22, 26);
    expect([await isDamaged(live), await isDamaged(part(live, 0.8))]).toEqual([false, true]);
    expect(await isDamaged(Buffer.concat([live, ID3V1]))).toBe(false);
  });

  it('is not damaged without an end-of-stream flag, as of a station', async () => {
    for (const format of ['vorbis.ogg', 'opus.ogg']) {
      const whole = fixture(`mono-16000.${format}`);
      const last = [...oggPages(whole)].at(-1)!;
      expect(last.isLast).toBe(true);
      const rest = whole.subarray(0, whole.length - last.bytes.length);
      expect(await isDamaged(Buffer.concat([rest, reflagged(last.bytes, 0)])), format).toBe(false);
      expect(await isDamaged(rest), `${format} up to a page`).toBe(false);
    }
  });

  it('is not damaged with masters of unknown size, as browsers record, but inside a block it is', async () => {
    const live = withUnknownSizes(fixture('mono-16000.webm'));
    expect([await isDamaged(live), await isDamaged(part(live, 0.8))]).toEqual([false, true]);
    expect(await isDamaged(Buffer.concat([live, Buffer.alloc(64)]))).toBe(false);
  });
});

const hasFfmpeg = (() => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Into a pipe, ffmpeg cannot go back to write a length, like whoever records live. */
const PIPED = {
  flac: ['-c:a', 'flac', '-f', 'flac'],
  mp3: ['-c:a', 'libmp3lame', '-f', 'mp3'],
  'mp3 with ID3 tags': ['-c:a', 'libmp3lame', '-metadata', 'title=A call', '-write_id3v1', '1', '-f', 'mp3'],
  vorbis: ['-c:a', 'libvorbis', '-f', 'ogg'],
  'ogg opus': ['-c:a', 'libopus', '-f', 'ogg'],
  webm: ['-c:a', 'libopus', '-f', 'webm'],
  'webm, live': ['-c:a', 'libopus', '-f', 'webm', '-live', '1'],
} as const;

describe.runIf(hasFfmpeg)('a file that was written into a pipe', () => {
  const voice = wavFile(pcm16(syntheticVoice(8, 1)));

  it.each(Object.entries(PIPED))('%s: is damaged when cut, and not when whole', async (_format, codec) => {
    const whole = execFileSync('ffmpeg', ['-loglevel', 'error', '-i', 'pipe:0', ...codec, 'pipe:1'], {
      input: voice,
    });
    expect(await isDamaged(whole)).toBe(false);
    for (const share of [0.5, 0.66, 0.8, 0.95])
      expect(await isDamaged(part(whole, share)), `${share}`).toBe(true);
  });
});
