import { expect, it } from 'vitest';
import { BusyShare } from './busy-share.js';
import { WorkClock } from './work-clock.js';

it('counts work without the pauses in it', async () => {
  let nowMs = 0;
  const busy = new BusyShare();
  const clock = new WorkClock(() => nowMs, busy);
  nowMs = 5;
  await clock.pausedFor(Promise.resolve().then(() => void (nowMs = 105)));
  nowMs = 107;
  expect(clock.stop()).toBe(7);
  const alone = new BusyShare();
  alone.add(0, 5);
  alone.add(105, 107);
  expect(busy.at(107)).toBe(alone.at(107));
});
