import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type { PgliteThread } from './pglite-thread.js';
import type { PgliteTurns } from './pglite-turns.js';

export interface PgliteDialectOptions {
  readonly thread: PgliteThread;
  /** All dialects over this thread share it. */
  readonly turns: PgliteTurns;
  /** Its transactions go before waiting ones of other dialects. */
  readonly urgent: boolean;
}

/**
 * Kysely over the embedded Postgres: Postgres' own compiler and adapter, with a driver for the single
 * connection.
 */
export class PgliteDialect implements Dialect {
  private readonly options: PgliteDialectOptions;

  constructor(options: PgliteDialectOptions) {
    this.options = options;
  }

  createDriver(): Driver {
    return new PgliteDriver(this.options);
  }

  createQueryCompiler(): PostgresQueryCompiler {
    return new PostgresQueryCompiler();
  }

  createAdapter(): PostgresAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}

class PgliteConnection implements DatabaseConnection {
  private readonly thread: PgliteThread;
  private begins = false;

  constructor(thread: PgliteThread) {
    this.thread = thread;
  }

  /** Begins a transaction together with its first statement: one message to the thread less, and one back. */
  begin(): void {
    this.begins = true;
  }

  /** Ends a transaction, unless it never had a statement. */
  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.begins) this.begins = false;
    else await this.executeQuery(CompiledQuery.raw(how));
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { begins } = this;
    this.begins = false;
    const { rows, affectedRows } = await this.thread.query(query.sql, query.parameters, begins);
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) };
  }

  /** The relay streams no query; an empty iterator would silently lose rows. */
  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('the embedded database does not stream queries');
  }
}

/** PGlite has one connection, so callers wait for their turn. */
class PgliteDriver implements Driver {
  private readonly options: PgliteDialectOptions;
  private readonly connection: PgliteConnection;

  constructor(options: PgliteDialectOptions) {
    this.options = options;
    this.connection = new PgliteConnection(options.thread);
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const { turns, urgent } = this.options;
    await turns.acquire(urgent);
    return this.connection;
  }

  releaseConnection(): Promise<void> {
    this.options.turns.release();
    return Promise.resolve();
  }

  beginTransaction(connection: PgliteConnection): Promise<void> {
    connection.begin();
    return Promise.resolve();
  }

  commitTransaction(connection: PgliteConnection): Promise<void> {
    return connection.end('commit');
  }

  rollbackTransaction(connection: PgliteConnection): Promise<void> {
    return connection.end('rollback');
  }

  async destroy(): Promise<void> {
    await this.options.thread.close();
  }
}
