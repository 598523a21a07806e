import { STANDARD_PREFIX } from './signature.js';

/** A shorter secret can be guessed from one delivery by brute force (HARDENING S9). */
export const MIN_SECRET_LENGTH = 24;
export const MAX_SECRET_LENGTH = 256;
const MIN_DISTINCT = 8;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}(?:==)?|[A-Za-z0-9+/]{3}=?)?$/;

/** What is wrong with a secret; undefined if nothing is. The answer never contains the secret. */
export const secretProblem = (secret: string): string | undefined => {
  if (secret.length < MIN_SECRET_LENGTH) return `must have at least ${MIN_SECRET_LENGTH} characters`;
  if (secret.length > MAX_SECRET_LENGTH) return `must have at most ${MAX_SECRET_LENGTH} characters`;
  // Printable ASCII: the same bytes in every language and shell.
  if (!/^[\x21-\x7e]+$/.test(secret)) return 'must be printable ASCII without spaces';
  if (new Set(secret).size < MIN_DISTINCT) return 'is too regular: take one from a random generator';
  if (secret.startsWith(STANDARD_PREFIX)) return standardProblem(secret.slice(STANDARD_PREFIX.length));
  return undefined;
};

const standardProblem = (encoded: string): string | undefined => {
  if (!BASE64.test(encoded)) return 'must be base64 after whsec_';
  return Buffer.from(encoded, 'base64').length < MIN_SECRET_LENGTH
    ? `must hold at least ${MIN_SECRET_LENGTH} bytes after whsec_`
    : undefined;
};
