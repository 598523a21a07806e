import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = ALPHABET.length;
/** As many digits as a number holds exactly: dividing a big integer once for each costs twice as much. */
const GROUP_DIGITS = 8;
const GROUP = BigInt(BASE ** GROUP_DIGITS);
/** 128 bits: an id that is also a secret by itself (a resume handle, a session id in a URL) cannot be guessed. */
const ID_BYTES = 16;

export type RandomBytes = (count: number) => Uint8Array;

/** Bytes as base-62 digits, left-padded to the width that holds any value of that many bytes. */
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
  // The highest group may begin with zeros that are beyond it.
  return text.slice(-width).padStart(width, '0');
};

const POOL_BYTES = 4_096;
let pool: Uint8Array = new Uint8Array(0);
let used = 0;

/** Random bytes out of a pool that is filled at once: a call for each id costs more than the id. Each byte is given once. */
const pooledBytes: RandomBytes = (count) => {
  if (used + count > pool.length) {
    pool = randomBytes(Math.max(count, POOL_BYTES));
    used = 0;
  }
  used += count;
  return pool.subarray(used - count, used);
};

/** A fresh prefixed id, for example `ses_` + 128 random bits in base 62. */
export const newId = (prefix: string, random: RandomBytes = pooledBytes): string =>
  `${prefix}_${toBase62(random(ID_BYTES))}`;

/** Whether a text has the form that `newId` makes for this prefix. */
export const isId = (prefix: string, text: string): boolean =>
  text.length === prefix.length + 23 &&
  text.startsWith(`${prefix}_`) &&
  /^[0-9A-Za-z]{22}$/.test(text.slice(prefix.length + 1));
