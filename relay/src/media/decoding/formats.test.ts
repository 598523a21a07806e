import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { syntheticVoice } from '@undertone/model/golden';
import { analyze } from '@undertone/prosody';
import { afterAll, describe, expect, it } from 'vitest';
import { decodeAll, errorDb } from '../testing/decode-all.js';
import { pcm16, wavFile } from '../testing/wav-file.js';

const SECONDS = 1.5;
const voice = syntheticVoice(SECONDS, 1);

const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const f0Of = (samples: Float32Array) => analyze(samples).prosody.pitch.mean ?? NaN;
const expectSamePitch = (samples: Float32Array) => {
  expect(Math.abs(f0Of(samples) / f0Of(voice) - 1)).toBeLessThan(0.02);
};

/** The files of relay/scripts/media-fixtures.mjs, and the worst error of the codec at their bit rate, dB. */
const FIXTURES = [
  ['flac', 'flac', 'flac', -40],
  ['mp3', 'mp3', 'mp3', -20],
  ['vorbis.ogg', 'ogg', 'vorbis', -15],
  ['opus.ogg', 'ogg', 'opus', -8],
  ['webm', 'webm', 'opus', -8],
  ['aac.m4a', 'mp4', 'aac', -15],
  ['opus.m4a', 'mp4', 'opus', -8],
] as const;

describe('the same sentence from committed files', () => {
  it.each(FIXTURES)(
    '%s, mono and stereo: format, length, samples in time, F0 within 2 %%',
    async (name, container, codec, worstDb) => {
      for (const [shape, sampleRateHz, channels, gain] of [
        ['mono-16000', 16_000, 1, 1],
        ['stereo-24000', 24_000, 2, 0.75],
      ] as const) {
        const { info, audio } = await decodeAll(fixture(`${shape}.${name}`));
        expect(info).toMatchObject({
          container,
          codec,
          channels,
          sampleRateHz: codec === 'opus' ? 48_000 : sampleRateHz,
          damaged: false,
        });
        expect(info.durationS).toBeCloseTo(SECONDS, 2);
        expect(audio).toHaveLength(1);
        expect(errorDb(audio[0]!, voice, gain)).toBeLessThan(worstDb);
        expectSamePitch(audio[0]!);
      }
    },
  );

  it.each(FIXTURES)('%s: separate channels', async (name, _container, _codec, worstDb) => {
    const { audio } = await decodeAll(fixture(`stereo-24000.${name}`), { layout: 'separate' });
    expect(audio).toHaveLength(2);
    expect(errorDb(audio[0]!, voice)).toBeLessThan(worstDb);
    expect(errorDb(audio[1]!, voice, 0.5)).toBeLessThan(worstDb);
  });

  it('is read from an M4A file as it is streamed, in fragments without an edit list', async () => {
    const { info, audio } = await decodeAll(fixture('mono-16000.fragmented.m4a'));
    expect(info).toMatchObject({ container: 'mp4', codec: 'aac', damaged: false });
    expectSamePitch(audio[0]!);
  });
});

const ENCODERS: Record<string, string[]> = {
  'wav, 8 bit': ['-c:a', 'pcm_u8', '-f', 'wav'],
  'wav, 24 bit': ['-c:a', 'pcm_s24le', '-f', 'wav'],
  'wav, float': ['-c:a', 'pcm_f32le', '-f', 'wav'],
  'wav, µ-law': ['-c:a', 'pcm_mulaw', '-f', 'wav'],
  'wav, A-law': ['-c:a', 'pcm_alaw', '-f', 'wav'],
  'wav, RF64': ['-c:a', 'pcm_s16le', '-rf64', 'always', '-f', 'wav'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
  'flac, 24 bit': ['-c:a', 'flac', '-sample_fmt', 's32', '-f', 'flac'],
  mp3: ['-c:a', 'libmp3lame', '-f', 'mp3'],
  vorbis: ['-c:a', 'libvorbis', '-f', 'ogg'],
  'ogg opus': ['-c:a', 'libopus', '-f', 'ogg'],
  'webm opus': ['-c:a', 'libopus', '-f', 'webm'],
  'm4a aac': ['-c:a', 'aac', '-f', 'mp4'],
};
const RATES = [8_000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000];
const OPUS_RATES = [8_000, 12_000, 16_000, 24_000, 48_000];

const hasFfmpeg = (() => {
  try {
    execFileSync('ffmpeg', ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
if (!hasFfmpeg) {
  process.stderr.write('no ffmpeg: only the committed files are decoded, not every rate of every format\n');
}

describe.runIf(hasFfmpeg)('the same sentence encoded by ffmpeg in this run', () => {
  const folder = hasFfmpeg ? mkdtempSync(join(tmpdir(), 'undertone-formats-')) : '';
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** One run for all variants, because starting ffmpeg costs more than encoding. */
  const encodeAll = (codec: readonly string[], shapes: readonly (readonly string[])[]): Uint8Array[] => {
    const input = join(folder, 'in.wav');
    writeFileSync(input, wavFile(pcm16(voice)));
    const outputs = shapes.map((_, i) => join(folder, `out-${i}`));
    const variants = shapes.flatMap((shape, i) => [...shape, ...codec, outputs[i]!]);
    execFileSync('ffmpeg', ['-hide_banner', '-loglevel', 'error', '-y', '-i', input, ...variants]);
    return outputs.map((path) => readFileSync(path));
  };

  it.each(Object.entries(ENCODERS))(
    '%s: mono and stereo, 8 to 48 kHz, length and F0 within 2 %%',
    async (_, codec) => {
      const rates = codec.includes('libopus') ? OPUS_RATES : RATES;
      for (const channels of [1, 2]) {
        const shapes = rates.map((rateHz) => ['-ar', String(rateHz), '-ac', String(channels)]);
        for (const bytes of encodeAll(codec, shapes)) {
          const { info, audio } = await decodeAll(bytes);
          expect(info.channels).toBe(channels);
          expect(Math.abs(info.durationS - SECONDS)).toBeLessThan(0.03);
          expectSamePitch(audio[0]!);
        }
      }
    },
  );
});
