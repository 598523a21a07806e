import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRepositories } from '../app/start/repositories.js';
import { DEFAULT_POLICY } from '../domain/accounts/organization-policy.js';
import { SecretBox } from '../domain/webhooks/secret-box.js';
import { connectDatabase, openDatabase } from '../storage/database/database.js';
import { MIGRATION_LOCK, migrateLocked } from '../storage/database/migrate.js';
import { migrations } from '../storage/migrations/index.js';
import { isStoreCommand, STORE_COMMANDS, storeHelp } from './store-commands.js';
import { locationOf, type Place, StoreRig } from './testing/store-rig.js';

let rig: StoreRig;
beforeAll(async () => {
  rig = await StoreRig.start();
}, 120_000);
afterAll(() => rig.stop());

const KINDS = [
  { name: 'the embedded database', newPlace: () => Promise.resolve(rig.embedded()) },
  { name: 'a Postgres server', newPlace: () => rig.onServer() },
];

const tablesOf = async (place: Place): Promise<number> => {
  const database = await connectDatabase(locationOf(place));
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_tables where schemaname = current_schema()`.execute(
    database.queries,
  );
  await database.close();
  return rows[0]!.n;
};

/** A slow machine is told how long a migration took. */
const withoutSeconds = (printed: string): string => printed.replaceAll(/(?<=\)): \d+ s$/gmu, '');

const lineOf = (name: string): string => `${name} (${migrations[name]!.step})`;

/** Gives the place the schema of an earlier release. */
const migrateUntil = async (place: Place, last: string): Promise<void> => {
  const database = await connectDatabase(locationOf(place));
  const names = Object.keys(migrations).filter((name) => name.slice(0, 4) <= last);
  await database.queries.transaction().execute((transaction) => migrateLocked(transaction, { only: names }));
  await database.close();
};

it('migrate says that it waits for another relay that migrates', async () => {
  const place = await rig.onServer();
  const other = new pg.Client({ connectionString: place.databaseUrl });
  await other.connect();
  await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  const running = rig.run(place, 'migrate', '--dry-run');
  const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
  await expect.poll(async () => (await other.query(waits)).rowCount, { timeout: 20_000 }).toBe(1);
  await other.end();
  expect(await running).toMatch(/^another relay or command migrates this database: waiting/u);
}, 60_000);

describe.each(KINDS)('migrate on $name', ({ newPlace }) => {
  it('--dry-run tells every migration that would run, and changes nothing', async () => {
    const place = await newPlace();
    const database = await connectDatabase(locationOf(place));
    await database.close();
    const names = Object.keys(migrations);
    expect(withoutSeconds(await rig.run(place, 'migrate', '--dry-run'))).toBe(
      [
        ...names.map((name) => `would run ${lineOf(name)}`),
        'every relay that knows 0010-sessions-by-organization may run on this database afterward',
        'all of them succeeded and were taken back: nothing was changed\n',
      ].join('\n'),
    );
    expect(await tablesOf(place)).toBe(0);
    expect(withoutSeconds(await rig.run(place, 'migrate'))).toBe(
      [
        ...names.map((name) => `ran ${lineOf(name)}`),
        'every relay that knows 0010-sessions-by-organization may run on this database now\n',
      ].join('\n'),
    );
    expect(await rig.run(place, 'migrate', '--dry-run')).toContain('up to date');
  }, 60_000);

  it('--dry-run tells whether relays of the version before have to be stopped', async () => {
    const adds = await newPlace();
    await migrateUntil(adds, '0016');
    expect(await rig.run(adds, 'migrate', '--dry-run')).toMatch(
      /would run 0017-removed-ids-by-age \(expand\).*\n(?:would run .+\n)*this only adds: relays of the version before go on/u,
    );
    const takes = await newPlace();
    await migrateUntil(takes, '0009');
    expect(await rig.run(takes, 'migrate', '--dry-run')).toContain(
      'this takes something away: relays that do not know 0010-sessions-by-organization have to be stopped before\n',
    );
  }, 60_000);

  it('tells which newer migrations an older version runs on, and refuses where it may not', async () => {
    const place = await newPlace();
    await rig.run(place, 'migrate');
    const leave = async (name: string, oldest: string): Promise<void> => {
      const database = await connectDatabase(locationOf(place));
      await sql`insert into kysely_migration values (${name}, '2099', ${oldest})`.execute(database.queries);
      await database.close();
    };
    await leave('9998-adds', '0010-sessions-by-organization');
    expect(await rig.run(place, 'migrate', '--dry-run')).toBe(
      'a newer relay migrated this database (9998-adds): this version may run on it as well\n' +
        'the database is up to date: no migration is to run\n',
    );
    await leave('9999-takes', '9998-adds');
    await expect(rig.run(place, 'migrate', '--dry-run')).rejects.toThrow(
      'needs a relay that knows 9998-adds',
    );
  }, 60_000);
});

describe.each(KINDS)('reseal on $name', ({ newPlace }) => {
  it('seals with the first key what an earlier one sealed, and stops when something opens with none', async () => {
    const place = await newPlace();
    const [fresh, old] = ['n'.repeat(32), 'o'.repeat(32)];
    const database = await openDatabase(locationOf(place));
    const now = new Date();
    const org = { id: 'org_1', name: 'A', plan: 'pro', policy: DEFAULT_POLICY } as const;
    await createRepositories(database, Date.now).organizations.create(org, now);
    const about = { org_id: org.id, url: 'https://example.com/', events: '[]', status: 'active' } as const;
    const secret = new SecretBox([Buffer.from(old)]).seal('k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5', 'wh_1');
    await database.queries
      .insertInto('webhooks')
      .values({ id: 'wh_1', secret, ...about, created_at: now, updated_at: now })
      .execute();
    await database.close();
    await expect(rig.run({ ...place, secretsKeys: [fresh] }, 'reseal')).rejects.toThrow(
      'add the key that opens them to UNDERTONE_SECRETS_KEY',
    );
    const none = ['voices: 0', 'baselines of voices: 0']
      .map((what) => `${what} sealed anew, 0 sealed with the first key before\n`)
      .join('');
    const end = 'No key but the first one is needed any more to open what is stored.\n';
    expect(await rig.run({ ...place, secretsKeys: [fresh, old] }, 'reseal')).toBe(
      `webhook secrets: 1 sealed anew, 0 sealed with the first key before\n${none}${end}`,
    );
    await expect(rig.run(place, 'reseal')).rejects.toThrow('there is no key to seal with');
  }, 60_000);
});

describe('the commands on the store', () => {
  it('say what is wrong', async () => {
    const place = rig.embedded();
    await expect(rig.run(place, 'migrate', '--dry-run')).rejects.toThrow(
      `there is no database in ${place.dataDir}`,
    );
    await expect(rig.run(place, 'migrate', 'now')).rejects.toThrow(
      'usage: undertone-relay migrate [--dry-run]',
    );
    await expect(rig.run(place, 'migrate', '--dry')).rejects.toThrow('--dry');
    const relay = await openDatabase(locationOf(place));
    await expect(rig.run(place, 'migrate', '--dry-run')).rejects.toThrow('is in use by process');
    await relay.close();
  }, 60_000);

  it('have help', async () => {
    for (const { name, usage, help } of STORE_COMMANDS) {
      expect(storeHelp()).toContain(`${name} ${usage}`);
      expect(await rig.run(rig.embedded(), name, '--help')).toContain(help);
      expect(isStoreCommand([name])).toBe(true);
    }
    expect([isStoreCommand([]), isStoreCommand(['org'])]).toEqual([false, false]);
  });
});
