import { afterEach, expect, it, vi } from 'vitest';
import { type ReadinessChecks, readyRoute } from './health.js';

const ready = async (checks: ReadinessChecks) => {
  vi.useFakeTimers();
  const answer = Promise.resolve(readyRoute(checks, () => ({ sessions: 0, free: 1 })).handle({} as never));
  await vi.advanceTimersByTimeAsync(1_999);
  return answer;
};

afterEach(() => vi.useRealTimers());

it('answers before a probe gives up, whatever a check waits for', async () => {
  const reply = await ready({
    database: () => Promise.resolve(true),
    storage: () => new Promise(() => undefined),
    inference: () => Promise.reject(new Error('no worker')),
  });
  expect(reply.status).toBe(503);
  expect(JSON.parse(String(reply.body))).toMatchObject({
    checks: { database: 'ok', storage: 'unavailable', inference: 'unavailable' },
  });
});

it('is ready when every check is', async () => {
  expect((await ready({ database: () => Promise.resolve(true) })).status).toBe(200);
});
