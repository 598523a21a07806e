import { z } from 'zod';
import type { Webhooks } from '../../domain/webhooks/webhooks.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import {
  createdWebhook,
  eventList,
  secretText,
  shownWebhook,
  toCreated,
  toShown,
  warningsAbout,
} from './webhook-fields.js';
import { defined } from '../../domain/defined.js';

const TAG = 'Webhooks';
const EXAMPLE = {
  id: 'wh_2Yb7QmXc0sLr9TfKjVwZ4n',
  url: 'https://example.com/hooks/undertone',
  events: ['session.end', 'alert.triggered'],
  active: true,
  created_at: '2026-11-20T10:00:00.000Z',
};

const newWebhook = z.strictObject({
  url: z.string().min(1).max(2_048).meta({ description: 'HTTPS, a public host' }),
  events: eventList,
  secret: secretText,
});

const webhookChange = z
  .strictObject({
    events: eventList.optional(),
    active: z.boolean().describe('False: no deliveries are made; true: it starts anew.').optional(),
  })
  .refine(
    ({ events, active }) => events !== undefined || active !== undefined,
    'must change events or active',
  );
const oneWebhook = z.object({
  webhook: shownWebhook.describe('As it is now, with how deliveries to it go.'),
});

export const webhookId = z.strictObject({ id: z.string().max(64).describe('Of the webhook.') });

/** `/v1/webhooks` as specified, plus reading one webhook and rotating its secret. */
export const webhookRoutes = (webhooks: Webhooks, nowMs: () => number): readonly KeyRoute[] => [
  listWebhooks(webhooks, nowMs),
  createWebhook(webhooks),
  getWebhook(webhooks, nowMs),
  updateWebhook(webhooks, nowMs),
  deleteWebhook(webhooks),
  rotateWebhookSecret(webhooks, nowMs),
];

const listWebhooks = (webhooks: Webhooks, nowMs: () => number): KeyRoute =>
  defineOperation({
    scope: 'webhooks',
    method: 'GET',
    path: '/v1/webhooks',
    operationId: 'listWebhooks',
    tag: TAG,
    summary: 'List webhooks',
    description: 'Oldest first, with how deliveries to each go.',
    responses: {
      200: {
        description: 'The webhooks',
        schema: z.object({ webhooks: z.array(shownWebhook).describe('Oldest first.') }),
      },
    },
    handle: async (_input, { organization }) => {
      const list = await webhooks.list(organization.id);
      return jsonReply(200, { webhooks: list.map((webhook) => toShown(webhook, nowMs())) });
    },
  });

const createWebhook = (webhooks: Webhooks): KeyRoute =>
  defineOperation({
    scope: 'webhooks',
    method: 'POST',
    path: '/v1/webhooks',
    operationId: 'createWebhook',
    tag: TAG,
    summary: 'Create a webhook',
    description: 'The secret signs every delivery. It is not echoed, here or later.',
    body: newWebhook,
    responses: {
      201: {
        description: 'The webhook',
        schema: z.object({ webhook: createdWebhook.describe('The new one; it begins active.') }),
        example: { webhook: EXAMPLE },
      },
    },
    faults: ['conflict'],
    handle: async ({ body }, { organization }) =>
      jsonReply(201, {
        webhook: {
          ...toCreated(await webhooks.create(organization.id, body)),
          ...warningsAbout(body.secret),
        },
      }),
  });

const getWebhook = (webhooks: Webhooks, nowMs: () => number): KeyRoute =>
  defineOperation({
    scope: 'webhooks',
    method: 'GET',
    path: '/v1/webhooks/:id',
    operationId: 'getWebhook',
    tag: TAG,
    summary: 'Get a webhook',
    description: 'With how deliveries to it go. The secret is in no answer.',
    params: webhookId,
    responses: { 200: { description: 'The webhook', schema: oneWebhook } },
    handle: async ({ params }, { organization }) =>
      jsonReply(200, { webhook: toShown(await webhooks.get(organization.id, params.id), nowMs()) }),
  });

const updateWebhook = (webhooks: Webhooks, nowMs: () => number): KeyRoute =>
  defineOperation({
    scope: 'webhooks',
    method: 'PATCH',
    path: '/v1/webhooks/:id',
    operationId: 'updateWebhook',
    tag: TAG,
    summary: 'Change a webhook’s events, or switch it off and on',
    description:
      'While it is off, no deliveries are made, and those under way are cancelled. Switched on again, it starts anew.',
    params: webhookId,
    body: webhookChange,
    responses: { 200: { description: 'The webhook', schema: oneWebhook } },
    handle: async ({ params, body }, { organization }) => {
      const change = {
        ...defined({ events: body.events, active: body.active }),
      };
      const webhook = await webhooks.change(organization.id, params.id, change);
      return jsonReply(200, { webhook: toShown(webhook, nowMs()) });
    },
  });

const deleteWebhook = (webhooks: Webhooks): KeyRoute =>
  defineOperation({
    scope: 'webhooks',
    method: 'DELETE',
    path: '/v1/webhooks/:id',
    operationId: 'deleteWebhook',
    tag: TAG,
    summary: 'Delete a webhook and the record of its deliveries',
    description: 'Nothing is sent any more, what is under way neither.',
    params: webhookId,
    responses: { 204: { description: 'Deleted' } },
    handle: async ({ params }, { organization }) => {
      await webhooks.remove(organization.id, params.id);
      return { status: 204 };
    },
  });

const rotateWebhookSecret = (webhooks: Webhooks, nowMs: () => number): KeyRoute =>
  defineOperation({
    scope: 'webhooks',
    method: 'POST',
    path: '/v1/webhooks/:id/rotate-secret',
    operationId: 'rotateWebhookSecret',
    tag: TAG,
    summary: 'Replace a webhook’s secret',
    description:
      'For 24 hours deliveries carry signatures of both secrets: `webhook-signature` lists both, `X-Service-Signature` has the new one’s and `X-Service-Signature-Previous` the old one’s.',
    params: webhookId,
    body: z.strictObject({ secret: secretText }),
    responses: { 200: { description: 'The webhook', schema: oneWebhook } },
    handle: async ({ params, body }, { organization }) => {
      const webhook = await webhooks.rotate(organization.id, params.id, body.secret);
      return jsonReply(200, { webhook: { ...toShown(webhook, nowMs()), ...warningsAbout(body.secret) } });
    },
  });
