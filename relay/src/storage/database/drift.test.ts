import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from './migrate.js';
import { checksumOf, checkDrift, SchemaDriftError } from './migration-checksums.js';
import { migrations } from '../migrations/index.js';
import { DATABASES, type TestDatabase } from '../testing/databases.js';
import { describeSchema } from '../testing/describe-schema.js';

/** After adding a migration, run `npx vitest run --project unit relay/src/storage/database/drift.test.ts -u` and read the diff. */
describe('migrations', () => {
  it('that have shipped are as they shipped', async () => {
    const lines = [];
    for (const [name, migration] of Object.entries(migrations))
      lines.push(`${await checksumOf(migration)}  ${name}`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('../migrations/checksums.txt');
  });

  it('have another checksum when a statement changes, and the same one when only its layout changes', async () => {
    const of = (text: string): Promise<string> =>
      checksumOf({
        up: async (db) => {
          await sql.raw(text).execute(db);
        },
      });
    expect(await of('create table a (b text)')).toBe(await of('create table a\n  (b text)'));
    expect(await of('create table a (b text)')).not.toBe(await of('create table a (b text not null)'));
  });

  it('are numbered in the order in which they run', () => {
    const names = Object.keys(migrations);
    expect(names).toEqual([...names].sort());
  });
});

describe.each(DATABASES)('a migrated database on $name', ({ open }) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  afterAll(() => opened.close());

  it('has the schema that was agreed on', async () => {
    await expect(await describeSchema(opened.database.queries)).toMatchFileSnapshot(
      '../migrations/schema.txt',
    );
  });

  it('is not changed by a second start', async () => {
    const before = await describeSchema(opened.database.queries);
    expect(await migrate(opened.database.queries)).toEqual([]);
    expect(await describeSchema(opened.database.queries)).toBe(before);
  });

  it('is refused by a relay whose migration was edited after it ran', async () => {
    const edited = {
      ...migrations,
      '0001-accounts-and-sessions': { up: () => Promise.resolve() },
    };
    await expect(checkDrift(opened.database.queries, edited)).rejects.toThrow(SchemaDriftError);
    await checkDrift(opened.database.queries, migrations);
  });
});
