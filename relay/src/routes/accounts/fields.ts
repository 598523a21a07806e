import { z } from 'zod';
import { momentSchema } from '../../domain/storable-time.js';

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

/** One moment. */
export const timestamp = momentSchema.transform((text) => new Date(text));

/** Checked only for typing mistakes; only a sent e-mail shows whether the address works. */
export const email = z.string().trim().max(254).pipe(z.email('must be an e-mail address'));
