/**
 * A value as the text of a `jsonb` column. Postgres refuses NUL and half a surrogate pair, which JSON and
 * JavaScript allow. One of them in one client's metadata must not fail a whole batch, so both become U+FFFD.
 */
export const toJsonb = (value: unknown): string => {
  const text = JSON.stringify(value);
  // `stringify` writes both as escapes, so text without such an escape needs no check of each value.
  return SUSPICIOUS.test(text) ? JSON.stringify(value, (_key, part: unknown) => storable(part)) : text;
};

const SUSPICIOUS = /\\u(?:0000|d[89a-f])/i;
const UNSTORABLE = /[\p{Surrogate}\0]/gu;
const REPLACEMENT = '\ufffd';

const storable = (part: unknown): unknown => {
  if (typeof part === 'string') return part.replace(UNSTORABLE, REPLACEMENT);
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
  const entries = Object.entries(part);
  if (!entries.some(([key]) => key.search(UNSTORABLE) >= 0)) return part;
  return Object.fromEntries(entries.map(([key, inner]) => [key.replace(UNSTORABLE, REPLACEMENT), inner]));
};
