import { describe, expect, it } from 'vitest';
import { forMany, type ManyProgress } from './analyze-many.js';

describe('forMany', () => {
  it('keeps the order of the items and never works on more than allowed at once', async () => {
    let [inHand, most] = [0, 0];
    const gates: (() => void)[] = [];
    const running = forMany(
      [1, 2, 3, 4, 5],
      async (item) => {
        most = Math.max(most, ++inHand);
        await new Promise<void>((resolve) => gates.push(resolve));
        inHand--;
        return item * 10;
      },
      { concurrency: 2 },
    );
    for (let opened = 0; opened < 5; opened++) {
      await new Promise((resolve) => setImmediate(resolve));
      // The newest first: the second item ends before the first one.
      gates.pop()?.();
    }
    expect((await running).map((outcome) => 'result' in outcome && outcome.result)).toEqual([
      10, 20, 30, 40, 50,
    ]);
    expect(most).toBe(2);
  });

  it('stores a failure with its item and reports the progress', async () => {
    const seen: ManyProgress[] = [];
    const outcomes = await forMany(
      ['good', 'bad', 'good'],
      (item) => (item === 'bad' ? Promise.reject(new Error('no')) : Promise.resolve(item)),
      { concurrency: 1, onProgress: (progress) => seen.push(progress) },
    );
    expect(outcomes.map((outcome) => 'error' in outcome)).toEqual([false, true, false]);
    expect(seen.at(-1)).toEqual({ done: 3, failed: 1, total: 3 });
  });

  it('begins no further item after it was stopped', async () => {
    const stop = new AbortController();
    const begun: number[] = [];
    const running = forMany(
      [1, 2, 3],
      (item) => {
        begun.push(item);
        stop.abort(new Error('enough'));
        return Promise.resolve();
      },
      { concurrency: 1, signal: stop.signal },
    );
    await expect(running).rejects.toThrow('enough');
    expect(begun).toEqual([1]);
  });

  it('refuses an invalid concurrency', async () => {
    await expect(forMany([1], () => Promise.resolve(), { concurrency: 0 })).rejects.toThrow(RangeError);
  });
});
