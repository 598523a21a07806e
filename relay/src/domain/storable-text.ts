import { z } from 'zod';

/** A lone surrogate or a NUL character cannot be stored as text. */
const UNSTORABLE = /[\p{Surrogate}\0]/u;

/** Whether a text can be stored, or searched for, without a change. */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** Whether all texts of a JSON value can be stored without a change, names of fields too. */
export const isStorableValue = (value: unknown): boolean => {
  let storable = true;
  JSON.stringify(value, (name: string, part: unknown) => {
    storable &&= isStorable(name) && (typeof part !== 'string' || isStorable(part));
    return part;
  });
  return storable;
};

/** The text with a mark in place of what cannot be stored: words of a stream come from anywhere. */
export const madeStorable = (text: string): string => text.replaceAll(/[\p{Surrogate}\0]/gu, '\ufffd');

/** A text for which {@link isStorable} holds, with a limit on its characters. */
export const storableText = (maxCharacters: number) =>
  z.string().max(maxCharacters).refine(isStorable, 'must be well-formed text without NUL');
