import { z } from 'zod';

/** A lone surrogate or a NUL character cannot be stored as text. */
const UNSTORABLE = /[\p{Surrogate}\0]/u;

/** Whether a text can be stored, or searched for, without a change. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** A text for which {@link isStorable} holds, with a limit on its characters. */
export const storableText = (maxCharacters: number) =>
  z.string().max(maxCharacters).refine(isStorable, 'must be well-formed text without NUL');
