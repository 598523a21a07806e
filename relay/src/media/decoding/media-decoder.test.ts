import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { platform } from 'node:process';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMediaDecoder, type MediaDecoder, type MediaDecoderOptions } from './media-decoder.js';
import { MediaError } from '../common/media-error.js';
import { buildDecodeChild } from '../testing/build-child.js';
import { constantFlac } from '../testing/flac-file.js';
import { BOMBS, DAMAGED, NOT_AUDIO } from '../testing/hostile-files.js';
import { wavFile } from '../testing/wav-file.js';

let built: Awaited<ReturnType<typeof buildDecodeChild>>;
let shared: MediaDecoder;
const started: MediaDecoder[] = [];

beforeAll(async () => {
  built = await buildDecodeChild();
  shared = createMediaDecoder({ childUrl: built.url });
});
afterEach(() => void vi.useRealTimers());
afterEach(() => Promise.all(started.splice(0).map((decoder) => decoder.close())));
afterAll(async () => {
  await shared.close();
  await built.remove();
});

const start = (options: MediaDecoderOptions = {}): MediaDecoder => {
  const decoder = createMediaDecoder({ childUrl: built.url, ...options });
  started.push(decoder);
  return decoder;
};
const fixture = (name: string) => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const second = wavFile(Buffer.alloc(32_000, 3));
const failure = (code: string) => expect.objectContaining({ name: 'MediaError', code }) as Error;
const childPids = (): number[] =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(built.url.pathname))
    .map((line) => Number.parseInt(line, 10));

describe('decoding in a separate process', () => {
  it('gives 16 kHz samples and the facts about the file', async () => {
    const { audio, release, ...info } = await shared.decode(fixture('stereo-24000.flac'));
    expect(info).toEqual({
      container: 'flac',
      codec: 'flac',
      sampleRateHz: 24_000,
      channels: 2,
      durationS: 1.5,
      damaged: false,
    });
    expect(audio.map(({ length }) => length)).toEqual([24_000]);
    release();
    expect(audio.map(({ length }) => length)).toEqual([0]);
  });

  it.each(['flac', 'mp3', 'vorbis.ogg', 'opus.ogg', 'webm', 'aac.m4a', 'opus.m4a'])(
    'reads %s',
    async (name) => {
      const { audio, channels } = await shared.decode(fixture(`stereo-24000.${name}`), {
        layout: 'separate',
      });
      expect(channels).toBe(2);
      expect(audio.map(({ length }) => Math.round(length / 1_600))).toEqual([15, 15]);
    },
  );

  it('streams, and waits for the receiver of the audio', async () => {
    let open = 0;
    let samples = 0;
    const info = await shared.decodeTo(wavFile(Buffer.alloc(3_200_000, 3)), {}, async ([mono]) => {
      expect(++open).toBe(1);
      await new Promise(setImmediate);
      open--;
      samples += mono!.length;
    });
    expect(samples).toBe(1_600_000);
    expect(info.durationS).toBe(100);
  });

  it('uses a process again, and ends it when closed', async () => {
    const decoder = start();
    const others = childPids();
    for (let i = 0; i < 3; i++) await decoder.decode(second);
    expect(childPids().filter((pid) => !others.includes(pid))).toHaveLength(1);
    await decoder.close();
    expect(childPids().filter((pid) => !others.includes(pid))).toEqual([]);
    await expect(decoder.decode(second)).rejects.toThrow(failure('aborted'));
  });

  it.runIf(platform === 'linux')('has a lower priority than live streams, and holds no secret', async () => {
    const decoder = start();
    const others = childPids();
    process.env.UNDERTONE_TEST_SECRET = 'psk_secret';
    try {
      await decoder.decode(second);
    } finally {
      delete process.env.UNDERTONE_TEST_SECRET;
    }
    const [pid = 0] = childPids().filter((candidate) => !others.includes(candidate));
    expect(getPriority(pid)).toBeGreaterThanOrEqual(10);
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('');
  });

  it('decodes AAC in a process that decodes no other format', async () => {
    const decoder = start();
    const others = childPids();
    await decoder.decode(fixture('mono-16000.aac.m4a'));
    await decoder.decode(fixture('mono-16000.mp3'));
    await decoder.decode(fixture('mono-16000.aac.m4a'));
    expect(childPids().filter((pid) => !others.includes(pid))).toHaveLength(2);
  });
});

