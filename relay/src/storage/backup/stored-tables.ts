import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.js';

/** A table whose rows belong in a backup. */
export interface StoredTable {
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  /** Its columns that count by themselves. */
  readonly identity: readonly string[];
}

/** Values as text in the one form that every Postgres reads back exactly, and all rows or a failure. For this transaction. */
export const plainText = async (transaction: Kysely<Schema>): Promise<void> => {
  await sql`
    select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true), set_config('row_security', 'off', true),
      set_config('datestyle', 'ISO, YMD', true), set_config('timezone', 'UTC', true),
      set_config('intervalstyle', 'postgres', true), set_config('extra_float_digits', '3', true),
      set_config('bytea_output', 'hex', true)`.execute(transaction);
};

/** The tables of the schema except the history of migrations and unlogged ones; those that others refer to come first. */
export const storedTables = async (db: Kysely<Schema>): Promise<readonly StoredTable[]> => {
  const { rows } = await sql<StoredTable & { before: readonly string[] }>`
    select c.relname as table,
      (select json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod)) order by attnum)
        from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      (select coalesce(json_agg(attname), '[]') from pg_attribute
        where attrelid = c.oid and attidentity <> '' and not attisdropped) as identity,
      (select coalesce(json_agg(o.relname), '[]') from pg_constraint k join pg_class o on o.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> k.conrelid) as before
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname not like 'kysely%' and c.relname <> 'migration_checksums'
    order by c.relname`.execute(db);
  const ordered: StoredTable[] = [];
  const add = (row: (typeof rows)[number], path: readonly string[]): void => {
    if (path.includes(row.table)) throw new Error(`tables refer to each other: ${path.join(', ')}`);
    if (ordered.includes(row)) return;
    for (const other of rows) if (row.before.includes(other.table)) add(other, [...path, row.table]);
    ordered.push(row);
  };
  for (const row of rows) add(row, []);
  return ordered;
};
