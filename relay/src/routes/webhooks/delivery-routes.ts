import { z } from 'zod';
import { EVENT_NAMES } from '../../domain/events/event-names.js';
import { storableText } from '../../domain/storable-text.js';
import type { Webhooks } from '../../domain/webhooks/webhooks.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import { cursorOf, cursorText, readCursor } from '../requests/page-cursor.js';
import type { KeyRoute } from '../requests/route.js';
import { DELIVERY_STATES, deliveryWithPayload, shownDelivery, toShownDelivery } from './webhook-fields.js';
import { webhookId } from './webhook-routes.js';
import { pageSize } from '../requests/query-number.js';
import { nextCursor } from '../requests/page-cursor.js';

const TAG = 'Webhooks';
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

const page = z.strictObject({
  status: z.enum(DELIVERY_STATES).meta({ description: 'Only those that stand so.' }).optional(),
  event_type: z.enum(EVENT_NAMES).meta({ description: 'Only those of this event.' }).optional(),
  limit: pageSize(DEFAULT_LIMIT, MAX_LIMIT),
  cursor: cursorText.optional(),
});

const deliveryPage = z.object({
  deliveries: z.array(shownDelivery).describe('Newest first.'),
  next_cursor: nextCursor,
});
const sentDelivery = z.object({ delivery: shownDelivery.describe('The delivery.') });
const deliveryId = webhookId.extend({ delivery_id: z.string().max(64).describe('Of the delivery.') });

const toPage = async (
  webhooks: Webhooks,
  orgId: string,
  webhookId: string | undefined,
  { status, event_type: eventType, limit, cursor }: z.output<typeof page>,
) => {
  const filter = { webhookId, eventType, state: status };
  const before = cursor === undefined ? undefined : readCursor(cursor);
  const { deliveries, nextCursor } = await webhooks.deliveries(orgId, filter, limit, before);
  return jsonReply(200, {
    deliveries: deliveries.map(toShownDelivery),
    next_cursor: nextCursor === undefined ? null : cursorOf(nextCursor),
  });
};

/** Lists deliveries, shows what was sent and answered, and sends some again. */
export const deliveryRoutes = (webhooks: Webhooks): readonly KeyRoute[] => [
  listDeliveries(webhooks),
  getDelivery(webhooks),
  listWebhookDeliveries(webhooks),
  redeliver(webhooks),
  sendTestEvent(webhooks),
];

const listDeliveries = (webhooks: Webhooks): KeyRoute =>
  defineOperation({
    scope: 'webhooks',
    method: 'GET',
    path: '/v1/webhook-deliveries',
    operationId: 'listDeliveries',
    tag: TAG,
    summary: 'List the deliveries to all webhooks',
    description:
      'Newest first, each with its attempts. `webhook_id`, `event_type` and `status` restrict the list. Kept for 30 days.',
    query: page.extend({
      webhook_id: storableText(64).meta({ description: 'Only those to this webhook.' }).optional(),
    }),
    responses: { 200: { description: 'A page of deliveries', schema: deliveryPage } },
    handle: ({ query }, { organization }) => toPage(webhooks, organization.id, query.webhook_id, query),
  });

const getDelivery = (webhooks: Webhooks): KeyRoute =>
  defineOperation({
    scope: 'webhooks',
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries/:delivery_id',
    operationId: 'getWebhookDelivery',
    tag: TAG,
    summary: 'Get a delivery, with what was sent and what was answered',
    description: '`payload` is the body, byte for byte as it was signed and sent. Kept for 30 days.',
    params: deliveryId,
    responses: {
      200: {
        description: 'The delivery',
        schema: z.object({ delivery: deliveryWithPayload.describe('With the body that is sent.') }),
      },
    },
    handle: async ({ params }, { organization }) => {
      const delivery = await webhooks.delivery(organization.id, params.id, params.delivery_id);
      return jsonReply(200, { delivery: { ...toShownDelivery(delivery), payload: delivery.payload } });
    },
  });

const listWebhookDeliveries = (webhooks: Webhooks): KeyRoute =>
  defineOperation({
    scope: 'webhooks',
    method: 'GET',
    path: '/v1/webhooks/:id/deliveries',
    operationId: 'listWebhookDeliveries',
    tag: TAG,
    summary: 'List a webhook’s deliveries',
    description:
      'Newest first, each with its attempts. `next_cursor` asks for the next page; null on the last. Kept for 30 days.',
    params: webhookId,
    query: page,
    responses: { 200: { description: 'A page of deliveries', schema: deliveryPage } },
    handle: ({ params, query }, { organization }) => toPage(webhooks, organization.id, params.id, query),
  });

const redeliver = (webhooks: Webhooks): KeyRoute =>
  defineOperation({
    scope: 'webhooks',
    method: 'POST',
    path: '/v1/webhooks/:id/deliveries/:delivery_id/redeliver',
    operationId: 'redeliverWebhookDelivery',
    tag: TAG,
    summary: 'Send a delivery again',
    description: 'The same event id and the same bytes; the schedule of attempts begins again.',
    params: deliveryId,
    responses: {
      202: { description: 'The delivery, pending', schema: sentDelivery },
    },
    faults: ['conflict'],
    handle: async ({ params }, { organization }) => {
      const delivery = await webhooks.redeliver(organization.id, params.id, params.delivery_id);
      return jsonReply(202, { delivery: toShownDelivery(delivery) });
    },
  });

const sendTestEvent = (webhooks: Webhooks): KeyRoute =>
  defineOperation({
    scope: 'webhooks',
    method: 'POST',
    path: '/v1/webhooks/:id/test',
    operationId: 'testWebhook',
    tag: TAG,
    summary: 'Send a test event',
    description:
      'An example of one of the webhook’s events (`type`, else its first), signed and retried like any other, with `X-Service-Test: true`.',
    params: webhookId,
    body: z.strictObject({
      type: z
        .enum(EVENT_NAMES)
        .meta({ description: 'One of the webhook’s events; absent: its first.' })
        .optional(),
    }),
    responses: {
      202: { description: 'The delivery, pending', schema: sentDelivery },
    },
    faults: ['conflict'],
    handle: async ({ params, body }, { organization }) => {
      const delivery = await webhooks.sendTest(organization.id, params.id, body.type);
      return jsonReply(202, { delivery: toShownDelivery(delivery) });
    },
  });
