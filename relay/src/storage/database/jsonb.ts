/**
 * A value as the text of a `jsonb` column. Postgres refuses two things that JSON and JavaScript allow, and one of them in
 * one client's metadata must not fail a whole batch: NUL, and half a surrogate pair. Both become U+FFFD.
 */
export const toJsonb = (value: unknown): string => {
  const text = JSON.stringify(value);
  // Both leave `stringify` as escapes; a checkpoint without any need not be looked through value by value.
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
