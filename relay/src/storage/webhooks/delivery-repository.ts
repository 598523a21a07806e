import { type Kysely, sql, type Transaction } from 'kysely';
import { EVENT_TYPES } from '../../domain/events/event.js';
import { isEventType, nameFor } from '../../domain/events/event-names.js';
import { newId } from '../../domain/ids.js';
import {
  type AttemptRecord,
  type DueDelivery,
  type WebhookTrouble,
  writeAttempts,
  writeDeliveries,
  writeWebhooks,
} from './delivery-attempts.js';
import type { Schema } from '../database/schema.js';
import { type ScheduleDelivery, toEventNames } from './webhook-repository.js';

export type TellOwners = (tx: Transaction<Schema>, troubles: readonly WebhookTrouble[]) => Promise<void>;

const EVENTS_PER_ROUND = 200;
const FORGET_PER_ROUND = 5_000;

/** The work of the dispatcher and the sender for all organizations. */
export class DeliveryRepository {
  private readonly db: Kysely<Schema>;
  private readonly schedule: ScheduleDelivery;
  private readonly tellOwners: TellOwners;

  constructor(db: Kysely<Schema>, schedule: ScheduleDelivery, tellOwners: TellOwners) {
    this.db = db;
    this.schedule = schedule;
    this.tellOwners = tellOwners;
  }

  /**
   * Makes deliveries and their jobs from waiting events, in one transaction. Even if relays die in between,
   * every subscribed webhook gets one delivery of each event.
   * @returns the number of events, and whether there may be more
   */
  async dispatch(now: Date): Promise<{ events: number; isFull: boolean }> {
    // The common case costs one lookup in an empty index.
    const waiting = await this.db
      .selectFrom('events')
      .select('id')
      .where('dispatched_at', 'is', null)
      .where('type', 'in', EVENT_TYPES)
      .limit(1)
      .executeTakeFirst();
    if (waiting === undefined) return { events: 0, isFull: false };
    return this.db.transaction().execute(async (tx) => {
      const events = await tx
        .selectFrom('events')
        .select(['id', 'org_id', 'type'])
        .where('dispatched_at', 'is', null)
        // What a newer relay tells is left to relays that know it.
        .where('type', 'in', EVENT_TYPES)
        .orderBy('created_at')
        .limit(EVENTS_PER_ROUND)
        .forUpdate()
        .skipLocked()
        .execute();
      if (events.length === 0) return { events: 0, isFull: false };
      await fanOut(tx, events, now, this.schedule);
      const ids = events.map(({ id }) => id);
      await tx.updateTable('events').set({ dispatched_at: now }).where('id', 'in', ids).execute();
      return { events: events.length, isFull: events.length === EVENTS_PER_ROUND };
    });
  }

  /** Deliveries by id, in the requested order; undefined for those that are not pending any more. */
  async load(ids: readonly string[]): Promise<readonly (DueDelivery | undefined)[]> {
    const rows = await this.db
      .selectFrom('webhook_deliveries as d')
      .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
      .innerJoin('events as e', 'e.id', 'd.event_id')
      .select([
        'd.id',
        'd.org_id',
        'd.webhook_id',
        'd.event_type',
        'd.attempts',
        'd.first_attempt',
        'w.url',
        'w.status',
        'w.secret',
        'w.previous_secret',
        'w.previous_until',
        'e.id as event_id',
        'e.type',
        'e.only_webhook_id',
        sql<string>`case when d.event_type = e.type then e.body else e.alternate_body end`.as('body'),
      ])
      .where('d.id', 'in', [...new Set(ids)])
      .where('d.state', '=', 'pending')
      .execute();
    const found = new Map(
      rows.map((row) => [
        row.id,
        {
          id: row.id,
          orgId: row.org_id,
          webhookId: row.webhook_id,
          url: row.url,
          secrets: {
            current: row.secret,
            previous: row.previous_secret ?? undefined,
            previousUntil: row.previous_until ?? undefined,
          },
          eventId: row.event_id,
          eventType: row.event_type,
          body: row.body,
          isTest: row.only_webhook_id !== null,
          attempts: row.attempts,
          firstAttempt: row.first_attempt,
          isActive: row.status !== 'disabled',
        },
      ]),
    );
    return ids.map((id) => found.get(id));
  }

