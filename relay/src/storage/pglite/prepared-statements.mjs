// @ts-check
/**
 * Statements that the embedded database keeps prepared. PGlite's own `query` has each of them parsed, analyzed and planned
 * every time, in six steps; of the statements that live streams repeat, that was more than half of the work.
 * Plain JavaScript beside the worker that imports it.
 */
import { parse, protocol } from '@electric-sql/pglite';

const { serialize } = protocol;
const EXECUTE = serialize.execute({});
const DESCRIBE_PORTAL = serialize.describe({ type: 'P' });
const SYNC = serialize.sync();

/** A plan is made for the tables as they are: one for an empty table must not serve when it has grown. */
const LIFE_MS = 60_000;
/** Texts that are remembered, prepared or not; each plan takes some tens of kilobytes. */
const MOST = 200;
/** Everything else may change what plans rest on, or is too rare. */
const REPEATED = /^\s*(?:select|insert|update|delete|with|begin|commit|rollback)\b/i;

/** @typedef {{ rows: unknown[], affectedRows: number }} Result */
/** @typedef {{ name: string, parameterTypes: number[], untilMs: number }} Prepared */

export class PreparedStatements {
  #database;
  #nowMs;
  /** Oldest use first; `undefined` for a text that came once. @type {Map<string, Prepared | undefined>} */
  #known = new Map();
  #next = 1;

  /**
   * @param {import('@electric-sql/pglite').PGlite} database
   * @param {() => number} nowMs monotonic
   */
  constructor(database, nowMs) {
    this.#database = database;
    this.#nowMs = nowMs;
  }

  /** How many are prepared now. */
  get size() {
    return [...this.#known.values()].filter((each) => each !== undefined).length;
  }

  /**
   * Runs one statement; from its second time on it stays prepared.
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

  /** Drops every plan: what they rest on may change. */
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
    const bind = serialize.bind({ statement: name, values });
    const [result] = parse.parseResults(await this.#send(bind, DESCRIBE_PORTAL, EXECUTE, SYNC), parsers);
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

  /** All of it in one call of the engine, which works through it up to the end also behind an error. @param {...Uint8Array} messages */
  #send(...messages) {
    return this.#database.execProtocolStream(Buffer.concat(messages));
  }
}

/** @param {string} name */
const closing = (name) => serialize.close({ type: 'S', name });
