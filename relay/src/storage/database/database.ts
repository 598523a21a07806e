import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { migrate, type MigrateOptions } from './migrate.js';
import { prepareDataDirectory } from '../pglite/data-directory.js';
import { DirectoryLock } from '../pglite/directory-lock.js';
import { whyNotOpened } from '../pglite/not-opened.js';
import { PgliteDialect } from '../pglite/pglite-dialect.js';
import { PgliteThread } from '../pglite/pglite-thread.js';
import { PgliteTurns } from '../pglite/pglite-turns.js';
import { ScarceConnections } from './scarce-connections.js';
import type { Schema } from './schema.js';
import { SilenceWatch } from './silence-watch.js';
import { writableCheck } from './writable.js';

const POOL_SIZE = 10;
const CONNECT_TIMEOUT_MS = 5_000;
/** A query that lasts longer than a handler's own deadline has no caller left. */
const STATEMENT_TIMEOUT_MS = 20_000;
/**
 * A lock is held for milliseconds, unless somebody locks a table by hand or a migration needs it. Whoever waits for one holds a connection:
 * 15 callers that asked for a locked table again and again left no other request a connection within 5 s, and with this limit each.
 */
const LOCK_TIMEOUT_MS = 2_000;
/** Of a relay that stands still or whose host is gone, in the middle of a transaction; its locks would stay for two hours (TCP keepalive). */
const IDLE_IN_TRANSACTION_MS = 30_000;
/** A server that is there answers within the timeout above. */
const SILENCE_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** The same when the relay stops: what closes one after the other must not each wait for the timeout above. */
const LAST_SILENCE_MS = 5_000;

export type DatabaseLocation =
  | { readonly kind: 'embedded'; readonly directory: string }
  | {
      readonly kind: 'server';
      readonly url: string;
      readonly onIdleError: (error: Error) => void;
      /** Told when the server has no connection left for this relay's pool, which goes on with what it has. @param live how many */
      readonly onScarce?: (live: number) => void;
      /** How long a query may wait for the server's next byte, ms; default 25,000. */
      readonly silenceMs?: number;
    };

export interface DatabaseLoad {
  readonly connections: number;
  /** Of them, those in use. */
  readonly busy: number;
  /** Who waits for one. */
  readonly waiting: number;
}

/** The opened database with an up-to-date schema. */
export interface Database {
  readonly kind: DatabaseLocation['kind'];
  readonly queries: Kysely<Schema>;
  /**
   * The same database, for work that results wait for. The embedded database has a single connection; there
   * this work goes first.
   */
  readonly urgent: Kysely<Schema>;
  /**
   * Runs several statements on one connection; they may begin and commit their own transaction. A transaction
   * left open by a failure is rolled back.
   * @throws what the driver throws
   */
  script(text: string): Promise<void>;
  /** Resolves when the database answers. @throws what the driver throws */
  ping(): Promise<void>;
  /** Resolves when the database takes writes; asked at most every five seconds. @throws what is wrong */
  checkWritable(): Promise<void>;
  /** How busy its connections are. */
  load(): DatabaseLoad;
  /** Gives the memory back that only its start needed. Holds up queries of the embedded database for some 100 ms. */
  tidy(): Promise<void>;
  /**
   * The relay stops: a query for which a server needs longer than this fails, also one that is under way.
   * @param ms default 5,000
   */
  hurry(ms?: number): void;
  close(): Promise<void>;
}

/** A database that was brought up to date. */
export interface MigratedDatabase extends Database {
  /** Migrations of a newer relay on whose schema this one runs, by name; none as a rule. */
  readonly newerMigrations: readonly string[];
}

/**
 * Opens the embedded database or a Postgres server, and migrates it.
 * @param news who is told how the migration goes
 * @throws DirectoryLockedError when another relay uses the folder; EmbeddedNotOpenedError; NewerSchemaError; TablesInUseError; otherwise what the
 * driver or a migration throws
 */
export const openDatabase = async (
  location: DatabaseLocation,
  news: MigrateOptions = {},
): Promise<MigratedDatabase> => {
  const opened = await open(location);
  const database = await answering(opened, location);
  try {
    const { newer } = await migrate(database.queries, news);
    // A migration may take longer than any other query.
    if (location.kind === 'server') opened.allowSilence(location.silenceMs ?? SILENCE_MS);
    return { ...database, newerMigrations: newer };
  } catch (error) {
    await database.close();
    throw error;
  }
};

