import { z } from 'zod';

/** Half a surrogate pair and NUL cannot be stored as text. */
const UNSTORABLE = /[\p{Surrogate}\0]/u;

/** Whether a text can be kept, or looked for, as it is. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** A text that {@link isStorable}, of at most so many characters. */
export const storableText = (maxCharacters: number) =>
  z.string().max(maxCharacters).refine(isStorable, 'must be well-formed text without NUL');
