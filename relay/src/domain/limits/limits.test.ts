import { describe, expect, it } from 'vitest';
import { StreamSlots } from './stream-slots.js';
import { planLimits, PLANS } from './plan-limits.js';
import { RateLimiter } from './rate-limiter.js';

describe('plans', () => {
  it('have the limits of the interface specification', () => {
    expect(PLANS.slice(0, 3).map(planLimits)).toEqual([
      { requestsPerMinute: 60, concurrentRequests: 5, concurrentStreams: 5 },
      { requestsPerMinute: 300, concurrentRequests: 20, concurrentStreams: 20 },
      { requestsPerMinute: 1_000, concurrentRequests: 50, concurrentStreams: 50 },
    ]);
  });
});

const limiterAt = (now: () => number): RateLimiter => new RateLimiter(now, now);

describe('the rate limiter', () => {
  it('allows exactly as many requests as the limit, and starts again after a minute', () => {
    let now = 10_000;
    const limiter = limiterAt(() => now);
    const takes = Array.from({ length: 4 }, () => limiter.take('a', 3));
    expect(takes.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
    ]);
    expect(takes[3]).toMatchObject({ limit: 3, resetS: 70, retryAfterS: 60 });
    now += 60_000;
    expect(limiter.take('a', 3)).toMatchObject({ allowed: true, remaining: 2, resetS: 130 });
  });

  it('ends a window after its minute, even if the wall clock is set back by an hour', () => {
    let now = 10_000;
    let wallMs = 7_200_000;
    const limiter = new RateLimiter(
      () => now,
      () => wallMs,
    );
    expect(limiter.take('a', 1)).toMatchObject({ allowed: true, resetS: 7_260 });
    wallMs -= 3_600_000;
    now += 20_000;
    expect(limiter.take('a', 1)).toMatchObject({ allowed: false, resetS: 3_640, retryAfterS: 40 });
    now += 40_000;
    expect(limiter.take('a', 1)).toMatchObject({ allowed: true, resetS: 3_660 });
  });

  it('counts each key separately', () => {
    const limiter = limiterAt(() => 0);
    limiter.take('a', 1);
    expect(limiter.take('a', 1).allowed).toBe(false);
    expect(limiter.take('b', 1).allowed).toBe(true);
  });

  it('peeks without counting', () => {
    const limiter = limiterAt(() => 0);
    expect(limiter.peek('a', 2).remaining).toBe(2);
    limiter.take('a', 2);
    expect(limiter.peek('a', 2).remaining).toBe(1);
    expect(limiter.peek('a', 2).remaining).toBe(1);
  });

  it('never asks a refused caller to wait 0 s', () => {
    let now = 0;
    const limiter = limiterAt(() => now);
    limiter.take('a', 1);
    now = 59_999;
    expect(limiter.take('a', 1).retryAfterS).toBe(1);
  });

  it('keeps its memory bounded in a flood of keys, and still counts', () => {
    const limiter = limiterAt(() => 0);
    for (let key = 0; key < 50_000; key++) limiter.take(`address:${key}`, 1);
    expect(limiter.take('address:49999', 1).allowed).toBe(false);
  });
});

describe('concurrency slots', () => {
  it('are limited exactly, and can be taken again after their release', () => {
    const slots = new StreamSlots();
    const first = slots.acquire('org', 'a', 2);
    slots.acquire('org', 'b', 2);
    expect(slots.acquire('org', 'c', 2)).toBeUndefined();
    expect(slots.used('org')).toBe(2);
    first?.release();
    first?.release();
    expect(slots.used('org')).toBe(1);
    expect(slots.acquire('org', 'c', 2)).toBeDefined();
  });

  it('are shared by the sockets of one session', () => {
    const slots = new StreamSlots();
    const old = slots.acquire('org', 'ses_1', 1);
    const fresh = slots.acquire('org', 'ses_1', 1);
    expect(slots.used('org')).toBe(1);
    old?.release();
    expect(slots.used('org')).toBe(1);
    fresh?.release();
    expect(slots.used('org')).toBe(0);
  });

  it('are counted per organization', () => {
    const slots = new StreamSlots();
    slots.acquire('one', 'a', 1);
    expect(slots.acquire('two', 'a', 1)).toBeDefined();
  });
});
