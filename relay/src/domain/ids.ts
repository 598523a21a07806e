import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = ALPHABET.length;
/**
 * The number of digits that a JavaScript number holds exactly. Dividing the big integer once per digit costs
 * twice as much.
 */
const GROUP_DIGITS = 8;
const GROUP = BigInt(BASE ** GROUP_DIGITS);
/**
 * 128 bits. Some ids are also secrets (a resume handle, a session id in a URL), so they must be impossible to
 * guess.
 */
const ID_BYTES = 16;

export type RandomBytes = (count: number) => Uint8Array;

/** Bytes as base-62 digits, padded on the left to the width that fits any value of that many bytes. */
export const toBase62 = (bytes: Uint8Array): string => {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`);
  let text = '';
  while (value > 0n) {
    let group = Number(value % GROUP);
    for (let i = 0; i < GROUP_DIGITS; i++) {
      text = ALPHABET.charAt(group % BASE) + text;
      group = Math.floor(group / BASE);
    }
    value /= GROUP;
  }
  const width = Math.ceil((bytes.length * 8) / Math.log2(BASE));
  // The highest group may start with zeros that do not belong to the number.
  return text.slice(-width).padStart(width, '0');
};

const POOL_BYTES = 4_096;
let pool: Uint8Array = new Uint8Array(0);
let used = 0;

/**
 * Random bytes from a pool that is filled all at once, because one call per id costs more than the id itself.
 * Each byte is used once.
 */
const pooledBytes: RandomBytes = (count) => {
  if (used + count > pool.length) {
    pool = randomBytes(Math.max(count, POOL_BYTES));
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
};

/** A new id with a prefix, for example `ses_` + 128 random bits in base 62. */
export const newId = (prefix: string, random: RandomBytes = pooledBytes): string =>
  `${prefix}_${toBase62(random(ID_BYTES))}`;

/** Whether a text has the form of a `newId` with this prefix. */
export const isId = (prefix: string, text: string): boolean =>
  text.length === prefix.length + 23 &&
  text.startsWith(`${prefix}_`) &&
  /^[0-9A-Za-z]{22}$/.test(text.slice(prefix.length + 1));
