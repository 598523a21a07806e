import { z } from 'zod';
import type { PageEnd } from '../../domain/page-end.js';
import { storableText } from '../../domain/storable-text.js';
import { LAST_STORABLE_MS } from '../../domain/storable-time.js';
import { invalid } from './json-body.js';

/** A cursor names an id of the caller: 128 characters of up to six bytes as JSON, in base64, and a little more. */
const MOST_CHARACTERS = 1_200;

/** `cursor` in a query. */
export const cursorText = z
  .string()
  .max(MOST_CHARACTERS)
  .meta({ description: '`next_cursor` of the page before.' });

/** `next_cursor` of an answer. */
export const nextCursor = z.string().nullable().describe('Asks for the next page; null on the last.');

const cursorSchema = z.tuple([z.number().int().min(0).max(LAST_STORABLE_MS), storableText(128)]);

/** The cursor only names the end of a page; it gives no access. */
export const cursorOf = ({ createdAtMs, id }: PageEnd): string =>
  Buffer.from(JSON.stringify([createdAtMs, id])).toString('base64url');

/** @throws HttpError 400 for a value that never was a `next_cursor` */
export const readCursor = (text: string): PageEnd => {
  try {
    const [createdAtMs, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
    return { createdAtMs, id };
  } catch (cause) {
    throw invalid('the request has invalid parameters', { cursor: ['is not one that was given'] }, cause);
  }
};
