// @ts-check
/**
 * Statements that the embedded database keeps prepared. PGlite's own `query` parses, analyzes and plans each
 * statement every time, in six steps. For the repeated statements of live streams, that was more than half of
 * the work. Plain JavaScript, like the worker that imports it.
 */
import { parse, protocol } from '@electric-sql/pglite';
import { BindMessage } from './bind-message.mjs';

const { serialize } = protocol;
const SYNC = serialize.sync();

/**
 * A plan fits the tables at the time it was made: a plan for an empty table must not be used after the table
 * has grown.
 */
const LIFE_MS = 60_000;
/** The number of remembered texts, prepared or not; each plan takes some tens of kilobytes. */
const MOST = 200;
/** Other statements are too rare or may change what plans depend on. */
const REPEATED = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b/i;

/** @typedef {{ rows: unknown[], affectedRows: number }} Result */
/** @typedef {{ name: string, parameterTypes: number[], untilMs: number }} Prepared */

export class PreparedStatements {
  #database;
  #nowMs;
  /** Oldest use first; `undefined` for a text seen once. @type {Map<string, Prepared | undefined>} */
  #known = new Map();
  #next = 1;
  #bind = new BindMessage();

  /**
   * @param {import('@electric-sql/pglite').PGlite} database
   * @param {() => number} nowMs monotonic
   */
  constructor(database, nowMs) {
    this.#database = database;
    this.#nowMs = nowMs;
  }

  /** The number of prepared statements. */
  get size() {
    return [...this.#known.values()].filter((each) => each !== undefined).length;
  }

  /**
   * Runs one statement. From its second use it stays prepared.
   * @param {string} sql
   * @param {readonly unknown[]} parameters
   * @returns {Promise<Result>}
   */
  async query(sql, parameters) {
    if (!REPEATED.test(sql)) {
      await this.forget();
      return this.#once(sql, parameters);
    }
    const isNew = !this.#known.has(sql);
    const known = this.#known.get(sql);
    this.#known.delete(sql);
    if (isNew) {
      await this.#makeRoom();
      this.#known.set(sql, undefined);
      return this.#once(sql, parameters);
    }
    const current =
      known !== undefined && this.#nowMs() < known.untilMs ? known : await this.#prepare(sql, known);
    this.#known.set(sql, current);
    return this.#run(current, parameters);
  }

  /** Drops every plan, because what plans depend on may change. */
  async forget() {
    const prepared = [...this.#known.values()].filter((each) => each !== undefined);
    this.#known.clear();
    for (const { name } of prepared) await this.#send(closing(name), SYNC);
  }

  /**
   * @param {string} sql
   * @param {readonly unknown[]} parameters
   * @returns {Promise<Result>}
   */
  async #once(sql, parameters) {
    const { rows, affectedRows } = await this.#database.query(sql, [...parameters]);
    return { rows, affectedRows: affectedRows ?? 0 };
  }

  /**
   * @param {string} sql
   * @param {Prepared | undefined} outdated
   * @returns {Promise<Prepared>}
   */
  async #prepare(sql, outdated) {
    const name = `s${this.#next++}`;
    const messages = await this.#send(
      ...(outdated === undefined ? [] : [closing(outdated.name)]),
      serialize.parse({ name, text: sql }),
      serialize.describe({ type: 'S', name }),
      SYNC,
    );
    const parameterTypes = parse.parseDescribeStatementResults(messages);
    return { name, parameterTypes, untilMs: this.#nowMs() + LIFE_MS };
  }

  /**
   * @param {Prepared} statement
   * @param {readonly unknown[]} parameters
   * @returns {Promise<Result>}
   */
  async #run({ name, parameterTypes }, parameters) {
    const { serializers, parsers } = this.#database;
    const values = parameters.map((value, place) => {
      if (value === null || value === undefined) return null;
      const write = serializers[parameterTypes[place] ?? 0];
      return write === undefined ? String(value) : write(value);
    });
    const messages = await this.#database.execProtocolStream(this.#bind.write(name, values));
    const [result] = parse.parseResults(messages, parsers);
    return { rows: result?.rows ?? [], affectedRows: result?.affectedRows ?? 0 };
  }

  async #makeRoom() {
    if (this.#known.size < MOST) return;
    const [oldest] = this.#known;
    if (oldest === undefined) return;
    const [sql, prepared] = oldest;
    this.#known.delete(sql);
    if (prepared !== undefined) await this.#send(closing(prepared.name), SYNC);
  }

  /**
   * Sends all messages in one call of the engine, which processes them to the end even after an error. @param
   * {...Uint8Array} messages
   */
  #send(...messages) {
    return this.#database.execProtocolStream(Buffer.concat(messages));
  }
}

/** @param {string} name */
const closing = (name) => serialize.close({ type: 'S', name });
