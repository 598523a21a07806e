import { describe, expect, it } from 'vitest';
import { SharedCalls, type StreamCall } from './shared-calls.js';

const call = (first: number, samples: number): StreamCall => ({
  audio: new Float32Array(samples).fill(first),
  state: new Float32Array(1),
});

/** Answers each stream with its first sample, and notes which streams had a call together. */
const scripted = (mostSamples: number, failOn?: number) => {
  const together: number[][] = [];
  const calls = new SharedCalls<number>((group) => {
    const firsts = group.map(({ audio }) => audio[0] ?? NaN);
    together.push(firsts);
    if (failOn !== undefined && firsts.includes(failOn)) return Promise.reject(new Error('it fell over'));
    return Promise.resolve(firsts);
  }, mostSamples);
  return { calls, together };
};

describe('calls of the network that streams share', () => {
  it('are shared by those that are ready in one turn, and answer each its own', async () => {
    const { calls, together } = scripted(100);
    const answers = await Promise.all([1, 2, 3].map((first) => calls.hear(call(first, 4))));
    expect(answers).toEqual([1, 2, 3]);
    expect(await calls.hear(call(4, 4))).toBe(4);
    expect(together).toEqual([[1, 2, 3], [4]]);
  });

  it('hold audio of one length, in the order in which it came', async () => {
    const { calls, together } = scripted(100);
    const ready = [call(1, 4), call(2, 8), call(3, 4), call(4, 8)];
    expect(await Promise.all(ready.map((one) => calls.hear(one)))).toEqual([1, 2, 3, 4]);
    expect(together).toEqual([
      [1, 3],
      [2, 4],
    ]);
  });

  it('have at most so many samples, but always one stream', async () => {
    const { calls, together } = scripted(8);
    await Promise.all([1, 2, 3].map((first) => calls.hear(call(first, 4))));
    await calls.hear(call(4, 9));
    expect(together).toEqual([[1, 2], [3], [4]]);
  });

  it('fail for the stream that makes them fail, and for nobody else', async () => {
    const { calls, together } = scripted(8, 2);
    const settled = await Promise.allSettled([1, 2, 3].map((first) => calls.hear(call(first, 4))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(together).toEqual([[1, 2], [1], [2], [3]]);
    expect(await calls.hear(call(5, 4))).toBe(5);
  });

  it('refuse a network that forgets a stream', async () => {
    const calls = new SharedCalls<number>(() => Promise.resolve([]), 8);
    await expect(calls.hear(call(1, 4))).rejects.toThrow('one output for each stream');
  });
});
