import { describe, expect, it } from 'vitest';
import { FrameScheduler, type FrameClock } from './frame-scheduler.js';

class ManualClock implements FrameClock {
  time = 0;
  readonly waiting = new Map<number, () => void>();
  private next = 1;

  requestFrame(callback: () => void): number {
    this.next += 1;
    this.waiting.set(this.next, callback);
    return this.next;
  }

  cancelFrame(handle: number): void {
    this.waiting.delete(handle);
  }

  nowMs(): number {
    return this.time;
  }

  frame(atMs: number): void {
    this.time = atMs;
    const due = [...this.waiting.values()];
    this.waiting.clear();
    for (const callback of due) callback();
  }
}

describe('FrameScheduler', () => {
  it('runs about ten times a second at most, at any rate of frames and requests', () => {
    const clock = new ManualClock();
    let runs = 0;
    const scheduler = new FrameScheduler(clock, () => (runs += 1));
    for (let ms = 0; ms < 1_000; ms += 16) {
      scheduler.request();
      scheduler.request();
      clock.frame(ms);
    }
    expect(runs).toBeGreaterThanOrEqual(8);
    expect(runs).toBeLessThanOrEqual(11);
  });

  it('keeps one request open while the tab is hidden, and runs once when the tab is back', () => {
    const clock = new ManualClock();
    let runs = 0;
    const scheduler = new FrameScheduler(clock, () => (runs += 1));
    for (let count = 0; count < 10_000; count += 1) scheduler.request();
    expect(clock.waiting.size).toBe(1);
    clock.frame(3_600_000);
    expect(runs).toBe(1);
    expect(clock.waiting.size).toBe(0);
  });

  it('does not run after a cancel', () => {
    const clock = new ManualClock();
    const scheduler = new FrameScheduler(clock, () => expect.unreachable());
    scheduler.request();
    scheduler.cancel();
    clock.frame(1_000);
    expect(clock.waiting.size).toBe(0);
  });
});
