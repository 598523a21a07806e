import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.js';

/** SQLSTATE: a lock did not come free in time; two who waited for each other. */
const LOCK_REFUSED = new Set(['55P03', '40P01']);
/** The oldest ones, which a person can look up. */
const TOLD_USERS = 3;

/** How a migration waits for tables that others use. */
export interface LockPatience {
  /** How long one try waits for a lock, ms. Requests that need the table wait behind it; less than they may wait for a lock themselves. */
  readonly tryMs: number;
  /** How long requests go on between two tries, ms; the last one for ever. */
  readonly pausesMs: readonly number[];
  /** From when on there is no further try, ms. */
  readonly giveUpMs: number;
  readonly pause: (ms: number) => Promise<unknown>;
  readonly nowMs: () => number;
}

/**
 * What is needed for longer than a try is a backup or a report, not a request. Kubernetes gives a pod half an hour to start, of which
 * the migration itself needs some.
 */
export const PATIENCE: LockPatience = {
  tryMs: 1_000,
  pausesMs: [1_000, 2_000, 4_000, 8_000, 10_000],
  giveUpMs: 15 * 60_000,
  pause,
  nowMs: () => performance.now(),
};

/** A session of the database that uses tables of the schema. */
export interface TableUser {
  readonly pid: number;
  /** What it calls itself, or its role. */
  readonly name: string;
  /** How long its transaction lasts already; null where this role may not see it. */
  readonly seconds: number | null;
  readonly tables: number;
}

/** A migration waits: for another process that migrates, or until nobody uses its tables any more. */
export type MigrationWait =
  { readonly kind: 'another' } | { readonly kind: 'in_use'; readonly tries: number; readonly users: string };

/** Others used a migration's tables all the time. The message says who, and what to do. */
export class TablesInUseError extends Error {
  override readonly name = 'TablesInUseError';
  readonly code = 'tables_in_use';
}

/**
 * Does something in a transaction that needs tables for itself. A lock that is not free is not waited for any longer than a moment,
 * because whoever needs the table afterward waits behind it: what was done is taken back, which frees the tables, and tried again.
 * @param transaction stays open, and holds what it had locked before
 * @throws TablesInUseError, or what `attempt` throws
 */
export const patiently = async <T>(
  transaction: Kysely<Schema>,
  attempt: () => Promise<T>,
  onWait: (wait: MigrationWait) => void,
  patience: LockPatience,
): Promise<T> => {
  const giveUpMs = patience.nowMs() + patience.giveUpMs;
  // Between two tries the transaction is idle, and keeps others from migrating.
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
  for (let tries = 1; ; tries++) {
    await sql`savepoint attempt`.execute(transaction);
    await sql`set local lock_timeout = ${sql.lit(patience.tryMs)}`.execute(transaction);
    try {
      const result = await attempt();
      await sql`release savepoint attempt`.execute(transaction);
      return result;
    } catch (error) {
      if (!isLockRefused(error)) throw error;
      await sql`rollback to savepoint attempt`.execute(transaction);
      const users = await usersOfTables(transaction, patience.tryMs);
      if (patience.nowMs() >= giveUpMs) throw inUse(error, tries, users);
      onWait({ kind: 'in_use', tries, users: namesOf(users) });
      await patience.pause(patience.pausesMs[tries - 1] ?? patience.pausesMs.at(-1) ?? 0);
    }
  }
};

const isLockRefused = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && LOCK_REFUSED.has(error.code)) return true;
  return isLockRefused(error.cause);
};

/** Who has used tables of the schema for at least this long, the oldest transaction first. */
const usersOfTables = async (db: Kysely<Schema>, sinceMs: number): Promise<readonly TableUser[]> => {
  const { rows } = await sql<TableUser>`
    select l.pid, coalesce(nullif(a.application_name, ''), a.usename, 'unknown') as name,
      extract(epoch from clock_timestamp() - a.xact_start)::float8 as seconds, count(distinct c.oid)::integer as tables
    from pg_locks l
      join pg_class c on c.oid = l.relation and c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
      left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'relation' and l.granted and l.pid <> pg_backend_pid()
      and l.database = (select oid from pg_database where datname = current_database())
      -- Of another role's sessions only process and name are shown; one that is over since has a state.
      and (a.xact_start is not null or a.state is null)
      and coalesce(a.xact_start, 'epoch') < clock_timestamp() - ${sinceMs}::float8 * interval '1 ms'
    group by l.pid, a.application_name, a.usename, a.xact_start
    order by a.xact_start nulls first
    limit ${TOLD_USERS}`.execute(db);
  return rows;
};

const namesOf = (users: readonly TableUser[]): string =>
  users.length === 0 ? 'many short transactions' : users.map(describeUser).join(', ');

const describeUser = ({ pid, name, seconds, tables }: TableUser): string => {
  const since = seconds === null ? '' : `for ${Math.round(seconds)} s, `;
  return `process ${pid} of the server (${name}, ${since}${tables} table${tables === 1 ? '' : 's'})`;
};

const inUse = (cause: unknown, tries: number, users: readonly TableUser[]): TablesInUseError => {
  const [first] = users;
  const end =
    first === undefined
      ? 'Try again in a quieter hour, or while no relay runs'
      : `Wait until that is over (a backup?) or end it (select pg_terminate_backend(${first.pid})), and start again`;
  const why = cause instanceof Error ? cause.message : String(cause);
  return new TablesInUseError(
    `${why}: its tables were in use in all of ${tries} tries, lastly by ${namesOf(users)}. Nothing of it was kept, and running relays went on meanwhile. ${end}`,
    { cause },
  );
};
