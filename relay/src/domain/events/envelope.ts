import type { EventName } from './event-names.js';

/**
 * The request body of a delivery, as it is stored, signed and sent: the specification's envelope. Made once; every
 * attempt sends these bytes. `JSON.stringify` escapes lone surrogates and NUL, so storage does not change the text.
 */
export const envelopeText = (id: string, type: EventName, atMs: number, data: object): string =>
  JSON.stringify({ id, type, created_at: new Date(atMs).toISOString(), data });
