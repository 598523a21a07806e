import type { Kysely, Transaction } from 'kysely';
import type { NewEvent } from '../../domain/events/event.js';
import { nameFor } from '../../domain/events/event-names.js';
import type { Schema } from '../database/schema.js';
import type { PaidWork } from '../../domain/analysis/analysis-order.js';
import { settleWithin } from '../billing/wallet-holds.js';
import { withTenant } from '../tables/tenant.js';
import { appendEvents } from './event-outbox.js';
import { toEventNames } from './webhook-repository.js';

/**
 * Writes the events of one organization that a webhook or a listener asks for. What is answered at once changes nothing in storage, so
 * without a subscriber there is nothing to write.
 */
export const appendWantedEvents = async (
  tx: Transaction<Schema>,
  orgId: string,
  events: readonly NewEvent[],
  at: Date,
): Promise<void> => {
  const subscribers = await tx
    .selectFrom('webhooks')
    .select('events')
    .where('org_id', '=', orgId)
    .where('status', '!=', 'disabled')
    .unionAll(
      tx
        .selectFrom('event_listeners')
        .select('events')
        .where('org_id', '=', orgId)
        .where('expires_at', '>', at),
    )
    .execute();
  const wanted = events.filter(({ type }) =>
    subscribers.some((subscriber) => nameFor(type, toEventNames(subscriber.events)) !== undefined),
  );
  if (wanted.length > 0) await appendEvents(tx, wanted, at.getTime());
};

/** Charges a hold and tells of what it paid for: both are stored, or neither. */
export const settleWithEvents = (
  db: Kysely<Schema>,
  { hold, microCredits, events }: PaidWork,
  at: Date,
): Promise<void> =>
  withTenant(db, hold.orgId, async (tx) => {
    await settleWithin(tx, hold, microCredits, at);
    await appendWantedEvents(tx, hold.orgId, events, at);
  });
