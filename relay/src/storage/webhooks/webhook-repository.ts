import { type Kysely, type Selectable, sql } from 'kysely';
import type { PageEnd } from '../../domain/page-end.js';
import { type EventName, isEventName } from '../../domain/events/event-names.js';
import type { NewEvent } from '../../domain/events/event.js';
import type { StatusReason, Webhook } from '../../domain/webhooks/webhook.js';
import type {
  DeliveryPage,
  NewWebhook,
  WebhookStore,
  WebhookChange,
} from '../../domain/webhooks/webhooks.js';
import type { Delivery, DeliveryFilter, DeliveryWithPayload } from '../../domain/webhooks/webhook.js';
import { newId } from '../../domain/ids.js';
import { findDelivery, findDeliveryWithPayload, listDeliveries } from './delivery-pages.js';
import { appendEvents } from './event-outbox.js';
import type { Schema } from '../database/schema.js';
import type { WebhooksTable } from '../tables/event-tables.js';
import { withTenant } from '../tables/tenant.js';
import { markRemoved } from '../removed-id-repository.js';

/** Adds a delivery to the queue, in the transaction that makes it. */
export type ScheduleDelivery = (
  tx: Parameters<typeof appendEvents>[0],
  jobs: readonly { readonly deliveryId: string; readonly attempt: number; readonly at: Date }[],
) => Promise<void>;

/** Webhooks for their owners: every query runs as one organization. */
export class WebhookRepository implements WebhookStore {
  private readonly db: Kysely<Schema>;
  private readonly schedule: ScheduleDelivery;

  constructor(db: Kysely<Schema>, schedule: ScheduleDelivery) {
    this.db = db;
    this.schedule = schedule;
  }

  add(webhook: NewWebhook, most: number): Promise<boolean> {
    return withTenant(this.db, webhook.orgId, async (tx) => {
      // Two webhooks added at once must not both take the last place, so one waits for the other.
      await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${webhook.orgId}`}, 0))`.execute(
        tx,
      );
      const { count } = await tx
        .selectFrom('webhooks')
        .select(sql<number>`count(*)::integer`.as('count'))
        .where('org_id', '=', webhook.orgId)
        .executeTakeFirstOrThrow();
      if (count >= most) return false;
      await tx
        .insertInto('webhooks')
        .values({
          id: webhook.id,
          org_id: webhook.orgId,
          url: webhook.url,
          events: JSON.stringify(webhook.events),
          status: 'active',
          secret: webhook.sealedSecret,
          created_at: webhook.createdAt,
          updated_at: webhook.createdAt,
        })
        .execute();
      return true;
    });
  }

  async list(orgId: string): Promise<readonly Webhook[]> {
    const rows = await withTenant(this.db, orgId, (tx) =>
      tx
        .selectFrom('webhooks')
        .selectAll()
        .where('org_id', '=', orgId)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    );
    return rows.map(toWebhook);
  }

  async find(orgId: string, id: string): Promise<Webhook | undefined> {
    const row = await withTenant(this.db, orgId, (tx) =>
      tx
        .selectFrom('webhooks')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .executeTakeFirst(),
    );
    return row && toWebhook(row);
  }

  async change(
    orgId: string,
    id: string,
    { events, active }: WebhookChange,
    at: Date,
  ): Promise<Webhook | undefined> {
    const row = await withTenant(this.db, orgId, (tx) =>
      tx
        .updateTable('webhooks')
        .set({
          updated_at: at,
          ...(events !== undefined && { events: JSON.stringify(events) }),
          ...(active === false && { status: 'disabled', status_reason: 'owner' }),
        })
        // A failing webhook stays failing; only a successful delivery changes that.
        .$if(active === true, (update) =>
          update.set({
            status: sql`case when status = 'disabled' then 'active' else status end`,
            status_reason: sql`case when status = 'disabled' then null else status_reason end`,
            failing_since: sql`case when status = 'disabled' then null else failing_since end`,
          }),
        )
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    );
    return row && toWebhook(row);
  }

