import { describe, expect, it } from 'vitest';
import { testMetadata } from '../testing/test-metadata.js';
import type { NetworkOutput, SpeakerNetwork } from './speaker-network.js';
import { StreamListener } from './stream-listener.js';

const FRAME = 800;
const metadata = testMetadata({ framesPerCall: 4, maxSamplesPerCall: 9 * FRAME });

/** Gives every frame its first sample as its features, and notes how many frames each call had. */
const scripted = (calls: number[], heard: number[][] = []): SpeakerNetwork => {
  const run = (audio: Float32Array, state: Float32Array): Promise<NetworkOutput> => {
    const frames = audio.length / FRAME;
    calls.push(frames);
    const starts = Array.from({ length: frames }, (_, frame) => audio[frame * FRAME] ?? NaN);
    heard.push(starts);
    return Promise.resolve({
      features: Float32Array.from(starts.flatMap((value) => [value, value, value, value])),
      weights: new Float32Array(2 * frames).fill(1),
      activity: new Float32Array(2 * frames).fill(1),
      state,
    });
  };
  return { metadata, run } as unknown as SpeakerNetwork;
};

const ramp = (frames: number): Float32Array =>
  Float32Array.from({ length: frames * FRAME }, (_, n) => Math.floor(n / FRAME));

describe('a listener to a network that hears windows as a whole', () => {
  it('waits for whole windows, and keeps to the longest call that is one', async () => {
    const calls: number[] = [];
    const listener = new StreamListener(scripted(calls));
    expect((await listener.push(ramp(3))).count).toBe(0);
    const frames = await listener.push(ramp(10));
    expect(frames).toMatchObject({ startMs: 0, count: 12 });
    expect(calls).toEqual([8, 4]);
    expect([0, 3, 11].map((frame) => frames.features[4 * frame])).toEqual([0, 0, 8]);
  });

  it('ends with the frames that were heard, and none of the padding of the last window', async () => {
    const calls: number[] = [];
    const listener = new StreamListener(scripted(calls));
    await listener.push(ramp(5));
    const rest = await listener.end();
    expect(rest).toMatchObject({ startMs: 200, count: 1 });
    expect([rest.features.length, rest.weights.length, rest.activity.length]).toEqual([4, 2, 2]);
    expect(calls).toEqual([4, 4]);
    expect((await listener.end()).count).toBe(0);
  });

  it('fills the last window up with what was heard before, and a short recording with itself', async () => {
    const heard: number[][] = [];
    const listener = new StreamListener(scripted([], heard));
    await listener.push(ramp(5).map((value) => value + 1));
    await listener.end();
    const short = new StreamListener(scripted([], heard));
    await short.push(ramp(2).map((value) => value + 1));
    await short.end();
    expect(heard).toEqual([
      [1, 2, 3, 4],
      [5, 1, 2, 3],
      [1, 2, 1, 2],
    ]);
  });
});
