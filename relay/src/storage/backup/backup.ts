import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/schema.js';
import { type BackupHeader, BackupError, writeBackup } from './backup-file.js';
import { plainText, storedTables, type StoredTable } from './stored-tables.js';

/** Small enough that a batch of the largest rows, customers' models, fits in memory. */
const ROWS_AT_A_TIME = 100;

export interface BackupOrder {
  readonly path: string;
  /** The text of the secret files to keep with it, by name. */
  readonly secrets: BackupHeader['secrets'];
  readonly now: Date;
  readonly onTable: (table: string, rows: number) => void;
}

/**
 * Writes everything in the database to a file, as one moment saw it; relays may go on writing meanwhile. Counters of the running
 * minute, which do not survive a crash of the database either, are left out.
 * @throws BackupError when the file exists, or no relay has used the database
 */
export const backUp = (db: Kysely<Schema>, { path, secrets, now, onTable }: BackupOrder): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(transaction);
    await plainText(transaction);
    const tables = await storedTables(transaction);
    if (tables.length === 0) throw new BackupError('no relay has used this database: nothing to back up');
    const header = { ...(await historyOf(transaction)), secrets, madeAt: now.toISOString() };
    await writeBackup(path, header, linesOf(transaction, tables, onTable));
  });

const historyOf = async (db: Kysely<Schema>): Promise<Pick<BackupHeader, 'migrations' | 'checksums'>> => {
  const ran = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const checked = await sql<{ name: string; checksum: string }>`
    select name, checksum from migration_checksums order by name`.execute(db);
  return {
    migrations: ran.rows.map(({ name }) => name),
    checksums: Object.fromEntries(checked.rows.map(({ name, checksum }) => [name, checksum])),
  };
};

async function* linesOf(
  db: Kysely<Schema>,
  tables: readonly StoredTable[],
  onTable: BackupOrder['onTable'],
): AsyncGenerator<string> {
  for (const [index, { table, columns, identity }] of tables.entries()) {
    yield JSON.stringify({ table, columns: columns.map(({ name }) => name) });
    let count = 0;
    for await (const row of rowsOf(db, index, { table, columns })) {
      count++;
      yield row;
    }
    // After the rows: a counter is not part of the snapshot, and may be ahead of the rows but not behind.
    for (const column of identity) yield await counterOf(db, table, column);
    onTable(table, count);
  }
}

async function* rowsOf(
  db: Kysely<Schema>,
  index: number,
  { table, columns }: Pick<StoredTable, 'table' | 'columns'>,
): AsyncGenerator<string> {
  // A name for each table, because the embedded database keeps statements prepared by their text.
  const cursor = sql.id(`backup_${index}`);
  const texts = sql.join(columns.map(({ name }) => sql`${sql.id(name)}::text`));
  await sql`
    declare ${cursor} no scroll cursor for select json_build_array(${texts})::text as line from ${sql.id(table)}`.execute(
    db,
  );
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_A_TIME)} from ${cursor}`.execute(db);
    for (const { line } of rows) yield line;
    if (rows.length < ROWS_AT_A_TIME) break;
  }
  await sql`close ${cursor}`.execute(db);
}

const counterOf = async (db: Kysely<Schema>, table: string, column: string): Promise<string> => {
  const { rows: names } = await sql<{ name: string }>`
    select pg_get_serial_sequence(quote_ident(${table}), ${column}) as name`.execute(db);
  const { rows } = await sql<{ last: string; used: boolean }>`
    select last_value::text as last, is_called as used from ${sql.raw(names[0]?.name ?? '')}`.execute(db);
  return JSON.stringify({ counter: table, column, ...rows[0] });
};
