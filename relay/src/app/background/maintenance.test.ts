import { afterEach, expect, it, vi } from 'vitest';
import { startMaintenance } from './maintenance.js';

const NOW_MS = Date.UTC(2026, 0, 1);
type Given = Parameters<typeof startMaintenance>;

/** Maintenance on a database whose every table is empty. @param aheadMs of the relay's clock before the database's */
const maintain = (aheadMs: number, wallMs = () => NOW_MS + aheadMs) => {
  const deleted = vi.fn(() => Promise.resolve(0));
  const none = vi.fn(() => Promise.resolve([]));
  const table = new Proxy(
    {},
    {
      get: (_, name) =>
        name === 'expireAbandoned' ? expired : /Before|due|loose|held/i.test(String(name)) ? none : deleted,
    },
  );
  const expired = vi.fn(() => Promise.resolve(0));
  const clock = { nowMs: vi.fn(() => Promise.resolve(wallMs() - aheadMs)) };
  const tables = new Proxy({ clock }, { get: (own, name) => (name === 'clock' ? own.clock : table) });
  const log = { error: vi.fn(), warn: vi.fn(), debug: vi.fn(), info: vi.fn() };
  const swept = vi.fn(() => Promise.resolve(0));
  const services = { conversations: { sweep: swept, remove: deleted }, apiKeys: { revokeAll: deleted } };
  const ticker = startMaintenance(
    tables as unknown as Given[0],
    services as unknown as Given[1],
    { nowMs: () => NOW_MS, wallMs },
    log as unknown as Given[3],
  );
  return { ticker, deleted, expired, clock, swept, log };
};

afterEach(() => vi.useRealTimers());

it('goes on with everything else when one part fails, and says which', async () => {
  vi.useFakeTimers();
  const { ticker, deleted, swept, log } = maintain(0);
  swept.mockRejectedValue(new Error('a row that cannot be read'));
  await vi.advanceTimersByTimeAsync(61_000);
  await ticker.stop();
  expect(log.warn).toHaveBeenCalledWith(
    expect.objectContaining({ chore: 'conversations' }),
    expect.any(String),
  );
  // Before it and after it.
  expect(deleted.mock.calls.length).toBeGreaterThan(7);
});

it.each([0, 20_000, -20_000])('deletes with a clock that is %d ms from the database’s', async (aheadMs) => {
  vi.useFakeTimers();
  const { ticker, deleted, log } = maintain(aheadMs);
  await vi.advanceTimersByTimeAsync(61_000);
  await ticker.stop();
  expect(log.error).not.toHaveBeenCalled();
  expect(log.warn).not.toHaveBeenCalled();
  expect(deleted).toHaveBeenCalled();
});

it.each([3_600_000, -3_600_000])(
  'deletes nothing with a clock that is %d ms off, and says so',
  async (aheadMs) => {
    vi.useFakeTimers();
    const { ticker, deleted, log } = maintain(aheadMs);
    await vi.advanceTimersByTimeAsync(61_000);
    await ticker.stop();
    expect(deleted).not.toHaveBeenCalled();
    expect(log.error).toHaveBeenCalledWith({ aheadMs }, expect.stringContaining('not the database'));
  },
);

it('ends no stream as abandoned right after an outage of the database, in which none could renew its place', async () => {
  vi.useFakeTimers({ now: NOW_MS });
  const { ticker, expired, clock } = maintain(0, Date.now);
  const rounds = async (minutes: number): Promise<number> => {
    expired.mockClear();
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
    return expired.mock.calls.length;
  };
  await rounds(3);
  expect(await rounds(2)).toBe(2);
  clock.nowMs.mockRejectedValue(new Error('no connection'));
  expect(await rounds(12)).toBe(0);
  clock.nowMs.mockImplementation(() => Promise.resolve(Date.now()));
  expect(await rounds(1)).toBe(0);
  expect(await rounds(2)).toBe(2);
  await ticker.stop();
});