/**
 * Opens the embedded database or a Postgres server with whatever schema it has, for the commands that look after it.
 * @throws DirectoryLockedError when a relay uses the folder; EmbeddedNotOpenedError; otherwise what the driver throws
 */
export const connectDatabase = async (location: DatabaseLocation): Promise<Database> =>
  answering(await open(location), location);

const open = async (location: DatabaseLocation): Promise<Opened> =>
  location.kind === 'embedded' ? openEmbedded(location.directory) : openServer(location);

/** What was opened, once it answers. */
const answering = async (
  { queries, urgent, release, runScript, load, tidy, allowSilence }: Opened,
  location: DatabaseLocation,
): Promise<Database> => {
  const close = async (): Promise<void> => {
    try {
      allowSilence(LAST_SILENCE_MS);
      await queries.destroy();
    } finally {
      await release();
    }
  };
  const ping = async (): Promise<void> => {
    await sql`select 1`.execute(queries);
  };
  try {
    // First, so that an unreachable database is not reported as a failed migration.
    await ping();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    kind: location.kind,
    queries,
    urgent,
    script: (text) => queries.connection().execute((held) => scriptOn(held, text, runScript)),
    ping,
    checkWritable: writableCheck({
      db: queries,
      directory: location.kind === 'embedded' ? location.directory : undefined,
      nowMs: () => performance.now(),
    }),
    load,
    tidy,
    hurry: (ms = LAST_SILENCE_MS) => allowSilence(ms),
    close,
  };
};

/** Runs on a connection that nothing else uses at the same time. */
const scriptOn = async (held: Kysely<Schema>, text: string, run: Opened['runScript']): Promise<void> => {
  try {
    await run(held, text);
  } catch (error) {
    await sql`rollback`.execute(held);
    throw error;
  }
};

interface Opened {
  readonly queries: Kysely<Schema>;
  readonly urgent: Kysely<Schema>;
  readonly runScript: (held: Kysely<Schema>, text: string) => Promise<void>;
  readonly release: () => Promise<void>;
  readonly load: () => DatabaseLoad;
  readonly tidy: () => Promise<void>;
  /** From now on a server that says nothing for so long while a query waits loses the connection. */
  readonly allowSilence: (ms: number) => void;
}

const openEmbedded = async (directory: string): Promise<Opened> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const lock = await DirectoryLock.acquire(directory);
  try {
    const files = join(directory, 'postgres');
    await prepareDataDirectory(files);
    const thread = await PgliteThread.open(files).catch(async (error: unknown) => {
      throw await whyNotOpened(files, error);
    });
    const turns = new PgliteTurns();
    const open = (urgent: boolean) =>
      new Kysely<Schema>({ dialect: new PgliteDialect({ thread, turns, urgent }) });
    return {
      queries: open(false),
      urgent: open(true),
      // The thread is the dialect's only connection; holding it excludes all other work.
      runScript: (_held, text) => thread.script(text),
      release: () => lock.release(),
      load: () => ({ connections: 1, busy: turns.isTaken ? 1 : 0, waiting: turns.waiting }),
      tidy: () => thread.tidy(),
      allowSilence: () => undefined,
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};

const openServer = ({
  url,
  onIdleError,
  onScarce = () => undefined,
}: DatabaseLocation & { kind: 'server' }): Opened => {
  const pool = new pg.Pool({
    connectionString: url,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  });
  const silence = new SilenceWatch(pool);
  // Without a listener, a connection that breaks would end the process: one that is idle, and one that waits between two queries of
  // a transaction, which the pool does not listen to. The next query of the transaction fails and tells its caller.
  pool.on('error', onIdleError);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const patient = new ScarceConnections(pool, {
    timeoutMs: CONNECT_TIMEOUT_MS,
    onScarce,
    nowMs: () => performance.now(),
  });
  const queries = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: patient }) });
  return {
    queries,
    urgent: queries,
    // Without parameters the driver uses the simple protocol, which accepts several statements.
    runScript: async (held, text) => {
      await held.executeQuery(CompiledQuery.raw(text));
    },
    release: () => Promise.resolve(),
    load: () => ({
      connections: pool.totalCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    tidy: () => Promise.resolve(),
    allowSilence: (ms) => silence.allow(ms),
  };
};
