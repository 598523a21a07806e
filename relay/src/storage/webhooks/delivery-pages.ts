import { type Selectable, sql, type Transaction } from 'kysely';
import { isEventName } from '../../domain/events/event-names.js';
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryFilter,
  DeliveryWithPayload,
} from '../../domain/webhooks/webhook.js';
import type { PageEnd } from '../../domain/page-end.js';
import type { DeliveryPage } from '../../domain/webhooks/webhooks.js';
import type { Schema } from '../database/schema.js';
import type { WebhookAttemptsTable, WebhookDeliveriesTable } from '../tables/event-tables.js';

/** Deliveries of an organization, newest first. `cursor` is the place of the last one of the previous page, which may be gone by now. */
export const listDeliveries = async (
  tx: Transaction<Schema>,
  orgId: string,
  { webhookId, eventType, state }: DeliveryFilter,
  limit: number,
  cursor: PageEnd | undefined,
): Promise<DeliveryPage> => {
  let query = tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('org_id', '=', orgId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (webhookId !== undefined) query = query.where('webhook_id', '=', webhookId);
  if (eventType !== undefined) query = query.where('event_type', '=', eventType);
  if (state !== undefined) query = query.where('state', '=', state);
  if (cursor !== undefined) {
    query = query.where(
      sql<boolean>`(created_at, id) < (${new Date(cursor.createdAtMs)}::timestamptz, ${cursor.id})`,
    );
  }
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    deliveries: await withAttempts(tx, page),
    nextCursor:
      rows.length > limit && last !== undefined
        ? { createdAtMs: last.created_at.getTime(), id: last.id }
        : undefined,
  };
};

export const findDelivery = async (
  tx: Transaction<Schema>,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<Delivery | undefined> => {
  const row = await tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('org_id', '=', orgId)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row === undefined ? undefined : (await withAttempts(tx, [row]))[0];
};

/** The bytes that are sent are the event's under the name that the webhook asked for. */
export const findDeliveryWithPayload = async (
  tx: Transaction<Schema>,
  orgId: string,
  webhookId: string,
  id: string,
): Promise<DeliveryWithPayload | undefined> => {
  const delivery = await findDelivery(tx, orgId, webhookId, id);
  if (delivery === undefined) return undefined;
  const { payload } = await tx
    .selectFrom('events')
    .select((event) =>
      event
        .case()
        .when('type', '=', delivery.eventType)
        .then(event.ref('body'))
        .else(event.ref('alternate_body'))
        .end()
        .as('payload'),
    )
    .where('id', '=', delivery.eventId)
    .where('org_id', '=', orgId)
    .executeTakeFirstOrThrow();
  if (payload === null) throw new Error('the database holds a delivery without a body');
  return { ...delivery, payload };
};

const withAttempts = async (
  tx: Transaction<Schema>,
  rows: readonly Selectable<WebhookDeliveriesTable>[],
): Promise<readonly Delivery[]> => {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const attempts = await tx
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', 'in', ids)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    eventType: toEventName(row.event_type),
    state: row.state,
    createdAt: row.created_at,
    nextAttemptAt: row.next_attempt_at ?? undefined,
    finishedAt: row.finished_at ?? undefined,
    attempts: attempts.filter((attempt) => attempt.delivery_id === row.id).map(toAttempt),
  }));
};

const toAttempt = (row: Selectable<WebhookAttemptsTable>): DeliveryAttempt => ({
  number: row.number,
  startedAt: row.started_at,
  latencyMs: row.latency_ms,
  responseStatus: row.response_status ?? undefined,
  answer: row.response_body === null ? undefined : { text: row.response_body, cut: row.response_cut },
  errorCode: row.error_code ?? undefined,
  error: row.error ?? undefined,
});

const toEventName = (text: string) => {
  if (isEventName(text)) return text;
  throw new Error('the database holds a delivery of an unknown event');
};
