import { type Kysely, sql } from 'kysely';
import { type LockPatience, type MigrationWait, PATIENCE, patiently } from './lock-patience.js';
import { checkDrift } from './migration-checksums.js';
import { migrations } from '../migrations/index.js';
import { oldestAfter, type SchemaMigrations } from '../migrations/migration.js';
import { newerThan, type RanMigration } from './newer-schema.js';
import type { Schema } from './schema.js';

/** Held by the relay that migrates. The number is the one of Kysely's migrator, which earlier relays used. */
export const MIGRATION_LOCK = 3_853_314_791_062_309_107n;

/** What a start found and did. */
export interface Migrated {
  /** The migrations that ran. */
  readonly ran: readonly string[];
  /** How long each of them took, in seconds. */
  readonly seconds: Readonly<Record<string, number>>;
  /** Those of a newer relay that ran here before. This relay may run on what they left. */
  readonly newer: readonly string[];
}

/** What a start may be told and tests may choose. */
export interface MigrateOptions {
  /** Every migration of this relay. */
  readonly known?: SchemaMigrations;
  /** Told when a migration has to wait, and again at each further try. */
  readonly onWait?: (wait: MigrationWait) => void;
  /** Told of a migration that is about to run on a database that is in use. */
  readonly onBegin?: (name: string) => void;
  readonly patience?: LockPatience;
}

const nobody = (): void => undefined;

/**
 * Brings the schema up to date under an advisory lock: relays that start together migrate once, and the later ones wait for as long
 * as it takes. A database that is in use gets a transaction for each migration, so that what one of them locks is free again while
 * the next one works; what succeeded before a failure stays, and relays may run on it. Tables that others use are waited for in
 * short tries ({@link patiently}), between which requests go on. Kysely's own migrator is not used. It orders what ran by the wall clock, so that a
 * clock that was set back refuses the database for ever; and it waits for its lock under the timeout of ordinary statements.
 * @throws NewerSchemaError when a newer relay's migrations ran on which this one may not run; SchemaDriftError when a migration was edited after it
 *   ran; TablesInUseError; otherwise an error that names the migration, and has what it threw as its cause
 */
export const migrate = async (
  db: Kysely<Schema>,
  { known = migrations, onWait = nobody, onBegin = nobody, patience = PATIENCE }: MigrateOptions = {},
): Promise<Migrated> => {
  const ran: string[] = [];
  let seconds: Migrated['seconds'] = {};
  let begun = '';
  const beginOnce = (name: string): void => {
    if (name !== begun) onBegin(name);
    begun = name;
  };
  for (;;) {
    const step = await db.transaction().execute(async (transaction) => {
      await lockMigrations(transaction, () => onWait({ kind: 'another' }));
      const next = async (): Promise<Migrated> => {
        const isNew = (await allThatRan(transaction)).length === 0;
        return migrateLocked(transaction, { known, ...(!isNew && { most: 1, onBegin: beginOnce }) });
      };
      return patiently(transaction, next, onWait, patience);
    });
    if (step.ran.length === 0) return { ran, seconds, newer: step.newer };
    ran.push(...step.ran);
    seconds = { ...seconds, ...step.seconds };
  }
};

/**
 * Does what {@link migrate} does and then takes it back, so that a migration that fails on this database's rows fails now.
 * @returns what would be done
 * @throws as {@link migrate} does
 */
export const rehearse = async (
  db: Kysely<Schema>,
  { onWait = nobody, patience = PATIENCE }: Pick<MigrateOptions, 'onWait' | 'patience'> = {},
): Promise<Migrated> => {
  try {
    return await db.transaction().execute(async (transaction) => {
      await lockMigrations(transaction, () => onWait({ kind: 'another' }));
      throw new TakenBack(await patiently(transaction, () => migrateLocked(transaction), onWait, patience));
    });
  } catch (error) {
    if (error instanceof TakenBack) return error.migrated;
    throw error;
  }
};

/** Ends the transaction of a rehearsal, which succeeded. */
class TakenBack extends Error {
  override readonly name = 'TakenBack';
  constructor(readonly migrated: Migrated) {
    super('the migrations ran and were taken back');
  }
}

/** Keeps other relays from migrating until the transaction ends. @param onWait told when another one migrates */
export const lockMigrations = async (transaction: Kysely<Schema>, onWait?: () => void): Promise<void> => {
  await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`.execute(
    transaction,
  );
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)}) as taken`.execute(transaction);
  if (rows[0]?.taken === true) return;
  onWait?.();
  await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
};

/** Which migrations run. */
export interface MigrationChoice extends Pick<MigrateOptions, 'known' | 'onBegin'> {
  /** Some of them, for a database that is to have an earlier schema. */
  readonly only?: readonly string[];
  /** How many of them run now, the oldest first. */
  readonly most?: number;
}

/**
 * Runs what has not run yet, in a transaction that holds {@link lockMigrations}.
 * @throws as {@link migrate} does
 */
export const migrateLocked = async (
  transaction: Kysely<Schema>,
  { only, known = migrations, most = Infinity, onBegin = nobody }: MigrationChoice = {},
): Promise<Migrated> => {
  const done = await allThatRan(transaction);
  const newer = newerThan(Object.keys(known), done);
  const oldest = oldestAfter(known);
  const isDone = (name: string): boolean => done.some((ran) => ran.name === name);
  const pending = Object.keys(known)
    .filter((name) => (only?.includes(name) ?? true) && !isDone(name))
    .slice(0, most);
  const seconds: Record<string, number> = {};
  for (const name of pending) {
    const startedMs = performance.now();
    onBegin(name);
    await run(transaction, name, known);
    await note(transaction, { name, oldest: oldest.get(name) ?? null });
    seconds[name] = (performance.now() - startedMs) / 1_000;
  }
  const there = Object.entries(known).filter(([name]) => isDone(name) || pending.includes(name));
  await checkDrift(transaction, Object.fromEntries(there));
  return { ran: pending, seconds, newer };
};

/**
 * What ran on this database, in a table that has the name and form of Kysely's. Ours is `oldest`, in which a relay leaves word
 * for older ones: the migration that they have to know, empty if any of them may run. Earlier relays left null.
 */
const allThatRan = async (db: Kysely<Schema>): Promise<readonly RanMigration[]> => {
  await sql`
    create table if not exists kysely_migration
      (name varchar(255) primary key, timestamp varchar(255) not null, oldest varchar(255))`.execute(db);
  // Not `add column if not exists`, which waits for every reader of the table, a long backup too, before it looks.
  const column = await sql`
    select 1 from pg_attribute where attrelid = 'kysely_migration'::regclass and attname = 'oldest'`.execute(
    db,
  );
  if (column.rows.length === 0)
    await sql`alter table kysely_migration add column oldest varchar(255)`.execute(db);
  const { rows } = await sql<{ name: string; oldest: string | null }>`
    select name, oldest from kysely_migration order by name`.execute(db);
  return rows.map(({ name, oldest }) =>
    oldest === null ? { name } : { name, oldest: oldest === '' ? null : oldest },
  );
};

const note = async (db: Kysely<Schema>, { name, oldest }: RanMigration): Promise<void> => {
  await sql`
    insert into kysely_migration (name, timestamp, oldest)
    values (${name}, ${new Date().toISOString()}, ${oldest ?? ''})`.execute(db);
};

const run = async (db: Kysely<Schema>, name: string, known: SchemaMigrations): Promise<void> => {
  try {
    await known[name]?.up(db);
  } catch (error) {
    throw new Error(`the database schema could not be brought up to date: migration ${name} failed`, {
      cause: error,
    });
  }
};
