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

  constructor(thread: PgliteThread) {
    this.thread = thread;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.thread.query(query.sql, query.parameters);
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

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.options.thread.close();
  }
}
