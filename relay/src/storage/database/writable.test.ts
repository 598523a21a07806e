import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { isOutage } from './outage.js';
import { writableCheck } from './writable.js';

describe.each(DATABASES)('the check for writes on $name', ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
    const values = { purpose: 'test', key_id: 'a', since: new Date(0) };
    await opened.database.queries.insertInto('relay_secrets').values(values).execute();
  }, 120_000);
  afterAll(() => opened.close());

  it('passes while the database takes writes, and tells a read-only one', async () => {
    const { queries } = opened.database;
    let now = 0;
    await queries.connection().execute(async (db) => {
      const check = writableCheck({ db, directory: undefined, nowMs: () => now });
      await check();
      await sql`set default_transaction_read_only = on`.execute(db);
      // The answer is kept, so that probes cost next to nothing.
      await check();
      now += 5_000;
      const error: unknown = await check().catch((thrown: unknown) => thrown);
      expect(isOutage(error)).toBe(true);
      await sql`set default_transaction_read_only = off`.execute(db);
      now += 5_000;
      await check();
    });
  });

  it('fails before the disk of the embedded database is full', async () => {
    const db = opened.database.queries;
    const check = (free: number): Promise<void> =>
      writableCheck({ db, directory: '/data', nowMs: () => 0, freeBytes: () => Promise.resolve(free) })();
    await expect(check(10_000_000)).rejects.toThrow('free');
    await check(1_000_000_000);
  });
});

describe('an outage', () => {
  const coded = (code: string): Error => Object.assign(new Error('failed'), { code });

  it.each([
    'ECONNREFUSED',
    '08006',
    '53100',
    '53300',
    '57P01',
    '25006',
    '57014',
    '40P01',
    '40001',
    '55P03',
    '25P03',
  ])('is an error %s', (code) => {
    expect(isOutage(coded(code))).toBe(true);
    expect(isOutage(new Error('wrapped', { cause: coded(code) }))).toBe(true);
    expect(isOutage(new AggregateError([coded(code)]))).toBe(true);
  });

  it.each(['23505', '42P01', '22P02', 'ERR_ASSERTION'])('is none: %s', (code) => {
    expect(isOutage(coded(code))).toBe(false);
    expect(isOutage('text')).toBe(false);
  });
});