  /** Cancels the deliveries of a webhook that is not active. */
  async cancel(ids: readonly string[], now: Date): Promise<void> {
    await this.db
      .updateTable('webhook_deliveries')
      .set({ state: 'cancelled', next_attempt_at: null, finished_at: now })
      .where('id', 'in', [...ids])
      .where('state', '=', 'pending')
      .execute();
  }

  /**
   * Writes the results of attempts, plans the next ones and changes the webhooks' states, in one transaction.
   */
  async record(records: readonly AttemptRecord[], now: Date): Promise<void> {
    await this.db.transaction().execute(async (tx) => {
      // In a fixed order, so that two relays that write about the same webhooks wait for each other instead
      // of both failing.
      await tx
        .selectFrom('webhooks')
        .select('id')
        .where('id', 'in', [...new Set(records.map(({ delivery }) => delivery.webhookId))])
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const fresh = await writeAttempts(tx, records);
      await writeDeliveries(tx, fresh, now);
      const next = fresh.flatMap(({ delivery, attempt, verdict }) =>
        verdict.kind === 'retry'
          ? [{ deliveryId: delivery.id, attempt: attempt + 1, at: new Date(verdict.atMs) }]
          : [],
      );
      await this.schedule(tx, next);
      const troubles = await writeWebhooks(tx, fresh, now);
      if (troubles.length > 0) await this.tellOwners(tx, troubles);
    });
  }

  /**
   * Plans overdue deliveries again when no job runs them: the last resort if a job is ever lost.
   * @returns how many were planned again
   */
  async sweep(overdueSince: Date, now: Date): Promise<number> {
    return this.db.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('webhook_deliveries')
        .select(['id', 'attempts'])
        .where('state', '=', 'pending')
        .where('next_attempt_at', '<', overdueSince)
        .orderBy('next_attempt_at')
        .limit(EVENTS_PER_ROUND)
        .forUpdate()
        .skipLocked()
        .execute();
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      await tx
        .updateTable('webhook_deliveries')
        .set({ next_attempt_at: now })
        .where('id', 'in', ids)
        .execute();
      await this.schedule(
        tx,
        rows.map(({ id, attempts }) => ({ deliveryId: id, attempt: attempts + 1, at: now })),
      );
      return rows.length;
    });
  }

  /** Deletes events that are old and finished. @returns how many */
  async forgetBefore(cutoff: Date): Promise<number> {
    return this.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select id from events e
        where created_at < ${cutoff} and dispatched_at is not null and not exists (
          select from webhook_deliveries d where d.event_id = e.id and d.state = 'pending')
        order by created_at limit ${FORGET_PER_ROUND} for update skip locked`.execute(tx);
      if (rows.length === 0) return 0;
      const ids = rows.map(({ id }) => id);
      await tx.deleteFrom('webhook_deliveries').where('event_id', 'in', ids).execute();
      await tx.deleteFrom('events').where('id', 'in', ids).execute();
      return ids.length;
    });
  }
}

const fanOut = async (
  tx: Transaction<Schema>,
  events: readonly { id: string; org_id: string; type: string }[],
  now: Date,
  schedule: ScheduleDelivery,
): Promise<void> => {
  const webhooks = await tx
    .selectFrom('webhooks')
    .select(['id', 'org_id', 'events'])
    .where('org_id', 'in', [...new Set(events.map(({ org_id }) => org_id))])
    .where('status', '!=', 'disabled')
    // Deleting the webhook now would break the foreign key, so that delete waits until the deliveries are
    // stored.
    .forKeyShare()
    .execute();
  const deliveries = events.flatMap((event) =>
    webhooks.flatMap((webhook) => {
      if (webhook.org_id !== event.org_id || !isEventType(event.type)) return [];
      const name = nameFor(event.type, toEventNames(webhook.events));
      return name === undefined ? [] : [{ event, webhook, name }];
    }),
  );
  if (deliveries.length === 0) return;
  const written = await tx
    .insertInto('webhook_deliveries')
    .values(
      deliveries.map(({ event, webhook, name }) => ({
        id: newId('dlv'),
        org_id: event.org_id,
        webhook_id: webhook.id,
        event_id: event.id,
        event_type: name,
        state: 'pending' as const,
        next_attempt_at: now,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['webhook_id', 'event_id']).doNothing())
    .returning('id')
    .execute();
  await schedule(
    tx,
    written.map(({ id }) => ({ deliveryId: id, attempt: 1, at: now })),
  );
};
