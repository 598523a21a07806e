import { expect, it } from 'vitest';
import { SharedClock } from './shared-clock.js';

const NOON = Date.UTC(2026, 0, 1, 12);

/** A database whose clock and distance the test chooses. */
const rig = () => {
  const times = { monotonicMs: 5_000, databaseMs: NOON, wayMs: 0 };
  const pass = (ms: number): void => {
    times.monotonicMs += ms;
    times.databaseMs += ms;
  };
  const source = {
    nowMs: () => {
      pass(times.wayMs);
      const told = times.databaseMs;
      pass(times.wayMs);
      return Promise.resolve(told);
    },
  };
  return { times, pass, open: () => SharedClock.open(source, () => times.monotonicMs) };
};

it('tells the database’s time, whatever the relay’s own clock says', async () => {
  const { times, pass, open } = rig();
  times.wayMs = 40;
  const clock = await open();
  expect(clock.nowMs()).toBe(NOON + 80);
  pass(1_234);
  expect(clock.nowMs()).toBe(times.databaseMs);
});

it('follows a database’s clock that was set, and a machine that slept', async () => {
  const { times, open } = rig();
  const clock = await open();
  times.databaseMs += 3_600_000;
  await clock.compare();
  expect(clock.nowMs()).toBe(NOON + 3_600_000);
});

it('does not jump for less than an answer’s way takes', async () => {
  const { times, open } = rig();
  const clock = await open();
  times.wayMs = 50;
  times.databaseMs += 30;
  await clock.compare();
  expect(clock.nowMs()).toBe(NOON + 100);
});

it('goes on while the database is away', async () => {
  const { times, pass } = rig();
  let isAway = false;
  const clock = await SharedClock.open(
    { nowMs: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(times.databaseMs)) },
    () => times.monotonicMs,
  );
  isAway = true;
  pass(60_000);
  await expect(clock.compare()).rejects.toThrow('away');
  expect(clock.nowMs()).toBe(NOON + 60_000);
});
