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
  /** Shared by all dialects over this thread. */
  readonly turns: PgliteTurns;
  /** Its transactions go before those of other dialects that wait. */
  readonly urgent: boolean;
}

/** Kysely over the embedded Postgres: Postgres' own compiler and adapter, with a driver for its one connection. */
export class PgliteDialect implements Dialect {
  readonly #options: PgliteDialectOptions;

  constructor(options: PgliteDialectOptions) {
    this.#options = options;
  }

  createDriver(): Driver {
    return new PgliteDriver(this.#options);
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
  readonly #thread: PgliteThread;
  #begun: Promise<unknown> | undefined;

  constructor(thread: PgliteThread) {
    this.#thread = thread;
  }

  /** Begins a transaction without waiting: the thread works in order, and the next statement's answer is both answers. */
  begin(): void {
    this.#begun = this.#thread.query('begin', []);
    this.#begun.catch(() => undefined);
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const begun = this.#begun;
    this.#begun = undefined;
    const [{ rows, affectedRows }] = await Promise.all([
      this.#thread.query(query.sql, query.parameters),
      begun,
    ]);
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) };
  }

  /** The relay streams no query; an empty iterator would lose rows silently. */
  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('the embedded database does not stream queries');
  }
}

/** PGlite has one connection: whoever acquires it waits until it is their turn. */
class PgliteDriver implements Driver {
  readonly #options: PgliteDialectOptions;
  readonly #connection: PgliteConnection;

  constructor(options: PgliteDialectOptions) {
    this.#options = options;
    this.#connection = new PgliteConnection(options.thread);
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<PgliteConnection> {
    const { turns, urgent } = this.#options;
    await turns.acquire(urgent);
    return this.#connection;
  }

  releaseConnection(): Promise<void> {
    this.#options.turns.release();
    return Promise.resolve();
  }

  beginTransaction(connection: PgliteConnection): Promise<void> {
    connection.begin();
    return Promise.resolve();
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }

  async destroy(): Promise<void> {
    await this.#options.thread.close();
  }
}
