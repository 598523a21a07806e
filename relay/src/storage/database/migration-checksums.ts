import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  type Migration,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { Schema } from './schema.js';

/** Any number that no other lock uses. */
const CHECKSUMS_LOCK = 7_204_332;

/** A migration that ran on this database differs from the relay's version, so the schema is unknown. */
export class SchemaDriftError extends Error {
  override readonly name = 'SchemaDriftError';
  readonly code = 'schema_drift';
  constructor(readonly migration: string) {
    super(
      `the migration ${migration} was changed after it ran on this database: restore it and add a new one`,
    );
  }
}

/**
 * SHA-256 (hex) of the statements that a migration would send, recorded without a database. It is the same
 * from sources and from a build, and does not depend on the file's formatting.
 */
export const checksumOf = async (migration: Migration): Promise<string> => {
  const hash = createHash('sha256');
  const record = ({ sql: text, parameters }: CompiledQuery): void => {
    hash.update(text.replaceAll(/\s+/g, ' ').trim()).update(JSON.stringify(parameters)).update('\0');
  };
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => record(query),
  });
  await migration.up(db);
  return hash.digest('hex');
};

/**
 * Records the checksum of each migration the first time and compares it every time after.
 * @throws SchemaDriftError
 */
export const checkDrift = async (
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> => {
  const checksums = new Map<string, string>();
  for (const [name, migration] of Object.entries(migrations)) {
    checksums.set(name, await checksumOf(migration));
  }
  await db.transaction().execute(async (transaction) => {
    // Without the lock, two relays that start together would both find no table and both create it.
    await sql`select pg_advisory_xact_lock(${CHECKSUMS_LOCK})`.execute(transaction);
    await sql`create table if not exists migration_checksums (name text primary key, checksum text not null)`.execute(
      transaction,
    );
    for (const [name, checksum] of checksums) {
      await sql`
        insert into migration_checksums (name, checksum) values (${name}, ${checksum}) on conflict do nothing`.execute(
        transaction,
      );
      const { rows } = await sql<{ checksum: string }>`
        select checksum from migration_checksums where name = ${name}`.execute(transaction);
      if (rows[0]?.checksum !== checksum) throw new SchemaDriftError(name);
    }
  });
};
