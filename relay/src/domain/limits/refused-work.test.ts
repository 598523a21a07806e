import { describe, expect, it } from 'vitest';
import { RefusedWork } from './refused-work.js';

const limited = expect.objectContaining({ code: 'rate_limited', retryAfterS: 20 }) as Error;

describe('work for files that were refused', () => {
  it('is free up to a budget, then the organization waits until it is forgiven', () => {
    let now = 0;
    const work = new RefusedWork(() => now);
    for (let count = 0; count < 2; count++) {
      work.assertMayTry('org_a');
      work.refused('org_a', 31_000);
    }
    expect(() => work.assertMayTry('org_a')).toThrow(limited);
    work.assertMayTry('org_b');
    now += 20_000;
    work.assertMayTry('org_a');
  });

  it('is not counted when a mistake cost next to nothing', () => {
    const work = new RefusedWork(() => 0);
    for (let count = 0; count < 1_000; count++) work.refused('org_a', 100);
    work.assertMayTry('org_a');
  });
});
