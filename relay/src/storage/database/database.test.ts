import { connect, createServer, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './database.js';
import { MIGRATION_LOCK } from './migrate.js';
import { isOutage } from './outage.js';
import { migrations } from '../migrations/index.js';
import { startPostgres, type TestPostgres } from '../testing/postgres.js';

let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
}, 120_000);
afterAll(() => server.stop());

const fail = (error: Error): void => {
  throw error;
};

describe('a Postgres server', () => {
  it('is migrated once by relays that start at the same time', async () => {
    const url = await server.createDatabase('together');
    const opened = await Promise.all(
      [1, 2, 3].map(() => openDatabase({ kind: 'server', url, onIdleError: fail })),
    );
    for (const database of opened) await database.ping();
    const applied = await opened[0]!.queries
      .withTables<{ kysely_migration: { name: string } }>()
      .selectFrom('kysely_migration')
      .select('name')
      .orderBy('name')
      .execute();
    expect(applied).toEqual(Object.keys(migrations).map((name) => ({ name })));
    for (const database of opened) await database.close();
  });

  it('is waited for while another relay migrates it, for longer than a statement may last otherwise', async () => {
    const url = await server.createDatabase('waited');
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    await other.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
    const opening = openDatabase({ kind: 'server', url: `${url}?statement_timeout=1500`, onIdleError: fail });
    const waits = `select 1 from pg_locks where locktype = 'advisory' and not granted
      and now() - waitstart > '2 s'`;
    await expect.poll(async () => (await other.query(waits)).rowCount, { timeout: 20_000 }).toBe(1);
    await other.end();
    const database = await opening;
    await database.ping();
    await database.close();
  });

  it('is up to date whatever its clock said when it was migrated', async () => {
    const url = await server.createDatabase('clocks');
    const first = await openDatabase({ kind: 'server', url, onIdleError: fail });
    // The clock was set back by a day between two releases.
    await sql`update kysely_migration set timestamp = '2001-01-01T00:00:00.000Z' where name like '0015%'`.execute(
      first.queries,
    );
    await first.close();
    const second = await openDatabase({ kind: 'server', url, onIdleError: fail });
    await second.close();
  });

  it('is reported as unreachable when it does not answer, and as lacking the database when that does not exist', async () => {
    const dead = 'postgres://127.0.0.1:1/none';
    await expect(openDatabase({ kind: 'server', url: dead, onIdleError: fail })).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    const missing = server.url.replace(/postgres$/, 'missing');
    await expect(openDatabase({ kind: 'server', url: missing, onIdleError: fail })).rejects.toMatchObject({
      code: '3D000',
    });
  });

  it('is left alone when its schema is newer than this relay', async () => {
    const url = await server.createDatabase('newer');
    const database = await openDatabase({ kind: 'server', url, onIdleError: fail });
    await database.queries
      .withTables<{ kysely_migration: { name: string; timestamp: string } }>()
      .insertInto('kysely_migration')
      .values({ name: '9999-from-the-future', timestamp: '2099-01-01T00:00:00Z' })
      .execute();
    await database.close();
    await expect(openDatabase({ kind: 'server', url, onIdleError: fail })).rejects.toThrow(
      'used by a newer relay (9999-from-the-future)',
    );
  });

  it('that ends a connection between two queries of a transaction fails the transaction, not the process', async () => {
    const url = await server.createDatabase('cut');
    const database = await openDatabase({ kind: 'server', url, onIdleError: () => undefined });
    const broken = database.queries.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.queries);
      // Until nobody has it any more; the driver learns of it while no query of the transaction runs.
      const gone = sql<{
        n: number;
      }>`select count(*)::integer as n from pg_stat_activity where pid = ${rows[0]?.pid}`;
      await expect.poll(async () => (await gone.execute(database.queries)).rows[0]?.n).toBe(0);
      await sql`select 1`.execute(tx);
    });
    await expect(broken).rejects.toThrow();
    await database.ping();
    await database.close();
  });

  it('that is locked holds up no stop: in a hurry, queries under way fail, and later ones', async () => {
    const url = await server.createDatabase('locked');
    const database = await openDatabase({ kind: 'server', url, onIdleError: fail });
    const held = new pg.Client({ connectionString: url });
    await held.connect();
    await held.query('begin; lock table wallets in access exclusive mode');
    const ask = () => sql`select count(*) from wallets`.execute(database.queries);
    const waits = ask().catch((error: unknown) => error);
    await expect.poll(() => database.load().busy).toBe(1);
    database.hurry(200);
    expect(isOutage(await waits)).toBe(true);
    expect(isOutage(await ask().catch((error: unknown) => error))).toBe(true);
    await held.end();
    await database.close();
  });

  it('takes its locks back from a relay that stands still in a transaction, which then fails as in an outage', async () => {
    const url = await server.createDatabase('still');
    const relay = await openDatabase({ kind: 'server', url, onIdleError: fail });
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(relay.queries);
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '30s' }]);
    await relay.close();
    const soon = `${url}?idle_in_transaction_session_timeout=200`;
    const still = await openDatabase({ kind: 'server', url: soon, onIdleError: fail });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    const broken = still.queries.transaction().execute(async (tx) => {
      await sql`lock table wallets in access exclusive mode`.execute(tx);
      await other.query('select count(*) from wallets');
      await sql`select 1`.execute(tx);
    });
    expect(isOutage(await broken.catch((error: unknown) => error))).toBe(true);
    await still.ping();
    await other.end();
    await still.close();
  });

  it('that has no connection left serves everybody through those that are open', async () => {
    const owned = new URL(await server.createDatabase('scarce'));
    const owner = new pg.Client({ connectionString: owned.href });
    await owner.connect();
    await owner.query('create role few login createrole connection limit 3');
    await owner.query('alter database scarce owner to few');
    owned.username = 'few';
    const told: number[] = [];
    const database = await openDatabase({
      kind: 'server',
      url: owned.href,
      onIdleError: fail,
      onScarce: (live) => told.push(live),
    });
    const ask = () => sql`select pg_sleep(0.02)`.execute(database.queries);
    const asked = await Promise.allSettled(Array.from({ length: 40 }, ask));
    expect(asked.filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(told).toHaveLength(1);
    await database.close();
    await owner.query('alter role few connection limit 0');
    await expect(openDatabase({ kind: 'server', url: owned.href, onIdleError: fail })).rejects.toMatchObject({
      code: '53300',
    });
    await owner.end();
  });

  it('that falls silent costs the queries under way, and no connection', async () => {
    const url = await server.createDatabase('silent');
    await using link = await startLink(url);
    const database = await openDatabase({ kind: 'server', url: link.url, onIdleError: fail, silenceMs: 500 });
    const ask = (count: number) =>
      Promise.allSettled(
        Array.from({ length: count }, () => sql`select pg_sleep(0.1)`.execute(database.queries)),
      );
    // As many as there are connections.
    expect((await ask(10)).every(({ status }) => status === 'fulfilled')).toBe(true);
    link.drop();
    const failed = (await ask(10)).flatMap((each) =>
      each.status === 'rejected' ? [each.reason as unknown] : [],
    );
    expect(failed).toHaveLength(10);
    expect(failed.every(isOutage)).toBe(true);
    expect((await ask(12)).every(({ status }) => status === 'fulfilled')).toBe(true);
    await expect.poll(() => database.load()).toMatchObject({ busy: 0, waiting: 0 });
    await database.close();
  });
});

/** What lies between a relay and its server, and may forget the connections that it has: nothing comes through them any more. */
const startLink = async (target: string) => {
  const { port, hostname } = new URL(target);
  const forgets: (() => void)[] = [];
  const proxy = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isForgotten = false;
    forgets.push(() => (isForgotten = true));
    near.on('data', (bytes) => isForgotten || far.write(bytes));
    far.on('data', (bytes) => isForgotten || near.write(bytes));
    near.on('close', () => far.destroy()).on('error', () => undefined);
    far.on('close', () => near.destroy()).on('error', () => undefined);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    drop: () => forgets.forEach((forget) => forget()),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void proxy.close(() => resolve())),
  };
};
