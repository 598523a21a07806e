import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type RandomBytes, toBase62 } from '../ids.js';

const SECRET_BYTES = 20; // 160 bits
const CHECKSUM_BYTES = 4;
const SHAPE = /^psk_([0-9A-Za-z]{27})([0-9A-Za-z]{6})$/;
/** A key chosen by an operator: any url-safe text, long enough not to be guessed. */
const CHOSEN_SHAPE = /^psk_[0-9A-Za-z_-]{20,200}$/;

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
const checksumOf = (body: string): string => toBase62(sha256(`psk_${body}`).subarray(0, CHECKSUM_BYTES));

/** A fresh API key: `psk_`, 160 random bits, and a checksum, so that garbage is refused without a look-up. */
export const generateApiKey = (random: RandomBytes = randomBytes): string => {
  const body = toBase62(random(SECRET_BYTES));
  return `psk_${body}${checksumOf(body)}`;
};

/** Whether a text is an API key that {@link generateApiKey} could have made. */
export const hasValidChecksum = (key: string): boolean => {
  const match = SHAPE.exec(key);
  const [, body, checksum] = match ?? [];
  return body !== undefined && checksum !== undefined && checksumOf(body) === checksum;
};

/** Whether an operator may choose this text as a key: `psk_` and 20 to 200 letters, digits, `_` or `-`. */
export const isChosenApiKey = (key: string): boolean => CHOSEN_SHAPE.test(key);

/** What is stored instead of the key. */
export const hashApiKey = (key: string): Buffer => sha256(key);

/** The part of a key that lists may show: enough to tell keys apart, too little to use the key. */
export const prefixOfApiKey = (key: string): string => key.slice(0, 12);

/** Compares two hashes in constant time. */
export const sameHash = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && timingSafeEqual(left, right);
