import { isBase64, STANDARD_PREFIX } from './signature.js';

/** A shorter secret can be guessed from one delivery by brute force (HARDENING S9). It is used all the same, with a warning. */
const MIN_SECRET_LENGTH = 24;
export const MAX_SECRET_LENGTH = 256;
const MIN_DISTINCT = 8;

/** Why a secret is weak, or may be read differently elsewhere; undefined if it is neither. The answer never contains the secret. */
export const secretWeakness = (secret: string): string | undefined => {
  if (secret.length < MIN_SECRET_LENGTH) return `should have at least ${MIN_SECRET_LENGTH} characters`;
  // Printable ASCII: the same bytes in every language and shell.
  if (!/^[\x21-\x7e]+$/.test(secret))
    return 'should be printable ASCII without spaces: other characters have other bytes in some receivers';
  if (new Set(secret).size < MIN_DISTINCT) return 'is too regular: take one from a random generator';
  if (secret.startsWith(STANDARD_PREFIX)) return standardProblem(secret.slice(STANDARD_PREFIX.length));
  return undefined;
};

const standardProblem = (encoded: string): string | undefined => {
  if (!isBase64(encoded)) return 'should be base64 after whsec_; all its characters are the key now';
  return Buffer.from(encoded, 'base64').length < MIN_SECRET_LENGTH
    ? `should hold at least ${MIN_SECRET_LENGTH} bytes after whsec_`
    : undefined;
};
