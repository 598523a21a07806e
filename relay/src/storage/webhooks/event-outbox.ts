import type { Transaction } from 'kysely';
import { envelopeText } from '../../domain/events/envelope.js';
import type { NewEvent } from '../../domain/events/event.js';
import { tellWritten } from '../../domain/events/event-written.js';
import { alternateNameOf } from '../../domain/events/event-names.js';
import { newId } from '../../domain/ids.js';
import type { Schema } from '../database/schema.js';

/**
 * Writes events in the caller's transaction, so that an event exists exactly when its change is stored. The
 * dispatcher makes the deliveries later.
 * @param atMs wall clock, the event's `created_at`
 * @returns the id of each event, undefined where an event with the same `once` already exists
 */
export const appendEvents = async (
  tx: Transaction<Schema>,
  events: readonly NewEvent[],
  atMs: number,
): Promise<readonly (string | undefined)[]> => {
  if (events.length === 0) return [];
  const rows = events.map((event) => toRow(event, atMs));
  for (const { id, org_id, session_id } of rows) {
    tellWritten({ id, orgId: org_id, sessionId: session_id ?? undefined });
  }
  const written = await tx
    .insertInto('events')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['org_id', 'type', 'once_key']).doNothing())
    .returning('id')
    .execute();
  const ids = new Set(written.map(({ id }) => id));
  return rows.map(({ id }) => (ids.has(id) ? id : undefined));
};

/** The session may be named in either payload: a batch's recordings name theirs only in the other naming's. */
const sessionOf = ({ data, alternateData = {} }: NewEvent): string | null =>
  namedIn(data) ?? namedIn(alternateData) ?? null;

const namedIn = (data: object): string | undefined =>
  'session_id' in data && typeof data.session_id === 'string' ? data.session_id : undefined;

const toRow = (event: NewEvent, atMs: number) => {
  const id = newId('evt');
  const alternate = alternateNameOf(event.type);
  return {
    id,
    org_id: event.orgId,
    type: event.type,
    once_key: event.once ?? null,
    session_id: sessionOf(event),
    body: envelopeText(id, event.type, atMs, event.data),
    alternate_body:
      alternate === undefined ? null : envelopeText(id, alternate, atMs, event.alternateData ?? event.data),
    created_at: new Date(atMs),
  };
};
