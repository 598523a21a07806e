import { describe, expect, it, vi } from 'vitest';
import type { Backlog } from '../../storage/database/backlog.js';
import { BacklogWatch } from './backlog-watch.js';

const SOME = { waitingEvents: 3 } as Backlog;

describe('the watch over the backlog', () => {
  it('forgets old figures while the database does not answer, and has new ones when it does', async () => {
    vi.useFakeTimers();
    const failures: unknown[] = [];
    const answers = [SOME, new Error('gone'), SOME];
    const watch = new BacklogWatch(() => {
      const next = answers.shift();
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next ?? SOME);
    });
    expect([watch.backlog, watch.databaseAnswers]).toEqual([undefined, true]);
    const rounds = watch.start((error) => void failures.push(error));
    try {
      await vi.advanceTimersByTimeAsync(1);
      expect([watch.backlog, watch.databaseAnswers]).toEqual([SOME, true]);
      await vi.advanceTimersByTimeAsync(15_000);
      expect([watch.backlog, watch.databaseAnswers]).toEqual([undefined, false]);
      expect(failures).toEqual([new Error('gone')]);
      await vi.advanceTimersByTimeAsync(15_000);
      expect([watch.backlog, watch.databaseAnswers]).toEqual([SOME, true]);
    } finally {
      const stopped = rounds.stop();
      await vi.advanceTimersByTimeAsync(1);
      await stopped;
      vi.useRealTimers();
    }
  });
});