describe('limits', () => {
  it('refuse too many bytes before anything else', async () => {
    await expect(start({ maxBytes: 1_000 }).decode(second)).rejects.toThrow(failure('payload_too_large'));
  });

  it('count decoded seconds while decoding', async () => {
    await expect(shared.decode(second, { maxSeconds: 0.5 })).rejects.toThrow(failure('audio_too_long'));
    await expect(shared.decode(second, { maxSeconds: 1 })).resolves.toMatchObject({ durationS: 1 });
  });

  it('refuse a declared length over the limit before anything is decoded', async () => {
    const long = Buffer.from(constantFlac(40));
    // The last four bits of the length's high byte and its low word, in the STREAMINFO block.
    long.writeUInt32BE(0xffff_ffff, 4 + 4 + 14);
    let blocks = 0;
    await expect(
      shared.decodeTo(long, { maxSeconds: 3_600 }, () => {
        blocks++;
      }),
    ).rejects.toThrow(failure('audio_too_long'));
    expect(blocks).toBe(0);
  });

  it.each([
    'mono-16000.mp3',
    'mono-16000.opus.ogg',
    'mono-16000.vorbis.ogg',
    'mono-16000.webm',
    'mono-16000.aac.m4a',
    'mono-16000.opus.m4a',
    'mono-16000.fragmented.m4a',
  ])('refuse what %s declares before it is decoded, and believe no length below the limit', async (name) => {
    const { durationS } = await shared.decode(fixture(name));
    expect(durationS).toBeGreaterThan(0.8);
    let blocks = 0;
    const decoding = shared.decodeTo(fixture(name), { maxSeconds: 0.1 }, () => {
      blocks++;
    });
    await expect(decoding).rejects.toThrow(failure('audio_too_long'));
    expect(blocks).toBe(0);
  });

  it.each([
    ['mono-16000.mp3', 'Info', (copy: Buffer, at: number) => copy.writeUInt32BE(1_000_000, at + 8)],
    ['mono-16000.webm', '\x44\x89\x88', (copy: Buffer, at: number) => copy.writeDoubleBE(36e6, at + 3)],
  ] as const)('refuse %s that says it lasts for hours', async (name, mark, write) => {
    const copy = Buffer.from(fixture(name));
    write(copy, copy.indexOf(mark, 0, 'latin1'));
    let blocks = 0;
    const decoding = shared.decodeTo(copy, { maxSeconds: 600 }, () => {
      blocks++;
    });
    await expect(decoding).rejects.toThrow(failure('audio_too_long'));
    expect(blocks).toBe(0);
  });

  it('leave a process for others, however many files one owner brings', async () => {
    const decoder = start();
    const order: string[] = [];
    let goOn: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const slow = decoder.decodeTo(second, { owner: 'greedy' }, () => held);
    const more = [1, 2, 3].map(() =>
      decoder.decode(second, { owner: 'greedy' }).then(() => order.push('greedy')),
    );
    await decoder.decode(second, { owner: 'other' });
    expect([order, decoder.stats()]).toMatchObject([[], { running: 1, queued: 3 }]);
    const next = decoder.decode(second, { owner: 'third' }).then(() => order.push('third'));
    await next;
    expect(order).toEqual(['third']);
    goOn();
    await Promise.all([slow, ...more]);
    expect(decoder.stats()).toMatchObject({ running: 0, queued: 0, queuedBytes: 0 });
  });

  it.each(BOMBS)('stop %s', { timeout: 120_000 }, async (_, make) => {
    const bomb = make();
    expect(bomb.length).toBeLessThan(25 * 2 ** 20);
    let samples = 0;
    await expect(
      shared.decodeTo(bomb, { maxSeconds: 600 }, ([mono]) => void (samples += mono!.length)),
    ).rejects.toThrow(failure('audio_too_long'));
    expect(samples / 16_000).toBeLessThanOrEqual(600);
    // Nothing of one that says how long it is; the others are stopped at the limit.
    if (samples > 0) expect(samples / 16_000).toBeGreaterThan(500);
  });

  it('refuse with overloaded when the queue has too many files or bytes', async () => {
    for (const limit of [{ maxQueued: 2 }, { maxQueuedBytes: 2 * second.length }]) {
      const decoder = start(limit);
      const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => decoder.decode(second)));
      const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(outcomes.length - failed.length).toBe(3);
      for (const { reason } of failed) {
        expect(reason).toMatchObject({ code: 'overloaded', retryable: true });
      }
      expect(decoder.stats()).toEqual({ running: 0, queued: 0, queuedBytes: 0, crashes: 0 });
    }
  });

  it('end a file that takes too long, and the next file is decoded', async () => {
    const decoder = start({ timeoutMs: 20 });
    await expect(decoder.decode(second)).rejects.toThrow(failure('timeout'));
    await expect(decoder.decode(second)).rejects.toThrow(failure('timeout'));
    expect(decoder.stats().crashes).toBe(0);
  });

  it('do not count the time that the receiver takes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const decoder = start({ timeoutMs: 5_000 });
    const info = await decoder.decodeTo(second, {}, () => void vi.advanceTimersByTime(60_000));
    expect(info.durationS).toBe(1);
  });
});

