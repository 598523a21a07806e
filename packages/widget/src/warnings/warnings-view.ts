import type { Warning } from '@undertone/protocol';
import type { Texts } from '../text/texts.js';

/** A warning in words that say what to do; one this version does not know is shown in the relay's words. */
export const warningText = (warning: Warning, texts: Texts): string =>
  texts.textOr(`warning.${warning.code}`, warning.message || warning.code);
