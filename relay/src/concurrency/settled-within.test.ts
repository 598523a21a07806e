import { describe, expect, it } from 'vitest';
import { settledWithin } from './settled-within.js';

/** A timer that the test lets run out. */
const manualTimers = () => {
  let run: (() => void) | undefined;
  return {
    runOut: () => run?.(),
    isArmed: () => run !== undefined,
    after: (_ms: number, call: () => void) => {
      run = call;
      return () => (run = undefined);
    },
  };
};

describe('a bounded wait', () => {
  it.each([
    ['resolves', () => Promise.resolve('done')],
    ['rejects', () => Promise.reject(new Error('failed'))],
  ])('says that a promise settled that %s in time, and stops its timer', async (_how, promise) => {
    const timers = manualTimers();
    expect(await settledWithin(promise(), timers, 100)).toBe(true);
    expect(timers.isArmed()).toBe(false);
  });

  it('says that a promise did not settle in time, and does not fail when it rejects later', async () => {
    const timers = manualTimers();
    let fail: (error: Error) => void = () => undefined;
    const waited = settledWithin(new Promise((_, reject) => (fail = reject)), timers, 100);
    timers.runOut();
    expect(await waited).toBe(false);
    fail(new Error('too late'));
    await Promise.resolve();
  });
});
