import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DATABASES, type TestDatabase } from '../storage/testing/databases.js';
import { BossQueue } from './boss-queue.js';

describe.each(DATABASES)('the job queue on $name', ({ open }) => {
  let opened: TestDatabase;
  let queue: BossQueue;
  let errors: unknown[];

  const newQueue = () =>
    new BossQueue({
      database: opened.database,
      onError: (error) => errors.push(error),
      expireInS: 1,
      maintenanceS: 1,
    });

  beforeEach(async () => {
    opened = await open();
    errors = [];
    queue = newQueue();
  }, 120_000);
  afterEach(async () => {
    await queue.stop();
    await opened.close();
  });

  const remaining = async () => {
    const { rows } = await sql<{ state: string }>`select state::text from pgboss.job`.execute(
      opened.database.queries,
    );
    return rows.map(({ state }) => state);
  };

  it('runs each job once and forgets it', async () => {
    const done: unknown[] = [];
    queue.work('greet', (job) => Promise.resolve(void done.push(job.data)), { pollMs: 100 });
    await queue.start();
    await queue.sendMany('greet', [{ data: { n: 1 } }, { data: { n: 2 } }]);
    await expect.poll(() => done).toHaveLength(2);
    expect(done).toEqual(expect.arrayContaining([{ n: 1 }, { n: 2 }]));
    await expect.poll(remaining).toEqual([]);
    expect(errors).toEqual([]);
  });

  it('does not let a slow job delay the next', async () => {
    const done: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    queue.work<{ slow: boolean }>(
      'mixed',
      async ({ data }) => {
        if (data.slow) await held;
        done.push(data.slow ? 'slow' : 'quick');
      },
      { concurrency: 2, pollMs: 100 },
    );
    await queue.start();
    await queue.send('mixed', { slow: true });
    for (let i = 0; i < 3; i++) await queue.send('mixed', { slow: false });
    await expect.poll(() => done).toEqual(['quick', 'quick', 'quick']);
    release();
    await expect.poll(() => done.at(-1)).toBe('slow');
  });

  it('sends a job only if its transaction commits', async () => {
    const done: unknown[] = [];
    queue.work('paid', (job) => Promise.resolve(void done.push(job.data)), { pollMs: 50 });
    await queue.start();
    const failing = opened.database.queries.transaction().execute(async (tx) => {
      await queue.send('paid', { n: 'rolled back' }, { tx });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await opened.database.queries.transaction().execute((tx) => queue.send('paid', { n: 'kept' }, { tx }));
    await expect.poll(() => done).toEqual([{ n: 'kept' }]);
  });

  it('starts no job before its time', async () => {
    const done: unknown[] = [];
    queue.work('later', (job) => Promise.resolve(void done.push(job.data)), { pollMs: 50 });
    await queue.start();
    await queue.send('later', { n: 'tomorrow' }, { startAt: new Date(Date.now() + 86_400_000) });
    await queue.send('later', { n: 'now' });
    await expect.poll(() => done).toEqual([{ n: 'now' }]);
    await expect.poll(remaining).toEqual(['created']);
  });

  it('gives the job of a process that died to the next one, and refuses an unknown queue', async () => {
    const first = newQueue();
    first.work('heavy', () => new Promise(() => undefined), { pollMs: 50 });
    await first.start();
    await first.send('heavy', { n: 1 });
    await expect.poll(remaining).toEqual(['active']);
    await first.stop(0);
    const done: unknown[] = [];
    queue.work('heavy', (job) => Promise.resolve(void done.push(job.data)), { pollMs: 50 });
    await queue.start();
    await expect.poll(() => done, { timeout: 30_000 }).toEqual([{ n: 1 }]);
    await expect(queue.send('nobody', {})).rejects.toThrow('no such queue');
  }, 60_000);

  it('retries a job whose handler failed', async () => {
    queue.work('flaky', () => Promise.reject(new Error('not today')), { pollMs: 50 });
    await queue.start();
    await queue.send('flaky', {});
    await expect.poll(remaining).toEqual(['retry']);
    expect(errors).toMatchObject([{ message: 'not today' }]);
  });
});
