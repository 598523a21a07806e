import { newId } from '../domain/ids.js';
import { Lines } from '../domain/lines/lines.js';
import type { LineStore } from '../domain/lines/line-store.js';

export interface LineWiring {
  readonly store: LineStore;
  readonly nowMs: () => number;
}

/** Opens what is known about lines beyond a call. */
export const wireLines = ({ store, nowMs }: LineWiring): Lines =>
  new Lines({ store, newId: (prefix) => newId(prefix), nowMs });
