import { z } from 'zod';
import { isStorableTime, STORABLE_TIME_RULE } from '../../domain/storable-time.js';

/**
 * Half a surrogate pair and NUL cannot be stored as text; other control characters do not belong in a name.
 */
const isPlain = (text: string): boolean => !/[\p{Surrogate}\p{Cc}]/u.test(text);

/** A name that a person enters. */
export const nameText = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxCharacters)
    .refine(isPlain, 'must be well-formed text without control characters');

/** ISO 8601 with a time zone, so that it names exactly one moment. */
export const timestamp = z.iso
  .datetime({
    offset: true,
    error: 'must be an ISO 8601 time with a time zone, such as 2027-01-31T12:00:00Z',
  })
  .transform((text) => new Date(text))
  .refine(isStorableTime, STORABLE_TIME_RULE);
