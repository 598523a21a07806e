import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { lockMigrations, migrateLocked } from '../database/migrate.js';
import { checksumOf, SchemaDriftError } from '../database/migration-checksums.js';
import type { Schema } from '../database/schema.js';
import { migrations } from '../migrations/index.js';
import {
  BackupError,
  type BackupCounter,
  type BackupHeader,
  type BackupRow,
  checkBackup,
  readBackup,
} from './backup-file.js';
import { plainText, storedTables, type StoredTable } from './stored-tables.js';

/** Of the text that is sent with one statement. */
const BATCH_CHARACTERS = 1_000_000;
/** The server counts a connection for a moment after its relay has stopped, on a busy machine for longer. */
const LEAVING = { looks: 20, everyMs: 100 };

export interface RestoreOrder {
  readonly path: string;
  /** Whether what the store holds may be deleted. */
  readonly replace: boolean;
  /** Readies the secret files of the backup, which the caller puts in place afterward. A failure undoes the restoration. */
  readonly readySecrets: (secrets: BackupHeader['secrets']) => Promise<void>;
  readonly onTable: (table: string, rows: number) => void;
}

/**
 * Puts a backup into a database, of either kind, and brings it up to date: all of it, or nothing when something fails.
 * @returns what the backup said of itself, and the migrations that ran after it
 * @throws BackupError when the file is unusable or newer, or the database is in use or not empty; SchemaDriftError
 */
export const restore = async (
  db: Kysely<Schema>,
  { path, replace, readySecrets, onTable }: RestoreOrder,
): Promise<{ header: BackupHeader; rows: number; newer: readonly string[] }> => {
  const { header, rows } = await checkBackup(path);
  await refuseUnknown(path, header);
  const newer = await db.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    await plainText(transaction);
    await refuseInUse(transaction);
    await empty(transaction, replace);
    await migrateLocked(transaction, { only: header.migrations });
    await load(transaction, path, onTable);
    const { ran: later } = await migrateLocked(transaction);
    await readySecrets(header.secrets);
    return later;
  });
  return { header, rows, newer };
};

const refuseUnknown = async (path: string, { migrations: ran, checksums }: BackupHeader): Promise<void> => {
  const unknown = ran.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length > 0) {
    throw new BackupError(
      `${path} is of a newer relay (${unknown.join(', ')}): restore it with that version, or take an older backup`,
    );
  }
  for (const name of ran) {
    const migration = migrations[name];
    if (migration !== undefined && checksums[name] !== (await checksumOf(migration)))
      throw new SchemaDriftError(name);
  }
};

const refuseInUse = async (transaction: Transaction<Schema>): Promise<void> => {
  let others = await otherConnections(transaction);
  for (let look = 1; others > 0 && look < LEAVING.looks; look += 1) {
    await pause(LEAVING.everyMs);
    others = await otherConnections(transaction);
  }
  if (others > 0) {
    throw new BackupError(
      `${others} other connection${others === 1 ? ' uses' : 's use'} this database: stop every relay first`,
    );
  }
};

const otherConnections = async (transaction: Transaction<Schema>): Promise<number> => {
  // A transaction sees the same connections until it asks for new ones.
  await sql`select pg_stat_clear_snapshot()`.execute(transaction);
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and backend_type = 'client backend'`.execute(transaction);
  return rows[0]?.n ?? 0;
};

/** Deletes the schema's tables and functions, which the backup's migrations make again. */
const empty = async (transaction: Transaction<Schema>, replace: boolean): Promise<void> => {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(transaction);
  if (rows.length === 0) return;
  if (!rows.some(({ name }) => name === 'kysely_migration'))
    throw new BackupError('this database holds tables of another program: restore into an empty one');
  for (const { table } of await storedTables(transaction)) {
    const found = await sql`select 1 from ${sql.id(table)} limit 1`.execute(transaction);
    if (found.rows.length > 0 && !replace) {
      throw new BackupError(
        `this database is not empty (${table}): restore into an empty one, or add --replace to delete what it holds`,
      );
    }
  }
  await sql`
    do $$ declare each record; begin
      for each in select oid::regclass as name from pg_class c
        where relnamespace = current_schema()::regnamespace and relkind = 'r'
          and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
      loop execute format('drop table %s cascade', each.name); end loop;
      for each in select oid::regprocedure as name from pg_proc p
        where pronamespace = current_schema()::regnamespace
          and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
      loop execute format('drop routine %s cascade', each.name); end loop;
    end $$`.execute(transaction);
};

const load = async (
  db: Transaction<Schema>,
  path: string,
  onTable: RestoreOrder['onTable'],
): Promise<void> => {
  const tables = new Map((await storedTables(db)).map((table) => [table.table, table]));
  let into: StoredTable | undefined;
  let batch: BackupRow[] = [];
  let characters = 0;
  let count = 0;
  const send = async (): Promise<void> => {
    if (into !== undefined && batch.length > 0) await insert(db, into, batch);
    batch = [];
    characters = 0;
  };
  const finish = async (): Promise<void> => {
    await send();
    if (into !== undefined) onTable(into.table, count);
    count = 0;
  };
  for await (const part of readBackup(path)) {
    if ('table' in part) {
      await finish();
      into = targetOf(tables, part.table, part.columns);
    } else if ('counter' in part) await setCounter(db, part);
    else {
      batch.push(part);
      count++;
      characters += part.reduce((sum, value) => sum + (value?.length ?? 4), 0);
      if (characters >= BATCH_CHARACTERS) await send();
    }
  }
  await finish();
};

const targetOf = (
  tables: ReadonlyMap<string, StoredTable>,
  table: string,
  columns: readonly string[],
): StoredTable => {
  const target = tables.get(table);
  const ordered = columns.map((name) => target?.columns.find((column) => column.name === name));
  const known = ordered.filter((column) => column !== undefined);
  if (target === undefined || known.length < columns.length)
    throw new BackupError(`the backup’s table ${table} is not what its migrations make`);
  return { ...target, columns: known };
};

const insert = async (
  db: Transaction<Schema>,
  { table, columns }: StoredTable,
  batch: readonly BackupRow[],
): Promise<void> => {
  const names = sql.join(columns.map(({ name }) => sql.id(name)));
  const values = sql.join(columns.map(({ type }, index) => sql`(r->>${sql.lit(index)})::${sql.raw(type)}`));
  await sql`
    insert into ${sql.id(table)} (${names}) overriding system value
    select ${values} from json_array_elements(${JSON.stringify(batch)}::text::json) as r`.execute(db);
};

const setCounter = async (
  db: Transaction<Schema>,
  { counter, column, last, used }: BackupCounter,
): Promise<void> => {
  await sql`
    select setval(pg_get_serial_sequence(quote_ident(${counter}), ${column})::regclass, ${last}::text::bigint, ${used}::boolean)`.execute(
    db,
  );
};
