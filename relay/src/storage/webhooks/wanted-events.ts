import type { Kysely } from 'kysely';
import type { NewEvent } from '../../domain/events/event.js';
import { nameFor } from '../../domain/events/event-names.js';
import type { Schema } from '../database/schema.js';
import { appendEvents } from './event-outbox.js';
import { toEventNames } from './webhook-repository.js';

/**
 * Writes the events of one organization that a webhook asks for. What is answered at once changes nothing in storage, so
 * without a subscriber there is nothing to write.
 */
export const appendWantedEvents = async (
  db: Kysely<Schema>,
  orgId: string,
  events: readonly NewEvent[],
  at: Date,
): Promise<void> => {
  const webhooks = await db
    .selectFrom('webhooks')
    .select('events')
    .where('org_id', '=', orgId)
    .where('status', '!=', 'disabled')
    .execute();
  const wanted = events.filter(({ type }) =>
    webhooks.some((webhook) => nameFor(type, toEventNames(webhook.events)) !== undefined),
  );
  if (wanted.length === 0) return;
  await db.transaction().execute((tx) => appendEvents(tx, wanted, at.getTime()));
};
