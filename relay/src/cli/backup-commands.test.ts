import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restore } from '../storage/backup/restore.js';
import { connectDatabase, type Database, openDatabase } from '../storage/database/database.js';
import { migrateLocked } from '../storage/database/migrate.js';
import { migrations } from '../storage/migrations/index.js';
import { describeSchema } from '../storage/testing/describe-schema.js';
import { readySecrets } from './secret-files.js';
import { locationOf, type Place, StoreRig } from './testing/store-rig.js';

let rig: StoreRig;
/** On a server, with rows and a secret, and what is in it. */
let full: Place;
let fullContent: string;
let backup: string;
beforeAll(async () => {
  rig = await StoreRig.start();
  full = await rig.onServer();
  await use(full, fill, openDatabase);
  await mkdir(full.dataDir, { recursive: true });
  await writeFile(join(full.dataDir, 'token-secret'), 'kept safe');
  fullContent = await contentOf(full);
  backup = join(rig.root, 'full.backup');
  await rig.run(full, 'backup', backup);
}, 120_000);
afterAll(() => rig.stop());

const use = async <T>(
  place: Place,
  act: (database: Database) => Promise<T>,
  open = connectDatabase,
): Promise<T> => {
  const database = await open(locationOf(place));
  try {
    return await act(database);
  } finally {
    await database.close();
  }
};

/** Values that a careless text form loses. */
const fill = async ({ queries }: Database): Promise<void> => {
  const nasty = `tab\t line\n quote " ' back\\slash \\N {"a":1} 🙂`;
  await sql`insert into organizations (id, name, plan, created_at) values
    ('org_a', ${nasty}, 'pro', '2026-11-25T10:00:00.123456Z'), ('org_b', '', 'free', 'infinity')`.execute(
    queries,
  );
  await sql`insert into taught_versions (org_id, version, parent, change, document, outcomes, created_at) values
    ('org_a', 1, null, 'null', '{"n": 1.10, "big": 12345678901234567890}', 0, now()),
    ('org_a', 2, 1, '[]', null, 0, now())`.execute(queries);
  await sql`insert into api_keys (id, org_id, name, prefix, hash, created_at)
    values ('key_a', 'org_a', 'k', 'p', decode(repeat('0a5c00ff', 8), 'hex'), now())`.execute(queries);
  await sql`insert into wallets (org_id, balance) values ('org_a', 9007199254740991)`.execute(queries);
  await sql`insert into ledger_entries (org_id, kind, reference, micro_credits, at)
    select 'org_a', 'top_up', 'invoice ' || n, n, now() from generate_series(1, 250) as n`.execute(queries);
};

/** Every row of every table, as Postgres compares them. */
const contentOf = (place: Place): Promise<string> =>
  use(place, async ({ queries }) => {
    const { rows } = await sql<{ name: string }>`
      select tablename as name from pg_tables where schemaname = current_schema()
        and tablename <> 'kysely_migration' order by 1`.execute(queries);
    const lines = [await describeSchema(queries)];
    for (const { name } of rows) {
      const found = await sql<{ row: string }>`
        select t::text as row from ${sql.id(name)} t order by 1`.execute(queries);
      lines.push(name, ...found.rows.map(({ row }) => row));
    }
    return lines.join('\n');
  });

describe.each([
  { name: 'the embedded database', newPlace: () => Promise.resolve(rig.embedded()) },
  { name: 'a Postgres server', newPlace: () => rig.onServer() },
])('a backup restored into $name', ({ newPlace }) => {
  it('is what was backed up, with its secret, and goes on counting; backed up from there it is so again', async () => {
    const place = await newPlace();
    const told = await rig.run(place, 'restore', backup);
    expect(told).toContain('ledger_entries: 250\n');
    expect(told).toContain('restored 256 rows');
    expect(await contentOf(place)).toBe(fullContent);
    const secret = join(place.dataDir, 'token-secret');
    expect([await readFile(secret, 'utf8'), (await stat(secret)).mode & 0o777]).toEqual(['kept safe', 0o600]);
    const next = await use(place, ({ queries }) =>
      sql<{ id: string }>`insert into ledger_entries (org_id, kind, reference, micro_credits, at)
        values ('org_a', 'top_up', 'after', 1, now()) returning id::text`.execute(queries),
    );
    expect(next.rows).toEqual([{ id: '251' }]);

    await expect(rig.run(place, 'restore', backup)).rejects.toThrow('is not empty (organizations)');
    await writeFile(secret, 'another');
    const again = `${place.dataDir}.backup`;
    await rig.run(place, 'backup', again);
    expect(await rig.run(place, 'restore', backup, '--replace')).toContain(`${secret}.replaced`);
    expect(await readFile(`${secret}.replaced`, 'utf8')).toBe('another');
    await writeFile(secret, 'a third');
    expect(await rig.run(place, 'restore', backup, '--replace')).toContain(`${secret}.replaced-2`);
    expect(await readFile(`${secret}.replaced`, 'utf8')).toBe('another');
    expect(await readFile(secret, 'utf8')).toBe('kept safe');
    expect(await contentOf(place)).toBe(fullContent);

    const other = await rig.onServer();
    expect(await rig.run(other, 'restore', again)).toContain('restored 257 rows');
    expect(await contentOf(other)).toContain('after');
  }, 120_000);
});