describe('giving up', () => {
  it('is possible while waiting, while decoding, and before', async () => {
    const decoder = start();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = decoder.decodeTo(wavFile(Buffer.alloc(20_000_000)), { signal: running.signal }, () =>
      running.abort(),
    );
    const second_ = decoder.decode(second, { signal: waiting.signal });
    waiting.abort();
    await expect(second_).rejects.toThrow(failure('aborted'));
    await expect(first).rejects.toThrow(failure('aborted'));
    await expect(decoder.decode(second, { signal: AbortSignal.abort() })).rejects.toThrow(failure('aborted'));
    await expect(decoder.decode(second)).resolves.toMatchObject({ durationS: 1 });
    expect(decoder.stats().crashes).toBe(0);
  });

  it('throws what the receiver throws', async () => {
    const decoder = start();
    const mistake = new Error('the analysis failed');
    await expect(
      decoder.decodeTo(second, {}, () => {
        throw mistake;
      }),
    ).rejects.toBe(mistake);
    await expect(decoder.decode(second)).resolves.toMatchObject({ durationS: 1 });
  });
});

describe('a decoding process', () => {
  it('is replaced without an error if it dies between files', async () => {
    const decoder = start();
    const others = childPids();
    await decoder.decode(second);
    const [pid = 0] = childPids().filter((candidate) => !others.includes(candidate));
    process.kill(pid, 'SIGKILL');
    await expect(decoder.decode(second)).resolves.toMatchObject({ durationS: 1 });
  });

  it('fails only its current file, as retryable, if it dies in the middle of it', async () => {
    const decoder = start();
    const others = childPids();
    let killed = false;
    const file = wavFile(Buffer.alloc(20_000_000));
    const interrupted = decoder.decodeTo(file, {}, () => {
      if (killed) return;
      killed = true;
      for (const pid of childPids().filter((candidate) => !others.includes(candidate)))
        process.kill(pid, 'SIGKILL');
    });
    const next = decoder.decode(second);
    await expect(interrupted).rejects.toThrow(failure('decoder_failed'));
    await expect(next).resolves.toMatchObject({ durationS: 1 });
    expect(decoder.stats().crashes).toBe(1);
  });

  it('does not accuse the file when somebody kills every process, and asks to try again', async () => {
    const decoder = start();
    const others = childPids();
    const busy = decoder.decode(wavFile(Buffer.alloc(20_000_000)));
    const killing = setInterval(() => {
      for (const pid of childPids().filter((candidate) => !others.includes(candidate)))
        process.kill(pid, 'SIGKILL');
    }, 5);
    await expect(busy).rejects.toThrow(failure('decoder_failed'));
    clearInterval(killing);
    await expect(decoder.decode(second)).resolves.toMatchObject({ durationS: 1 });
  });

  it('answers undecodable after a second try if it dies because of its file', async () => {
    const decoder = start({ heapMb: 1 });
    await expect(decoder.decode(fixture('mono-16000.mp3'))).rejects.toThrow(failure('undecodable_audio'));
    expect(decoder.stats().crashes).toBe(2);
  });

  it('answers undecodable if it dies at its memory limit', async () => {
    await expect(start({ rssMb: 8 }).decode(second)).rejects.toThrow(failure('undecodable_audio'));
  });
});

