import { z } from 'zod';

/** A whole number in query text, in plain decimals: `0x10`, `1e1` and ` 5 ` are typing errors. */
export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,15})$/, 'must be a whole number in decimal digits')
    .transform(Number)
    .pipe(z.number().min(least).max(most))
    .meta({ type: 'integer', minimum: least, maximum: most });

/** A number from 0 to 1 in query text. */
export const shareText = z
  .string()
  .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1')
  .transform(Number)
  .meta({ type: 'number', minimum: 0, maximum: 1 });

/** How many rows a page holds: `limit` in a query. */
export const pageSize = (usual: number, most: number) =>
  wholeNumber(1, most)
    .default(usual)
    .meta({ type: 'integer', minimum: 1, maximum: most, default: usual, description: 'Entries on a page.' });

/** As JSON writes a number. Languages write .00001 as `1e-05`. */
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i;

/** The number that a field of a form holds. Any other text stays text, and its schema reports the mistake. */
export const numberOf = (text: string): number | string => (JSON_NUMBER.test(text) ? Number(text) : text);
