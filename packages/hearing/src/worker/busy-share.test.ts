import { describe, expect, it } from 'vitest';
import { BusyShare } from './busy-share.js';

/** Works `workMs` of every 100 ms. */
const worked = (workMs: number, forMs: number): BusyShare => {
  const busy = new BusyShare();
  for (let at = 0; at < forMs; at += 100) busy.add(at, at + workMs);
  return busy;
};

describe('the share of time that a thread works', () => {
  it('is nothing at first', () => {
    expect(new BusyShare().at(1_000)).toBe(0);
  });

  it.each([10, 50, 90])('comes to what it was for a while (%i %%)', (workMs) => {
    expect(worked(workMs, 20_000).at(20_000)).toBeCloseTo(workMs / 100, 1);
  });

  it('forgets old work', () => {
    expect(worked(100, 20_000).at(30_000)).toBeLessThan(0.01);
  });

  it('stays finite where time does not advance', () => {
    const busy = new BusyShare();
    for (let n = 0; n < 5; n++) busy.add(7, 7);
    expect(busy.at(7)).toBe(0);
  });
});
