import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { ChannelIntake, type IntakeChunk } from './channel-intake.js';

const PCM = { encoding: 'pcm_s16le', sampleRate: 16_000, analyse: true } as const;
const INTERVAL_MS = 10;
const CHUNK_BYTES = 320;

const chunksOf = (intake: ChannelIntake, bytes: Uint8Array): IntakeChunk[] => {
  const chunks: IntakeChunk[] = [];
  intake.add(bytes, (chunk) => chunks.push(chunk));
  return chunks;
};

/** The payload as another thread gets it. */
const postedOf = (payload: Uint8Array): Uint8Array => {
  const { port1, port2 } = new MessageChannel();
  port1.postMessage(payload);
  const received = receiveMessageOnPort(port2) as { message: Uint8Array };
  port1.close();
  return received.message;
};

const filled = (value: number) => new Uint8Array(CHUNK_BYTES).fill(value);

describe('a channel’s chunks', () => {
  it.each([true, false])('reach another thread complete, memory shared: %s', (shared) => {
    const [chunk] = chunksOf(new ChannelIntake(PCM, INTERVAL_MS, shared), filled(7));
    const posted = postedOf(chunk!.payload);
    expect(posted).toEqual(chunk!.payload);
    chunk!.payload.fill(9);
    expect(posted[0], 'the other thread reads where it lies').toBe(shared ? 9 : 7);
  });

  it('are not overwritten before they are recycled', () => {
    const intake = new ChannelIntake(PCM, INTERVAL_MS, true);
    const waiting = [1, 2, 3].flatMap((value) => chunksOf(intake, filled(value)));
    expect(waiting.map(({ payload }) => payload[0])).toEqual([1, 2, 3]);
    intake.recycle(waiting[0]!.payload);
    const [next] = chunksOf(intake, filled(4));
    expect(next!.payload, 'memory comes back').toBe(waiting[0]!.payload);
    expect(waiting.slice(1).map(({ payload }) => payload[0])).toEqual([2, 3]);
  });

  it('end where they are cut, once', () => {
    const intake = new ChannelIntake({ ...PCM, firstSample: 80, cutSample: 300 }, INTERVAL_MS, true);
    const chunks = [1, 2, 3].flatMap((value) => chunksOf(intake, filled(value)));
    expect(chunks.map(({ startSample, endSample }) => [startSample, endSample])).toEqual([
      [80, 240],
      [240, 300],
      [300, 460],
    ]);
    expect(chunks.flatMap(({ payload }) => [...payload])).toEqual(
      [...filled(1), ...filled(2), ...filled(3)].slice(0, 2 * (460 - 80)),
    );
    expect(intake.chunkStart).toBe(460);
  });

  it('alternate between the same two buffers, whether the answer comes before or after the next audio', () => {
    const intake = new ChannelIntake(PCM, INTERVAL_MS, true);
    const buffers = new Set<Uint8Array>();
    let answered: Uint8Array | undefined;
    for (let chunk = 0; chunk < 12; chunk += 1) {
      // The first half of the chunk opens its buffer. Every third answer is late.
      chunksOf(intake, filled(chunk).subarray(0, CHUNK_BYTES / 2));
      if (answered !== undefined && chunk % 3 === 0) intake.recycle(answered);
      const [full] = chunksOf(intake, filled(chunk).subarray(CHUNK_BYTES / 2));
      expect(full!.payload).toEqual(filled(chunk));
      buffers.add(full!.payload);
      answered = full!.payload;
      if ((chunk + 1) % 3 !== 0) intake.recycle(answered);
    }
    expect(buffers.size).toBe(2);
  });
});
