import { z } from 'zod';

/** A lone surrogate or a NUL character cannot be stored as text. */
const UNSTORABLE = /[\p{Surrogate}\0]/u;

/** Whether a text can be stored, or searched for, without a change. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** The text with a mark in place of what cannot be stored: words of a stream come from anywhere. */
export const madeStorable = (text: string): string => text.replaceAll(/[\p{Surrogate}\0]/gu, '\ufffd');

/** A text for which {@link isStorable} holds, with a limit on its characters. */
export const storableText = (maxCharacters: number) =>
  z.string().max(maxCharacters).refine(isStorable, 'must be well-formed text without NUL');
