import { type Kysely, sql } from 'kysely';
import { checkDrift } from './migration-checksums.js';
import { migrations } from '../migrations/index.js';
import type { Schema } from './schema.js';

/** Held by the relay that migrates. The number is the one of Kysely's migrator, which earlier relays used. */
export const MIGRATION_LOCK = 3_853_314_791_062_309_107n;

/** The database was brought up to date by a newer relay. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
  readonly code = 'newer_schema';
  constructor(readonly unknown: readonly string[]) {
    super(
      `this database was used by a newer relay (${unknown.join(', ')}): start that version, or restore a backup that is older`,
    );
  }
}

/**
 * Brings the schema up to date, in one transaction under an advisory lock: relays that start together migrate once, and the
 * later ones wait for as long as it takes. Kysely's own migrator is not used. It orders what ran by the wall clock, so that a
 * clock that was set back refuses the database for ever; and it waits for its lock under the timeout of ordinary statements.
 * @returns the names of the migrations that ran
 * @throws NewerSchemaError when the database is newer than this relay; SchemaDriftError when a migration was edited after it
 *   ran; otherwise an error that names the migration, and has what it threw as its cause
 */
export const migrate = (db: Kysely<Schema>): Promise<readonly string[]> =>
  db.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    return migrateLocked(transaction);
  });

/**
 * Does what {@link migrate} does and then takes it back, so that a migration that fails on this database's rows fails now.
 * @returns the names of the migrations that would run
 * @throws as {@link migrate} does
 */
export const rehearse = async (db: Kysely<Schema>): Promise<readonly string[]> => {
  try {
    return await db.transaction().execute(async (transaction) => {
      await lockMigrations(transaction);
      throw new TakenBack(await migrateLocked(transaction));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.names;
    throw error;
  }
};

/** Ends the transaction of a rehearsal, which succeeded. */
class TakenBack extends Error {
  override readonly name = 'TakenBack';
  constructor(readonly names: readonly string[]) {
    super('the migrations ran and were taken back');
  }
}

/** Keeps other relays from migrating until the transaction ends. */
export const lockMigrations = async (transaction: Kysely<Schema>): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(transaction);
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
};

/**
 * Runs what has not run yet, in a transaction that holds {@link lockMigrations}.
 * @param only some of the migrations, for a database that is to have an earlier schema
 * @throws as {@link migrate} does
 */
export const migrateLocked = async (
  transaction: Kysely<Schema>,
  only: readonly string[] = Object.keys(migrations),
): Promise<readonly string[]> => {
  const done = await ran(transaction);
  const unknown = done.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
  const pending = Object.keys(migrations).filter((name) => only.includes(name) && !done.includes(name));
  for (const name of pending) await run(transaction, name);
  await checkDrift(transaction, migrations);
  return pending;
};

/** The names of what ran on this database, in a table that has the name and form of Kysely's. */
const ran = async (db: Kysely<Schema>): Promise<readonly string[]> => {
  await sql`
    create table if not exists kysely_migration
      (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
};

const run = async (db: Kysely<Schema>, name: string): Promise<void> => {
  try {
    await migrations[name]?.up(db);
  } catch (error) {
    throw new Error(`the database schema could not be brought up to date: migration ${name} failed`, {
      cause: error,
    });
  }
  await sql`
    insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db);
};
