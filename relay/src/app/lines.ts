import { newId } from '../domain/ids.js';
import { Lines } from '../domain/lines/lines.js';
import type { LineStore } from '../domain/lines/line-store.js';
import { LineBook } from '../domain/lines/line-book.js';
import type { ReaderDescriptions } from './inference.js';

export interface LineWiring {
  readonly store: LineStore;
  readonly nowMs: () => number;
}

/** Opens what is known about lines beyond a call. */
export const wireLines = ({ store, nowMs }: LineWiring): Lines =>
  new Lines({ store, newId: (prefix) => newId(prefix), nowMs });

/** Lines as the readers know them; undefined where an operator's own model tells the emotions, which learns nothing. */
export const bookOf = (lines: Lines, readers: ReaderDescriptions | undefined): LineBook | undefined =>
  readers && new LineBook(lines, readers);