  async remove(orgId: string, id: string, at: Date): Promise<boolean> {
    return withTenant(this.db, orgId, async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom('webhooks')
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      if (numDeletedRows === 0n) return false;
      await markRemoved(tx, orgId, { kind: 'webhook', id }, at);
      return true;
    });
  }

  async rotate(
    orgId: string,
    id: string,
    sealedSecret: string,
    previousUntil: Date,
    at: Date,
  ): Promise<Webhook | undefined> {
    const row = await withTenant(this.db, orgId, (tx) =>
      tx
        .updateTable('webhooks')
        .set((expression) => ({
          secret: sealedSecret,
          previous_secret: expression.ref('secret'),
          previous_until: previousUntil,
          updated_at: at,
        }))
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst(),
    );
    return row && toWebhook(row);
  }

  deliveries(
    orgId: string,
    filter: DeliveryFilter,
    limit: number,
    cursor: PageEnd | undefined,
  ): Promise<DeliveryPage> {
    return withTenant(this.db, orgId, (tx) => listDeliveries(tx, orgId, filter, limit, cursor));
  }

  findDeliveryWithPayload(
    orgId: string,
    id: string,
    deliveryId: string,
  ): Promise<DeliveryWithPayload | undefined> {
    return withTenant(this.db, orgId, (tx) => findDeliveryWithPayload(tx, orgId, id, deliveryId));
  }

  findDelivery(orgId: string, id: string, deliveryId: string): Promise<Delivery | undefined> {
    return withTenant(this.db, orgId, (tx) => findDelivery(tx, orgId, id, deliveryId));
  }

  /** Not as the tenant, because the queue's table belongs to the relay. The queries name the organization. */
  redeliver(orgId: string, id: string, deliveryId: string, at: Date): Promise<boolean | undefined> {
    return this.db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('webhook_deliveries')
        .select(['state', 'attempts'])
        .where('id', '=', deliveryId)
        .where('webhook_id', '=', id)
        .where('org_id', '=', orgId)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      if (row.state === 'pending') return false;
      await tx
        .updateTable('webhook_deliveries')
        .set({ state: 'pending', first_attempt: row.attempts, next_attempt_at: at, finished_at: null })
        .where('id', '=', deliveryId)
        .execute();
      await this.schedule(tx, [{ deliveryId, attempt: row.attempts + 1, at }]);
      return true;
    });
  }

  sendTest(orgId: string, id: string, event: NewEvent, name: EventName, at: Date): Promise<string> {
    return this.db.transaction().execute(async (tx) => {
      const [eventId] = await appendEvents(tx, [event], at.getTime());
      if (eventId === undefined) throw new Error('a test event is written each time');
      await tx
        .updateTable('events')
        .set({ only_webhook_id: id, dispatched_at: at })
        .where('id', '=', eventId)
        .execute();
      const deliveryId = newId('dlv');
      await tx
        .insertInto('webhook_deliveries')
        .values({
          id: deliveryId,
          org_id: orgId,
          webhook_id: id,
          event_id: eventId,
          event_type: name,
          state: 'pending',
          next_attempt_at: at,
          created_at: at,
        })
        .execute();
      await this.schedule(tx, [{ deliveryId, attempt: 1, at }]);
      return deliveryId;
    });
  }
}

const REASONS: readonly StatusReason[] = ['owner', 'gone', 'attempts_exhausted', 'failing_too_long'];

const toWebhook = (row: Selectable<WebhooksTable>): Webhook => ({
  id: row.id,
  orgId: row.org_id,
  url: row.url,
  events: toEventNames(row.events),
  status: row.status,
  statusReason: REASONS.find((reason) => reason === row.status_reason),
  createdAt: row.created_at,
  previousSecretUntil: row.previous_until ?? undefined,
});

/**
 * The names that this version knows: a newer relay on the same database may have taken others, and one webhook must not stop the
 * events of all.
 */
export const toEventNames = (value: unknown): readonly EventName[] =>
  Array.isArray(value)
    ? value.filter((name): name is EventName => typeof name === 'string' && isEventName(name))
    : [];
