import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readMedia, type MediaPart } from './media-stream.js';

async function* pieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

const partsOf = async (bytes: Uint8Array, size: number): Promise<MediaPart[]> => {
  const parts: MediaPart[] = [];
  for await (const part of readMedia(pieces(bytes, size))) parts.push(part);
  return parts;
};

/** Two tracks of one second in small clusters, as a live stream: written by ffmpeg, which knows nothing of us. */
const fromFfmpeg = (): Buffer => {
  const tone = (hz: number) => ['-f', 'lavfi', '-i', `sine=${hz}:r=8000:d=1`];
  const names = ['AUDIO_FROM_CUSTOMER', 'AUDIO_TO_CUSTOMER'].flatMap((name, index) => [
    `-metadata:s:a:${index}`,
    `title=${name}`,
  ]);
  const line = [
    '-v',
    'error',
    ...tone(440),
    ...tone(880),
    '-map',
    '0',
    '-map',
    '1',
    '-c:a',
    'pcm_s16le',
    ...names,
  ];
  const { stdout, error } = spawnSync('ffmpeg', [
    ...line,
    '-cluster_time_limit',
    '300',
    '-live',
    '1',
    '-f',
    'matroska',
    '-',
  ]);
  if (error !== undefined)
    throw new Error('ffmpeg is missing: sudo apt-get update && sudo apt-get install -y ffmpeg', {
      cause: error,
    });
  return stdout;
};

describe('Matroska', () => {
  const recorded = fromFfmpeg();
  const tone = (hz: number): Buffer =>
    spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', `sine=${hz}:r=8000:d=1`, '-f', 's16le', '-'])
      .stdout;

  it.each([1_000_000, 1_000, 7])(
    'of two segments in a row is read by track and time, in pieces of %i bytes',
    async (size) => {
      const parts = await partsOf(Buffer.concat([recorded, recorded]), size);
      for (const [track, hz] of [
        ['AUDIO_FROM_CUSTOMER', 440],
        ['AUDIO_TO_CUSTOMER', 880],
      ] as const) {
        const own = parts.flatMap((part) => (part.kind === 'sound' && part.track === track ? [part] : []));
        expect(Buffer.concat(own.map(({ pcm }) => pcm)).equals(Buffer.concat([tone(hz), tone(hz)]))).toBe(
          true,
        );
        let samples = 0;
        for (const { timeMs, pcm } of own) {
          expect(Math.abs(timeMs - (samples % 8_000) / 8)).toBeLessThan(1);
          samples += pcm.length / 2;
        }
      }
    },
  );

  it('that is cut, damaged or something else ends in an error or in nothing, never in a hang', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(recorded.length),
        fc.nat(255),
        fc.nat(recorded.length),
        async (at, value, length) => {
          const damaged = Buffer.from(recorded.subarray(0, length));
          if (at < length) damaged[at] = value;
          await partsOf(damaged, 4_096).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
        },
      ),
      { seed: 32, numRuns: 100 },
    );
  });
});
