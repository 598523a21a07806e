import { describe, expect, it } from 'vitest';
import { HOLD_MS, LeasedJobs, type LeasedJobsOptions } from './leased-jobs.js';
import type { Wait } from './ticker.js';

interface Row {
  readonly id: string;
  heldUntilMs: number;
  attempts: number;
  over: boolean;
}

/** A table and a clock that two relays share. Pauses end when the test lets time pass. */
const world = (...ids: string[]) => {
  const rows: Row[] = ids.map((id) => ({ id, heldUntilMs: 0, attempts: 0, over: false }));
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
        take: (now, until, most, running) => {
          const free = rows.filter(
            ({ id, over, heldUntilMs }) => !over && heldUntilMs <= now.getTime() && !running.includes(id),
          );
          return Promise.resolve(
            free.slice(0, most).map((row) => {
              row.heldUntilMs = until.getTime();
              row.attempts++;
              return { ...row };
            }),
          );
        },
        hold: (job, until) => Promise.resolve(holds(job, until.getTime())),
        letGo: (job) => Promise.resolve(void holds(job, 0)),
      },
      run,
      atATime,
      lookMs: 5_000,
      nowMs: () => nowMs,
      wait,
      onFailed: (error) => failures.push(error),
    });
  const holds = ({ id, attempts }: Row, untilMs: number): boolean => {
    const row = rows.find((each) => each.id === id && each.attempts === attempts && !each.over);
    if (row !== undefined) row.heldUntilMs = untilMs;
    return row !== undefined;
  };
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
      rows[0]!.over = true;
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
    expect(reasons).toMatchObject([{ message: 'the job is over, or another relay has it' }]);
    expect(failures, 'a job that was given up did not fail').toEqual([]);
    await one.stop();
  });

  it('are given up by a relay that stood still for longer than its hold, once another has taken them', async () => {
    const { rows, relay, pass, settle } = world('a');
    const ended: string[] = [];
    const run = (name: string) => (_: Row, signal: AbortSignal) =>
      untilAborted(signal).finally(() => ended.push(name));
    const [paused, other] = [relay(run('paused')), relay(run('other'))];
    paused.start();
    await settle();
    // What another relay leaves behind when it takes a job whose hold ran out.
    rows[0]!.heldUntilMs = 0;
    other.start();
    await settle();
    expect(rows[0]).toMatchObject({ attempts: 2 });
    await pass(10_000);
    expect(ended).toEqual(['paused']);
    const held = rows[0]!.heldUntilMs;
    await paused.stop();
    expect(rows[0]!.heldUntilMs, 'it is not the one who may let it go').toBe(held);
    await other.stop();
    expect(rows[0]!.heldUntilMs).toBe(0);
  });

  it('go on where they run when their relay stood still for a minute and nobody took them', async () => {
    const { rows, relay, pass, settle } = world('a');
    let runs = 0;
    const one = relay((_, signal) => (runs++, untilAborted(signal)));
    one.start();
    await settle();
    rows[0]!.heldUntilMs = 0;
    await pass(HOLD_MS);
    expect([runs, rows[0]!.attempts]).toEqual([1, 1]);
    expect(rows[0]!.heldUntilMs).toBeGreaterThan(0);
    await one.stop();
  });

  it('run up to the limit at a time, and the next one begins when one ends', async () => {
    const { rows, relay, settle } = world('a', 'b', 'c');
    const ends: (() => void)[] = [];
    const one = relay(
      ({ id }) =>
        new Promise<void>((resolve) =>
          ends.push(() => {
            rows.find((row) => row.id === id)!.over = true;
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
    const { rows, failures, relay, pass, settle } = world('a');
    let runs = 0;
    const one = relay(() => {
      if (++runs === 1) return Promise.reject(new Error('no answer'));
      rows[0]!.over = true;
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
