import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Migrated, migrate, migrateLocked } from './migrate.js';
import { checksumOf, checkDrift, SchemaDriftError, statementsOf } from './migration-checksums.js';
import { NewerSchemaError } from './newer-schema.js';
import { migrations } from '../migrations/index.js';
import { oldestAfter, type SchemaMigration, type SchemaMigrations } from '../migrations/migration.js';
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

/** Statements after which a relay that does not know of them fails: what it names is gone, or what it writes is refused. */
const TAKES_AWAY =
  /\bdrop (table|column|constraint|schema|view|type)\b|\brename\b|\balter column \S+ (set not null|type|set data type|drop default)\b|\badd column (if not exists )?\S+ (?!.*\bdefault\b).*\bnot null\b/i;

const sending = (text: string): Pick<SchemaMigration, 'up'> => ({
  up: async (db) => {
    await sql.raw(text).execute(db);
  },
});

/** What two later releases would bring: a column beside an old one, and then the old one's end. */
const expanded: SchemaMigrations = {
  ...migrations,
  '9998-new-name': { step: 'expand', ...sending('alter table organizations add column title text') },
};
const contracted: SchemaMigrations = {
  ...expanded,
  '9999-no-old-name': {
    step: 'contract',
    oldest: '9998-new-name',
    ...sending('alter table organizations drop column name'),
  },
};

describe('a migration that says that it only adds', () => {
  it('has no statement that takes something away from older relays', async () => {
    for (const [name, migration] of Object.entries(migrations)) {
      if (migration.step === 'contract') continue;
      for (const { text } of await statementsOf(migration)) expect(text, name).not.toMatch(TAKES_AWAY);
    }
  });

  it.each([
    'drop table lines',
    'alter table lines drop column sums',
    'alter table lines rename column sums to sum',
    'alter table lines alter column sums set not null',
    'alter table lines alter column sums type text',
    'alter table lines add column kind text not null',
    'alter table lines add column if not exists kind text not null',
  ])('may not say: %s', (text) => {
    expect(text).toMatch(TAKES_AWAY);
  });

  it('may add a column that has a default, and exchange an index or a trigger', () => {
    for (const text of [
      "alter table lines add column kind text not null default 'x'",
      'alter table lines add column kind text',
      'drop index lines_by_age',
      'create table calls (id text not null)',
    ])
      expect(text).not.toMatch(TAKES_AWAY);
  });

  it('leaves the oldest relay that may run as it was; one that takes away names it', () => {
    const after = oldestAfter(contracted);
    expect(after.get('0009-speakers')).toBeUndefined();
    expect(after.get('9998-new-name')).toBe('0010-sessions-by-organization');
    expect(after.get('9999-no-old-name')).toBe('9998-new-name');
    for (const migration of Object.values(contracted))
      if (migration.step === 'contract') expect(Object.keys(contracted)).toContain(migration.oldest);
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
    expect(await migrate(opened.database.queries)).toEqual({ ran: [], seconds: {}, newer: [] });
    expect(await describeSchema(opened.database.queries)).toBe(before);
  });

  it('locks nothing of one migration while the next one works, and keeps what succeeded before one that fails', async () => {
    const fresh = await open();
    const db = fresh.database.queries;
    const locked = sql<{ n: number }>`
      select count(*)::integer as n from pg_locks
      where mode = 'AccessExclusiveLock' and relation = 'organizations'::regclass`;
    const seen: unknown[] = [];
    const failing: SchemaMigrations = {
      ...expanded,
      '9999-slow': {
        step: 'expand',
        up: async (transaction) => {
          seen.push((await locked.execute(transaction)).rows[0]?.n);
          throw new Error('the disk is full');
        },
      },
    };
    await expect(migrate(db, { known: failing })).rejects.toThrow('migration 9999-slow failed');
    expect(seen).toEqual([0]);
    const mended = { ...failing, '9999-slow': { step: 'expand', ...sending('select 1') } } as const;
    expect((await migrate(db, { known: mended })).ran).toEqual(['9999-slow']);
    await fresh.close();
  }, 60_000);

  it('is refused by a relay whose migration was edited after it ran', async () => {
    const edited = {
      ...migrations,
      '0001-accounts-and-sessions': { up: () => Promise.resolve() },
    };
    await expect(checkDrift(opened.database.queries, edited)).rejects.toThrow(SchemaDriftError);
    await checkDrift(opened.database.queries, migrations);
  });

  /** Lets relays of several versions start one after the other, and takes back what they did. */
  const starts = async (...versions: readonly SchemaMigrations[]) => {
    const done: Pick<Migrated, 'ran' | 'newer'>[] = [];
    const takenBack = new Error('taken back');
    const all = opened.database.queries.transaction().execute(async (transaction) => {
      for (const known of versions) {
        const { ran, newer } = await migrateLocked(transaction, { known });
        done.push({ ran, newer });
      }
      throw takenBack;
    });
    await all.catch((error: unknown) => {
      if (error !== takenBack) throw error;
    });
    return done;
  };

  it('that a newer relay only added to runs an older relay, which changes nothing', async () => {
    expect(await starts(migrations, expanded, migrations, expanded)).toEqual([
      { ran: [], newer: [] },
      { ran: ['9998-new-name'], newer: [] },
      { ran: [], newer: ['9998-new-name'] },
      { ran: [], newer: [] },
    ]);
  });

  it('that a newer relay took something away from runs the version before, and refuses the one before that', async () => {
    expect((await starts(contracted, expanded)).at(-1)).toEqual({ ran: [], newer: ['9999-no-old-name'] });
    await expect(starts(contracted, migrations)).rejects.toThrow(NewerSchemaError);
    await expect(starts(contracted, migrations)).rejects.toThrow(
      'used by a newer relay (9998-new-name, 9999-no-old-name) and needs a relay that knows 9998-new-name: start',
    );
  });

  it('of another history is refused: what this relay knows did not run before what it does not know', async () => {
    const other = Object.fromEntries(Object.entries(expanded).filter(([name]) => !name.startsWith('0017')));
    await expect(
      opened.database.queries.transaction().execute(async (transaction) => {
        await sql`delete from kysely_migration where name = '0017-removed-ids-by-age'`.execute(transaction);
        await migrateLocked(transaction, { known: other });
        await migrateLocked(transaction);
      }),
    ).rejects.toThrow(NewerSchemaError);
  });
});
