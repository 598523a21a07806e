import { describe, expect, it } from 'vitest';
import { Ticker, type TickerOptions } from './ticker.js';

/** A clock that the test controls: each pause lasts until the test ends it. */
const manualTime = () => {
  const pauses: { ms: number; end: () => void }[] = [];
  const wait: TickerOptions['wait'] = (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) {
        resolve();
        return;
      }
      signal.addEventListener('abort', () => resolve(), { once: true });
      pauses.push({ ms, end: resolve });
    });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    wait,
    pauses,
    settle,
    pass: async () => {
      pauses.at(-1)?.end();
      await settle();
    },
  };
};

const tickerWith = (options: Partial<TickerOptions>) => {
  const time = manualTime();
  const failures: unknown[] = [];
  let rounds = 0;
  const ticker = new Ticker({
    everyMs: 100,
    round: () => Promise.resolve(rounds++),
    onFailed: (error) => failures.push(error),
    wait: time.wait,
    ...options,
  });
  return { ticker, time, failures, rounds: () => rounds };
};

describe('a ticker', () => {
  it('waits, runs a round, and waits again', async () => {
    const { ticker, time, rounds } = tickerWith({});
    ticker.start();
    expect(rounds()).toBe(0);
    await time.pass();
    expect(rounds()).toBe(1);
    await time.pass();
    expect(rounds()).toBe(2);
    expect(time.pauses.map(({ ms }) => ms)).toEqual([100, 100, 100]);
    await ticker.stop();
    await time.pass();
    expect(rounds()).toBe(2);
  });

  it('begins at once if it is asked to', async () => {
    const { ticker, rounds } = tickerWith({ atOnce: true });
    ticker.start();
    expect(rounds()).toBe(1);
    await ticker.stop();
  });

  it('reports a round that fails, and runs the next one', async () => {
    let rounds = 0;
    const round = () => (++rounds === 1 ? Promise.reject(new Error('no answer')) : Promise.resolve());
    const { ticker, time, failures } = tickerWith({ round });
    ticker.start();
    await time.pass();
    await time.pass();
    expect(rounds).toBe(2);
    expect(failures).toMatchObject([{ message: 'no answer' }]);
    await ticker.stop();
  });

  it('runs the next round without a pause if there is more to do', async () => {
    let left = 3;
    const { ticker, time } = tickerWith({
      atOnce: true,
      round: () => Promise.resolve(--left > 0 ? 'again' : undefined),
    });
    ticker.start();
    await time.settle();
    expect(left).toBe(0);
    expect(time.pauses).toHaveLength(1);
    await ticker.stop();
  });

  it('ends the pause when it is nudged, even from within a round', async () => {
    let rounds = 0;
    const { ticker, time } = tickerWith({
      round: () => {
        if (++rounds === 1) ticker.nudge();
        return Promise.resolve();
      },
    });
    ticker.start();
    ticker.nudge();
    await time.settle();
    expect(rounds).toBe(2);
    await ticker.stop();
  });

  it('waits for the round in progress when it is stopped', async () => {
    let end = (): void => undefined;
    const { ticker, time } = tickerWith({
      atOnce: true,
      round: () => new Promise<void>((resolve) => (end = resolve)),
    });
    ticker.start();
    let stopped = false;
    const stopping = ticker.stop().then(() => (stopped = true));
    await time.settle();
    expect(stopped).toBe(false);
    end();
    await stopping;
  });

  it('never runs a round when it is stopped before its first one', async () => {
    const { ticker, rounds } = tickerWith({});
    ticker.start();
    await ticker.stop();
    expect(rounds()).toBe(0);
  });
});
