import { type Kysely, Migrator, sql } from 'kysely';
import { checkDrift } from './migration-checksums.js';
import { migrations } from '../migrations/index.js';
import type { Schema } from './schema.js';

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
 * Brings the schema up to date. Each migration runs in a transaction under Postgres' advisory lock, so relays
 * that start together run it once.
 * @returns the names of the migrations that ran
 * @throws what the failing migration threw; NewerSchemaError when the database is newer than this relay; SchemaDriftError when a migration was edited after it ran
 */
export const migrate = async (db: Kysely<Schema>): Promise<readonly string[]> => {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const unknown = await unknownMigrations(db);
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new Error('the database schema could not be brought up to date', { cause: error });
  }
  await checkDrift(db, migrations);
  return (results ?? [])
    .filter(({ status }) => status === 'Success')
    .map(({ migrationName }) => migrationName);
};

/** Migrations that ran on this database and that this relay does not have. The library says only that it is corrupted. */
const unknownMigrations = async (db: Kysely<Schema>): Promise<readonly string[]> => {
  const table = await sql<{
    found: string | null;
  }>`select to_regclass('kysely_migration')::text as found`.execute(db);
  if ((table.rows[0]?.found ?? null) === null) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name).filter((name) => !Object.hasOwn(migrations, name));
};
