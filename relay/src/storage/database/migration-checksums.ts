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
  for (const { text, parameters } of await statementsOf(migration))
    hash.update(text).update(JSON.stringify(parameters)).update('\0');
  return hash.digest('hex');
};

/** The statements that a migration would send, recorded without a database; each with single spaces. */
export const statementsOf = async (
  migration: Migration,
): Promise<readonly { readonly text: string; readonly parameters: readonly unknown[] }[]> => {
  const statements: { text: string; parameters: readonly unknown[] }[] = [];
  const record = ({ sql: text, parameters }: CompiledQuery): void => {
    statements.push({ text: text.replaceAll(/\s+/g, ' ').trim(), parameters });
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
  return statements;
};

/**
 * Records the checksum of each migration the first time and compares it every time after.
 * @param db a transaction that holds the lock of migrations
 * @throws SchemaDriftError
 */
export const checkDrift = async (
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> => {
  await sql`create table if not exists migration_checksums (name text primary key, checksum text not null)`.execute(
    db,
  );
  for (const [name, migration] of Object.entries(migrations)) {
    const checksum = await checksumOf(migration);
    await sql`
      insert into migration_checksums (name, checksum) values (${name}, ${checksum}) on conflict do nothing`.execute(
      db,
    );
    const { rows } = await sql<{ checksum: string }>`
      select checksum from migration_checksums where name = ${name}`.execute(db);
    if (rows[0]?.checksum !== checksum) throw new SchemaDriftError(name);
  }
};
