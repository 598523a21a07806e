import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrations } from '../migrations/index.js';
import type { SchemaMigrations } from '../migrations/migration.js';
import { startPostgres, type TestPostgres } from '../testing/postgres.js';
import { type Database, openDatabase } from './database.js';
import { type LockPatience, type MigrationWait, PATIENCE, TablesInUseError } from './lock-patience.js';
import { migrate, rehearse } from './migrate.js';

let server: TestPostgres;
let database: Database;
/** As `pg_dump` does: one transaction that has read a table and ends much later. */
let backup: pg.Client;
beforeAll(async () => {
  server = await startPostgres();
  const url = await server.createDatabase('in_use');
  const onIdleError = (error: Error): void => {
    throw error;
  };
  database = await openDatabase({ kind: 'server', url, onIdleError });
  backup = new pg.Client({ connectionString: url, application_name: 'pg_dump' });
  await backup.connect();
}, 120_000);
afterAll(async () => {
  await backup.end();
  await database.close();
  await server.stop();
});

const adding = (...names: readonly string[]): SchemaMigrations => ({
  ...migrations,
  ...Object.fromEntries(
    names.map((name): [string, SchemaMigrations[string]] => [
      name,
      {
        step: 'expand',
        up: async (db) => {
          await sql`alter table lines add column ${sql.id(`column_${name}`)} text`.execute(db);
          await sql`alter table wallets add column ${sql.id(`column_${name}`)} text`.execute(db);
        },
      },
    ]),
  ),
});

const patience = (pause: LockPatience['pause'], nowMs = (): number => 0): LockPatience => ({
  ...PATIENCE,
  tryMs: 100,
  pause,
  nowMs,
});

it('a rehearsal waits in the same way', async () => {
  await sql`delete from kysely_migration where name = '0025-conversation-moods'`.execute(database.queries);
  await sql`alter table conversations drop column dominant_mood`.execute(database.queries);
  await backup.query('begin; select count(*) from conversations');
  const pause = () => backup.query('commit');
  const { ran } = await rehearse(database.queries, { patience: patience(pause) });
  expect(ran).toEqual(['0025-conversation-moods']);
  await migrate(database.queries);
}, 60_000);

it('a migration whose tables a backup reads lets requests go on, says who it waits for, and then runs', async () => {
  await backup.query('begin; select count(*) from wallets');
  const pauses: number[] = [];
  const waits: MigrationWait[] = [];
  const begun: string[] = [];
  const pause = async (ms: number): Promise<void> => {
    pauses.push(ms);
    // Both a table that the migration had, and the one that it waited for.
    await sql`select set_config('statement_timeout', '5s', false), count(*) from wallets, lines`.execute(
      database.queries,
    );
    await sql`update wallets set org_id = org_id`.execute(database.queries);
    if (pauses.length === 7) await backup.query('commit');
  };
  const { ran } = await migrate(database.queries, {
    known: adding('9998'),
    patience: patience(pause),
    onWait: (wait) => waits.push(wait),
    onBegin: (name) => begun.push(name),
  });
  expect(ran).toEqual(['9998']);
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  expect(waits).toHaveLength(7);
  expect(begun).toEqual(['9998']);
  expect(waits.at(-1)).toMatchObject({ kind: 'in_use', tries: 7 });
  expect(JSON.stringify(waits.at(-1))).toMatch(/process \d+ of the server \(pg_dump, for \d+ s, 1 table\)/u);
}, 60_000);

it('a migration that finds its tables in use to the end gives up, keeps nothing, and says what to do', async () => {
  await backup.query('begin; select count(*) from wallets');
  let nowMs = 0;
  const pause = (): Promise<void> => {
    nowMs += 10 * 60_000;
    return Promise.resolve();
  };
  const options = { known: adding('9998', '9999'), patience: patience(pause, () => nowMs) };
  const failed: unknown = await migrate(database.queries, options).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(TablesInUseError);
  expect((failed as Error).message).toMatch(
    /migration 9999 failed: its tables were in use in all of 3 tries, lastly by process (\d+) .+ or end it \(select pg_terminate_backend\(\1\)\), and start again$/u,
  );
  const { rows } = await sql`
    select 1 from pg_attribute where attname like 'column_9999' union all
    select 1 from pg_locks where locktype = 'advisory'`.execute(database.queries);
  expect(rows).toEqual([]);
  await backup.query('commit');
  expect((await migrate(database.queries, options)).ran).toEqual(['9999']);
}, 60_000);
