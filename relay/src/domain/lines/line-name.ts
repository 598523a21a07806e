import { isStorable } from '../storable-text.js';

/** The longest name of a line. */
export const LINE_CHARACTERS = 128;

/** Whether a text may name a line: any text of the organization's own. */
export const isLineName = (text: string): boolean =>
  text.length > 0 && text.length <= LINE_CHARACTERS && isStorable(text);

/** The line of streams that name none: that of the API key which opened them, or whose server made their token. */
export const lineOfKey = (keyId: string): string => `key:${keyId}`;
