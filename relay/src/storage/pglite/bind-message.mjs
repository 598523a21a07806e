// @ts-check
/**
 * Runs a prepared statement with values: Postgres' messages Bind, Describe, Execute and Sync in one piece (PostgreSQL's
 * documentation, "Message Formats"). PGlite's own serializer grows a buffer for each value and copies all of it three times: of a
 * relay's checkpoints, 150 kB each, that is .6 ms instead of .01, and garbage outside of the heap that has all of the thread's collected.
 * Plain JavaScript, like the worker that imports it.
 */
import { protocol } from '@electric-sql/pglite';

const { serialize } = protocol;
const REST = Buffer.concat([serialize.describe({ type: 'P' }), serialize.execute({}), serialize.sync()]);
const BIND = 'B'.charCodeAt(0);
const TEXT = 0;
const BINARY = 1;
/** The length of a value that is null. */
const NULL = -1;
/** Kind, length, the portal's and the statement's end, and three counts. */
const FRAME_BYTES = 16;
/** A value's format and length. */
const HEAD_BYTES = 6;
const MOST_UTF8_BYTES_PER_UNIT = 3;
/** One large value is not paid for with memory for good. */
const MOST_KEPT_BYTES = 1 << 20;

/** @typedef {string | ArrayBuffer | ArrayBufferView | null} Value as PGlite's serializers give it */

export class BindMessage {
  #kept = Buffer.allocUnsafeSlow(1 << 14);

  /**
   * @param {string} statement its name, of Latin-1 characters
   * @param {readonly Value[]} values
   * @returns {Buffer} valid until the next call
   */
  write(statement, values) {
    const parts = values.map(partOf);
    const most = parts.reduce((sum, part) => sum + HEAD_BYTES + mostBytesOf(part), statement.length);
    const buffer = this.#roomFor(FRAME_BYTES + most + REST.length);
    buffer[0] = BIND;
    // Its length comes last. The portal has no name.
    let at = 5;
    buffer[at++] = 0;
    at += buffer.write(statement, at, 'latin1');
    buffer[at++] = 0;
    at = buffer.writeUInt16BE(parts.length, at);
    for (const part of parts) at = buffer.writeInt16BE(part instanceof Uint8Array ? BINARY : TEXT, at);
    at = buffer.writeUInt16BE(parts.length, at);
    for (const part of parts) at = writePart(buffer, at, part);
    // Every result comes as text.
    at = buffer.writeInt16BE(0, at);
    buffer.writeInt32BE(at - 1, 1);
    buffer.set(REST, at);
    return buffer.subarray(0, at + REST.length);
  }

  /** @param {number} bytes */
  #roomFor(bytes) {
    if (bytes > MOST_KEPT_BYTES) return Buffer.allocUnsafeSlow(bytes);
    if (bytes > this.#kept.length) this.#kept = Buffer.allocUnsafeSlow(Math.min(MOST_KEPT_BYTES, 2 * bytes));
    return this.#kept;
  }
}

/** @param {Value} value */
const partOf = (value) => {
  if (value === null || typeof value === 'string') return value;
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
};

/** @param {ReturnType<typeof partOf>} part */
const mostBytesOf = (part) =>
  typeof part === 'string' ? MOST_UTF8_BYTES_PER_UNIT * part.length : (part?.length ?? 0);

/**
 * @param {Buffer} buffer
 * @param {number} at
 * @param {ReturnType<typeof partOf>} part
 * @returns {number} where it ends
 */
const writePart = (buffer, at, part) => {
  if (part === null) return buffer.writeInt32BE(NULL, at);
  const from = at + 4;
  if (typeof part !== 'string') buffer.set(part, from);
  const length = typeof part === 'string' ? buffer.write(part, from) : part.length;
  buffer.writeInt32BE(length, at);
  return from + length;
};
