import { z } from 'zod';
import { EVENT_NAMES } from '../../domain/events/event-names.js';
import { storableText } from '../../domain/storable-text.js';
import type { Webhooks } from '../../domain/webhooks/webhooks.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { shownDelivery, toShownDelivery } from './webhook-fields.js';
import { webhookId } from './webhook-routes.js';

const TAG = 'Webhooks';
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

const page = z.strictObject({
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  cursor: storableText(64).optional(),
});

/** Lists a webhook's deliveries, and sends some again. */
export const deliveryRoutes = (webhooks: Webhooks): readonly KeyRoute[] => [
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
    responses: {
      200: {
        description: 'A page of deliveries',
        schema: z.object({ deliveries: z.array(shownDelivery), next_cursor: z.string().nullable() }),
      },
    },
    handle: async ({ params, query }, { organization }) => {
      const { deliveries, nextCursor } = await webhooks.deliveries(
        organization.id,
        params.id,
        query.limit,
        query.cursor,
      );
      return jsonReply(200, {
        deliveries: deliveries.map(toShownDelivery),
        next_cursor: nextCursor ?? null,
      });
    },
  }),
  defineOperation({
    scope: 'webhooks',
    method: 'POST',
    path: '/v1/webhooks/:id/deliveries/:delivery_id/redeliver',
    operationId: 'redeliverWebhookDelivery',
    tag: TAG,
    summary: 'Send a delivery again',
    description: 'The same event id and the same bytes; the schedule of attempts begins again.',
    params: webhookId.extend({ delivery_id: z.string().max(64) }),
    responses: {
      202: { description: 'The delivery, pending', schema: z.object({ delivery: shownDelivery }) },
    },
    faults: ['conflict'],
    handle: async ({ params }, { organization }) => {
      const delivery = await webhooks.redeliver(organization.id, params.id, params.delivery_id);
      return jsonReply(202, { delivery: toShownDelivery(delivery) });
    },
  }),
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
    body: z.strictObject({ type: z.enum(EVENT_NAMES).optional() }),
    responses: {
      202: { description: 'The delivery, pending', schema: z.object({ delivery: shownDelivery }) },
    },
    faults: ['conflict'],
    handle: async ({ params, body }, { organization }) => {
      const delivery = await webhooks.sendTest(organization.id, params.id, body.type);
      return jsonReply(202, { delivery: toShownDelivery(delivery) });
    },
  }),
];
