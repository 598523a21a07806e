import { describe, expect, it } from 'vitest';
import { ClockWatch } from './clock-watch.js';

/** Sends a report every 100 ms; `late` says how late each one is. */
const feed = (
  watch: ClockWatch,
  fromMs: number,
  count: number,
  { behindMs = 0, late = () => 0 }: { behindMs?: number; late?: (index: number) => number } = {},
): number => {
  let hole = 0;
  for (let index = 0; index < count; index++) {
    const atMs = fromMs + index * 100;
    hole += watch.report((atMs - behindMs) * 16, atMs + late(index));
  }
  return hole;
};

describe('The clock watch', () => {
  it('finds no hole in an accurate clock', () => {
    expect(feed(new ClockWatch(), 0, 200)).toBe(0);
  });

  it('finds no hole when the page is busy and its reports come late and together', () => {
    const watch = new ClockWatch();
    feed(watch, 0, 50);
    // Busy for 3 s: the reports of that time arrive together, and the oldest is 3 s late.
    const late = (index: number) => Math.max(0, 3_000 - index * 100);
    for (let round = 0; round < 7; round++) {
      expect(feed(watch, 5_000 + round * 6_300, 63, { late })).toBe(0);
    }
  });

  it('finds no hole in a device whose clock is a little slow', () => {
    const watch = new ClockWatch();
    let hole = 0;
    for (let index = 0; index < 36_000; index++) hole += watch.report(index * 1_600 * 0.9999, index * 100);
    expect(hole).toBe(0);
  });

  it('measures a hole once', () => {
    const watch = new ClockWatch();
    feed(watch, 0, 50);
    expect(feed(watch, 7_000, 12, { behindMs: 2_000 })).toBe(32_000);
    // The counter has skipped the hole, so the lag is as before.
    expect(feed(watch, 8_200, 50)).toBe(0);
  });

  it('calls a clock frozen after more than three seconds without a report', () => {
    const watch = new ClockWatch();
    expect([watch.check(), watch.check(), watch.check(), watch.check()]).toEqual([false, false, false, true]);
    watch.report(0, 0);
    expect(watch.check()).toBe(false);
    watch.pardon();
    expect(watch.check()).toBe(false);
  });
});