describe('backup', () => {
  it('is of one moment, whatever relays write meanwhile', async () => {
    const place = await rig.onServer();
    await use(place, fill, openDatabase);
    const relay = new pg.Client({ connectionString: place.databaseUrl });
    await relay.connect();
    await relay.query('begin');
    await relay.query('lock table wallets in access exclusive mode');
    const path = join(rig.root, 'moment.backup');
    const backing = rig.run(place, 'backup', path);
    const waits = `select 1 from pg_locks where relation = 'wallets'::regclass and not granted`;
    await expect.poll(async () => (await relay.query(waits)).rowCount, { timeout: 20_000 }).toBe(1);
    await relay.query(`insert into wallets (org_id) values ('org_b')`);
    await relay.query('commit');
    await relay.end();
    await backing;
    const after = await rig.onServer();
    expect(await rig.run(after, 'restore', path)).toContain('wallets: 1\n');
  }, 60_000);

  it('leaves the secrets out when told, is readable by its owner only, and keeps files that exist', async () => {
    const path = join(rig.root, 'apart.backup');
    expect(await rig.run(full, 'backup', path, '--without-secrets')).toContain('It holds no secret file');
    expect(gunzipSync(await readFile(path)).toString()).not.toContain('kept safe');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await expect(rig.run(full, 'backup', path)).rejects.toThrow('exists already');
    const nowhere = join(rig.root, 'no', 'such.backup');
    await expect(rig.run(full, 'backup', nowhere)).rejects.toThrow('there is no folder');
  });

  it('says that there is nothing to back up', async () => {
    const path = join(rig.root, 'none.backup');
    await expect(rig.run(await rig.onServer(), 'backup', path)).rejects.toThrow('nothing to back up');
    await expect(rig.run(rig.embedded(), 'backup', path)).rejects.toThrow('there is no database in');
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('restore', () => {
  it('brings a backup of an earlier release up to date', async () => {
    const early = await rig.onServer();
    const names = Object.keys(migrations).slice(0, 10);
    await use(early, ({ queries }) =>
      queries.transaction().execute(async (transaction) => {
        await migrateLocked(transaction, { only: names });
        await sql`insert into organizations (id, name, plan, created_at) values ('org_e', 'Early', 'pro', now())`.execute(
          transaction,
        );
      }),
    );
    const path = join(rig.root, 'early.backup');
    await rig.run(early, 'backup', path);
    const place = await rig.onServer();
    const newer = Object.keys(migrations).slice(10);
    expect(await rig.run(place, 'restore', path)).toContain(newer.map((name) => `ran ${name}\n`).join(''));
    expect(await contentOf(place)).toContain('Early');
    expect(await rig.run(place, 'migrate', '--dry-run')).toContain('up to date');
  }, 60_000);

  it('refuses a newer backup, one of edited migrations, and one that is damaged, and leaves the store as it was', async () => {
    const place = await rig.onServer();
    const lines = gunzipSync(await readFile(backup)).toString();
    const refused = async (content: Buffer, why: string): Promise<void> => {
      const path = join(rig.root, 'refused.backup');
      await writeFile(path, content);
      await expect(rig.run(place, 'restore', path)).rejects.toThrow(why);
    };
    const whole = await readFile(backup);
    await refused(whole.subarray(0, whole.length / 2), 'is damaged, cut off');
    await refused(Buffer.from('not gzip at all'), 'is damaged, cut off');
    await refused(gzipSync(lines.replace('invoice 7"', 'invoice 8"')), 'is damaged, cut off');
    await refused(gzipSync(lines.slice(0, lines.lastIndexOf('{"end"'))), 'is damaged, cut off');
    await refused(gzipSync(`${lines}["more"]\n`), 'is damaged, cut off');
    await refused(gzipSync('{"some":"json"}\n'), 'is not a backup of a relay');
    await refused(gzipSync(lines.replace('"version":1', '"version":2')), 'made by a newer relay');
    const missing = join(rig.root, 'missing.backup');
    await expect(rig.run(place, 'restore', missing)).rejects.toThrow('there is no file');

    const future = await rig.onServer();
    await use(future, ({ queries }) => sql`select 1`.execute(queries), openDatabase);
    await use(future, ({ queries }) =>
      sql`insert into kysely_migration values ('9999-from-the-future', '2099')`.execute(queries),
    );
    const newer = join(rig.root, 'newer.backup');
    await rig.run(future, 'backup', newer);
    await expect(rig.run(place, 'restore', newer)).rejects.toThrow('of a newer relay (9999-from-the-future)');

    const edited = await rig.onServer();
    await use(edited, ({ queries }) => sql`select 1`.execute(queries), openDatabase);
    await use(edited, ({ queries }) =>
      sql`update migration_checksums set checksum = 'x' where name like '0003%'`.execute(queries),
    );
    const drifted = join(rig.root, 'edited.backup');
    await rig.run(edited, 'backup', drifted);
    await expect(rig.run(place, 'restore', drifted)).rejects.toThrow('0003-billing was changed');
    expect(await use(place, ({ queries }) => describeSchema(queries))).toBe('\n');
  }, 60_000);

  it('that ends before its last step leaves database and secrets as they were, and can be made again', async () => {
    const place = await rig.onServer();
    await mkdir(place.dataDir);
    const secret = join(place.dataDir, 'token-secret');
    await writeFile(secret, 'mine');
    const readyUp = async (secrets: Readonly<Record<string, string>>): Promise<void> => {
      await readySecrets(place.dataDir, secrets, true);
      const other = new pg.Client({ connectionString: place.databaseUrl });
      await other.connect();
      await other.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      );
      await other.end();
    };
    const killed = use(place, ({ queries }) =>
      restore(queries, { path: backup, replace: true, readySecrets: readyUp, onTable: () => undefined }),
    );
    await expect(killed).rejects.toThrow();
    expect(await readFile(secret, 'utf8')).toBe('mine');
    expect(await use(place, ({ queries }) => describeSchema(queries))).toBe('\n');
    expect(await rig.run(place, 'restore', backup, '--replace')).toContain('restored 256 rows');
    expect(await readFile(secret, 'utf8')).toBe('kept safe');
    expect((await readdir(place.dataDir)).sort()).toEqual(['token-secret', 'token-secret.replaced']);
  }, 60_000);

  it('waits for the connections of a relay that has just stopped', async () => {
    const place = await rig.onServer();
    const relay = new pg.Client({ connectionString: place.databaseUrl });
    await relay.connect();
    const restoring = rig.run(place, 'restore', backup);
    const counts = `select 1 from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_stat_activity%'`;
    await expect
      .poll(async () => (await relay.query(counts)).rowCount, { interval: 5, timeout: 20_000 })
      .toBe(1);
    await relay.end();
    expect(await restoring).toContain('restored 256 rows');
  }, 60_000);

  it('refuses a database in use, another program’s, and another secret; nothing is restored then', async () => {
    const used = await rig.onServer();
    const relay = new pg.Client({ connectionString: used.databaseUrl });
    await relay.connect();
    await expect(rig.run(used, 'restore', backup)).rejects.toThrow('1 other connection uses this database');
    await relay.query('create table theirs (id integer)');
    await relay.end();
    await expect(rig.run(used, 'restore', backup, '--replace')).rejects.toThrow('tables of another program');

    const place = await rig.onServer();
    await mkdir(place.dataDir);
    await writeFile(join(place.dataDir, 'token-secret'), 'mine');
    await expect(rig.run(place, 'restore', backup)).rejects.toThrow('differs from the one in the backup');
    expect(await use(place, ({ queries }) => describeSchema(queries))).toBe('\n');
  }, 60_000);
});
