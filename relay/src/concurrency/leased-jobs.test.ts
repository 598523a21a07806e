import { describe, expect, it } from 'vitest';
import { HOLD_MS, LeasedJobs, type LeasedJobsOptions } from './leased-jobs.js';
import type { Wait } from './ticker.js';

interface Row {
  readonly id: string;
  heldUntilMs: number;
  over: boolean;
}

/** A table and a clock that two relays share. Pauses end when the test lets time pass. */
const world = (...ids: string[]) => {
  const rows: Row[] = ids.map((id) => ({ id, heldUntilMs: 0, over: false }));
  const sleeping = new Set<{ readonly untilMs: number; readonly end: () => void }>();
  const failures: unknown[] = [];
  let nowMs = 1_000;
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const wait: Wait = (ms, signal) =>
    new Promise((resolve) => {
      const sleeper = {
        untilMs: nowMs + ms,
        end: () => {
          sleeping.delete(sleeper);
          resolve();
        },
      };
      sleeping.add(sleeper);
      if (signal.aborted) sleeper.end();
      else signal.addEventListener('abort', sleeper.end, { once: true });
    });
  const relay = (run: LeasedJobsOptions<Row>['run'], atATime = 10) =>
    new LeasedJobs<Row>({
      table: {
        take: (now, until, most) => {
          const free = rows.filter(({ over, heldUntilMs }) => !over && heldUntilMs <= now.getTime());
          for (const row of free.slice(0, most)) row.heldUntilMs = until.getTime();
          return Promise.resolve(free.slice(0, most));
        },
        hold: (row, until) => {
          if (row.over) return Promise.resolve(false);
          row.heldUntilMs = until.getTime();
          return Promise.resolve(true);
        },
        letGo: (row) => {
          row.heldUntilMs = 0;
          return Promise.resolve();
        },
      },
      run,
      atATime,
      lookMs: 5_000,
      nowMs: () => nowMs,
      wait,
      onFailed: (error) => failures.push(error),
    });
  const pass = async (ms: number) => {
    for (const endMs = nowMs + ms; nowMs < endMs;) {
      nowMs += 1_000;
      for (const sleeper of [...sleeping]) if (sleeper.untilMs <= nowMs) sleeper.end();
      await settle();
    }
  };
  return { rows, failures, relay, pass, settle };
};

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));

describe('leased jobs', () => {
  it('are run by one relay, however long they take', async () => {
    const { relay, pass, settle } = world('a');
    let runs = 0;
    const long = (_: Row, signal: AbortSignal) => (runs++, untilAborted(signal));
    const [one, two] = [relay(long), relay(long)];
    one.start();
    two.start();
    await settle();
    await pass(5 * HOLD_MS);
    expect(runs).toBe(1);
    await Promise.all([one.stop(), two.stop()]);
  });

  it('go to another relay after their lease when their relay died', async () => {
    const { rows, relay, pass, settle } = world('a');
    rows[0]!.heldUntilMs = 1_000 + HOLD_MS;
    const runs: string[] = [];
    const other = relay((row) => {
      runs.push(row.id);
      row.over = true;
      return Promise.resolve();
    });
    other.start();
    await settle();
    await pass(HOLD_MS - 5_000);
    expect(runs).toEqual([]);
    await pass(10_000);
    expect(runs).toEqual(['a']);
    await other.stop();
  });

  it('can be taken at once when their relay stops', async () => {
    const { rows, relay, settle } = world('a');
    const one = relay((_, signal) => untilAborted(signal));
    one.start();
    await settle();
    expect(rows[0]!.heldUntilMs).toBeGreaterThan(0);
    await one.stop();
    expect(rows[0]!.heldUntilMs).toBe(0);
  });

  it('are aborted within seconds when they end on another relay', async () => {
    const { rows, failures, relay, pass, settle } = world('a');
    const reasons: unknown[] = [];
    const one = relay((_, signal) =>
      untilAborted(signal).catch((error: unknown) => {
        reasons.push(error);
        throw error;
      }),
    );
    one.start();
    await settle();
    rows[0]!.over = true;
    await pass(10_000);
    expect(reasons).toMatchObject([{ message: 'the job is over' }]);
    expect(failures, 'a job that was given up did not fail').toEqual([]);
    await one.stop();
  });

  it('run up to the limit at a time, and the next one begins when one ends', async () => {
    const { relay, settle } = world('a', 'b', 'c');
    const ends: (() => void)[] = [];
    const one = relay(
      (row) =>
        new Promise<void>((resolve) =>
          ends.push(() => {
            row.over = true;
            resolve();
          }),
        ),
      2,
    );
    one.start();
    await settle();
    expect(ends).toHaveLength(2);
    ends[0]!();
    await settle();
    expect(ends).toHaveLength(3);
    for (const end of ends) end();
    await one.stop();
  });

  it('are reported when they fail, and taken again after their lease', async () => {
    const { failures, relay, pass, settle } = world('a');
    let runs = 0;
    const one = relay((row) => {
      if (++runs === 1) return Promise.reject(new Error('no answer'));
      row.over = true;
      return Promise.resolve();
    });
    one.start();
    await settle();
    await pass(10_000);
    expect(failures).toMatchObject([{ message: 'no answer' }]);
    expect(runs).toBe(1);
    await pass(HOLD_MS);
    expect(runs).toBe(2);
    await one.stop();
  });

  it('end on this relay when they are canceled', async () => {
    const { relay, settle } = world('a');
    const one = relay((_, signal) => untilAborted(signal));
    one.start();
    await settle();
    one.cancel('a');
    await one.idle();
    await one.stop();
  });
});
