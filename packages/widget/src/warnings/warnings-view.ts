import type { Warning } from '@undertone/protocol';
import type { Texts } from '../text/texts.js';

/** Words for a warning that say what to do. A warning that this version does not know uses the relay's words, or else its code. */
export const warningText = (warning: Warning, texts: Texts): string =>
  texts.textOr(`warning.${warning.code}`, warning.message || warning.code);
