import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * What is kept of a resume handle. The handle has 128 random bits, so a plain hash cannot be reversed (hex,
 * SHA-256).
 */
export const hashHandle = (handle: string): string => createHash('sha256').update(handle).digest('hex');

/** Compares two hashes in a time that does not show where they differ. */
export const sameHash = (left: string, right: string): boolean => {
  const a = Buffer.from(left, 'hex');
  const b = Buffer.from(right, 'hex');
  return a.length === b.length && timingSafeEqual(a, b);
};
