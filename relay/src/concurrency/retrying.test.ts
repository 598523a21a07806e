import { describe, expect, it } from 'vitest';
import { retrying } from './retrying.js';

class Refusal extends Error {}

/** Pauses that pass at once, and a call that fails as often as it is told to. */
const start = () => {
  const waited: number[] = [];
  const retry = retrying({
    timers: {
      after: (ms, run) => {
        waited.push(ms);
        run();
      },
    },
    pausesMs: [1, 2, 4],
    isAnswer: (error) => error instanceof Refusal,
  });
  const failing = (times: number, error = new Error('away')) => {
    let left = times;
    return () => (left-- > 0 ? Promise.reject(error) : Promise.resolve('done'));
  };
  return { waited, retry, failing };
};

describe('a call that is tried again', () => {
  it('succeeds at a later try, with a pause before each', async () => {
    const { retry, failing, waited } = start();
    expect(await retry(failing(2))).toBe('done');
    expect(waited).toEqual([1, 2]);
  });

  it('is not repeated after an answer', async () => {
    const { retry, failing, waited } = start();
    await expect(retry(failing(1, new Refusal('no')))).rejects.toThrow('no');
    expect(waited).toEqual([]);
  });

  it('is given up after the last pause, and the next calls wait for none until one is answered', async () => {
    const { retry, failing, waited } = start();
    await expect(retry(failing(9))).rejects.toThrow('away');
    await expect(retry(failing(1))).rejects.toThrow('away');
    expect(waited).toEqual([1, 2, 4]);
    expect(await retry(failing(0))).toBe('done');
    expect(await retry(failing(1))).toBe('done');
    expect(waited).toEqual([1, 2, 4, 1]);
  });
});
