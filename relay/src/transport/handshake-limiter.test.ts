import { describe, expect, it } from 'vitest';
import { HandshakeLimiter } from './handshake-limiter.js';

describe('the handshake limiter', () => {
  it('allows a burst, then a rate, per address', () => {
    let now = 0;
    const limiter = new HandshakeLimiter({ burst: 2, perMinute: 60 }, () => now);
    expect([limiter.take('a'), limiter.take('a'), limiter.take('a')]).toEqual([0, 0, 1]);
    expect(limiter.take('b')).toBe(0);
    now += 1_000;
    expect([limiter.take('a'), limiter.take('a')]).toEqual([0, 1]);
  });

  it('never holds more than the burst', () => {
    let now = 0;
    const limiter = new HandshakeLimiter({ burst: 2, perMinute: 60 }, () => now);
    limiter.take('a');
    now += 3_600_000;
    expect([limiter.take('a'), limiter.take('a'), limiter.take('a') > 0]).toEqual([0, 0, true]);
  });

  it('says how long to wait', () => {
    const limiter = new HandshakeLimiter({ burst: 1, perMinute: 2 }, () => 0);
    limiter.take('a');
    expect(limiter.take('a')).toBe(30);
  });

  it('keeps its memory bounded in a flood of addresses', () => {
    const limiter = new HandshakeLimiter({ burst: 1, perMinute: 1 }, () => 0);
    for (let address = 0; address < 50_000; address++) limiter.take(String(address));
    expect(limiter.take('49999')).toBeGreaterThan(0);
  });
});