describe('damaged and hostile files (HARDENING S3)', () => {
  it(`number at least 60, without the bombs`, () => {
    expect(NOT_AUDIO.length + DAMAGED.length).toBeGreaterThanOrEqual(60);
  });

  it.each(NOT_AUDIO)('%s: unsupported', async (_, bytes) => {
    await expect(shared.decode(bytes)).rejects.toThrow(failure('unsupported_audio_format'));
  });

  it.each(DAMAGED)('%s', async (_, bytes, code) => {
    await expect(shared.decode(bytes, { maxSeconds: 60 })).rejects.toThrow(failure(code));
  });

  it('give the remaining audio if they are cut off', async () => {
    for (const name of ['flac', 'mp3', 'opus.ogg', 'webm']) {
      const whole = fixture(`mono-16000.${name}`);
      const { durationS, damaged } = await shared.decode(whole.subarray(0, Math.floor(whole.length * 0.7)));
      expect(durationS).toBeGreaterThan(0.1);
      expect(durationS).toBeLessThan(1.5);
      expect(damaged, name).toBe(true);
    }
  });

  it('count as one file if two are in a row: Ogg Opus and MP3', async () => {
    for (const name of ['opus.ogg', 'mp3']) {
      const whole = fixture(`mono-16000.${name}`);
      const { durationS } = await shared.decode(Buffer.concat([whole, whole]));
      expect(Math.abs(durationS - 3)).toBeLessThan(0.15);
    }
  });

  it(
    'give audio or a typed error for mutated files of every format, and harm no process',
    { timeout: 120_000 },
    async () => {
      const files = ['flac', 'mp3', 'vorbis.ogg', 'opus.ogg', 'webm', 'aac.m4a', 'opus.m4a'].map((name) =>
        fixture(`mono-16000.${name}`),
      );
      const mutation = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), value: fc.nat(255) });
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...files),
          fc.array(mutation, { minLength: 1, maxLength: 12 }),
          fc.boolean(),
          async (file, changes, inHeader) => {
            const mutated = Buffer.from(file);
            const reach = inHeader ? 600 : mutated.length;
            for (const { at, value } of changes) mutated[Math.min(reach - 1, Math.floor(at * reach))] = value;
            const outcome = await shared.decode(mutated, { maxSeconds: 60 }).catch((error: unknown) => error);
            if (outcome instanceof MediaError) {
              expect(['undecodable_audio', 'unsupported_audio_format', 'audio_too_long']).toContain(
                outcome.code,
              );
            } else {
              expect(outcome).toHaveProperty('audio');
            }
          },
        ),
        { numRuns: 300 },
      );
    },
  );
});
