import { type Kysely, Migrator } from 'kysely';
import { checkDrift } from './migration-checksums.js';
import { migrations } from '../migrations/index.js';
import type { Schema } from './schema.js';

/**
 * Brings the schema up to date. Each migration runs in a transaction under Postgres' advisory lock, so relays
 * that start together run it once.
 * @returns the names of the migrations that ran
 * @throws what the failing migration threw, or an error when the database is newer than this relay;
 * SchemaDriftError when a migration was edited after it ran
 */
export const migrate = async (db: Kysely<Schema>): Promise<readonly string[]> => {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    throw new Error('the database schema could not be brought up to date', { cause: error });
  }
  await checkDrift(db, migrations);
  return (results ?? [])
    .filter(({ status }) => status === 'Success')
    .map(({ migrationName }) => migrationName);
};
