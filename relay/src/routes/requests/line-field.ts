import { LINE_CHARACTERS } from '../../domain/lines/line-name.js';
import { storableText } from '../../domain/storable-text.js';

/** The name of a line in a request. */
export const lineField = storableText(LINE_CHARACTERS).min(1);
