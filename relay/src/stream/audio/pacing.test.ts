import { describe, expect, it } from 'vitest';
import { ChannelClock } from './channel-clock.js';
import { AudioPacer, MessagePacer, TokenBucket } from './pacing.js';

describe('token bucket', () => {
  it('fills with time, up to its capacity, and goes into debt', () => {
    const bucket = new TokenBucket(100, 10, 0);
    expect(bucket.take(30, 1, 0)).toBe(-20);
    expect(bucket.take(0, 1, 50)).toBe(30);
    expect(bucket.take(0, 1, 10_000)).toBe(100);
  });

  it('adds no tokens when the clock stands still or goes back', () => {
    const bucket = new TokenBucket(100, 10, 1_000);
    expect(bucket.take(1, 1, 0)).toBe(9);
    expect(bucket.take(1, 1, 1_000)).toBe(8);
  });
});

describe('the pacer', () => {
  it('[RT25] always allows 1.1 times real time', () => {
    const pacer = new AudioPacer(0);
    const paces = Array.from({ length: 100_000 }, (_, i) => pacer.charge(44, i, (i + 1) * 40));
    expect(new Set(paces)).toEqual(new Set(['on_time']));
  });

  it('[RT25] does not allow 1.5 times real time', () => {
    const pacer = new AudioPacer(0);
    const paces = Array.from({ length: 1_000 }, (_, i) => pacer.charge(60, i, (i + 1) * 40));
    expect(paces).toContain('too_fast');
    expect(paces.filter((pace) => pace === 'ahead')).toHaveLength(1);
  });

  it('always allows 100 messages a second, but not a thousand', () => {
    const calm = new MessagePacer(0);
    expect(Array.from({ length: 60_000 }, (_, i) => calm.allow(i * 10, 1_280)).every(Boolean)).toBe(true);
    const flood = new MessagePacer(0);
    expect(Array.from({ length: 20_000 }, (_, i) => flood.allow(i, 40)).every(Boolean)).toBe(false);
  });

  it('allows a ring of the largest audio as JSON at once, but not a flood of the longest messages', () => {
    const ring = new MessagePacer(0);
    expect(Array.from({ length: 3_000 }, () => ring.allow(0, 5_200)).every(Boolean)).toBe(true);
    const flood = new MessagePacer(0);
    expect(Array.from({ length: 2_000 }, (_, i) => flood.allow(i * 4, 65_536)).every(Boolean)).toBe(false);
  });
});

describe('channel clock', () => {
  it('gives the age of the oldest audio without a result', () => {
    const clock = new ChannelClock(0);
    clock.receive(100, 0);
    clock.receive(200, 40);
    clock.handed = 200;
    expect(clock.lagMs(100)).toBe(100);
    clock.analyse(100);
    expect(clock.lagMs(100)).toBe(60);
    clock.analyse(200);
    expect(clock.lagMs(100)).toBe(0);
  });

  it('still gives a correct lower bound when more frames wait than it records', () => {
    const clock = new ChannelClock(0);
    for (let i = 1; i <= 500; i += 1) clock.receive(i * 10, i);
    clock.handed = 5_000;
    clock.analyse(4_000);
    expect(clock.lagMs(1_000)).toBeGreaterThan(900);
  });

  it('acknowledges discarded audio only when nothing before it is in flight', () => {
    const clock = new ChannelClock(0);
    clock.receive(100, 0);
    clock.handed = 100;
    clock.receive(200, 1);
    expect(clock.acknowledgeable).toBe(0);
    clock.analyse(100);
    expect(clock.acknowledgeable).toBe(200);
  });
});
