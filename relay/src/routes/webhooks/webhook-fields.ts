import { z } from 'zod';
import { ALTERNATE_NAMES, EVENT_NAMES, type EventName } from '../../domain/events/event-names.js';
import type { Delivery, Webhook } from '../../domain/webhooks/webhook.js';
import { MAX_SECRET_LENGTH, secretWeakness } from '../../domain/webhooks/webhook-secret.js';
import { isUnique } from '../requests/unique.js';

export const eventList = z
  .array(z.enum(EVENT_NAMES))
  .min(1, 'must name at least one event')
  .refine(isUnique, 'must not repeat an event')
  .superRefine((names, context) => {
    for (const [one, other] of Object.entries(ALTERNATE_NAMES)) {
      if (!names.includes(one as EventName) || !names.includes(other)) continue;
      // One event has one id and goes to a webhook once, so the second name would never come.
      context.addIssue({
        code: 'custom',
        message: `must not name one event twice: choose ${one} or ${other}, or make a webhook for each`,
      });
    }
  })
  .meta({ description: 'Event types, under either published name' });

export const secretText = z.string().min(1).max(MAX_SECRET_LENGTH).meta({
  description:
    'Signing secret: best 24 or more random characters, or whsec_ and base64. A weak one is accepted, and `warnings` says why it is weak. Stored encrypted and never sent back.',
});

/** The object in the specification. */
export const createdWebhook = z.object({
  id: z.string().describe('Of the webhook.'),
  url: z.string().describe('Where events are sent.'),
  events: z.array(z.enum(EVENT_NAMES)).describe('Which events are sent.'),
  active: z.boolean().describe('Whether deliveries are made.'),
  created_at: z.string().describe('When it was made.'),
  warnings: z.array(z.string()).optional().meta({
    description: 'Only in the answer that took the secret: why it is weak. Absent when it is not.',
  }),
});

/** The additional fields in lists and single webhooks: the state of deliveries. */
export const shownWebhook = createdWebhook.extend({
  status: z.enum(['active', 'failing', 'disabled']).describe('How deliveries go.'),
  status_reason: z
    .enum(['owner', 'gone', 'attempts_exhausted', 'failing_too_long'])
    .nullable()
    .describe('Why it is disabled; null: it is not.'),
  previous_secret_expires_at: z
    .string()
    .nullable()
    .describe('Until then deliveries also carry the signature of the previous secret.'),
});

export const DELIVERY_STATES = ['pending', 'delivered', 'failed', 'cancelled'] as const;

export const shownDelivery = z.object({
  id: z.string().describe('Of the delivery.'),
  webhook_id: z.string().describe('Where it goes.'),
  event_id: z.string().describe('The same at every attempt.'),
  event_type: z.enum(EVENT_NAMES).describe('What happened.'),
  status: z.enum(DELIVERY_STATES).describe('Whether it arrived.'),
  created_at: z.string().describe('When the event was written.'),
  finished_at: z.string().nullable().describe('When it arrived, or was given up; null: not yet.'),
  next_attempt_at: z.string().nullable().describe('Null: there is none.'),
  attempts: z
    .array(
      z.object({
        number: z.number().int().describe('From 1.'),
        attempted_at: z.string().describe('When it was sent.'),
        status: z.enum(['succeeded', 'failed']).describe('A 2xx within 5 s is a success.'),
        response_code: z.number().int().nullable().describe('The receiver’s HTTP status; null: none came.'),
        response_body: z.string().nullable().meta({
          description:
            'The first 4 kB of the answer as text; null when there was none. A stranger wrote it: never render it.',
        }),
        response_truncated: z.boolean().describe('The answer was longer.'),
        latency_ms: z.number().describe('Until the answer, or the failure.'),
        error: z
          .object({ code: z.string().describe('For programs.'), message: z.string().describe('For people.') })
          .nullable()
          .describe('Why it failed; null: it did not.'),
      }),
    )
    .describe('Oldest first.'),
});

export const deliveryWithPayload = shownDelivery.extend({
  payload: z.string().meta({ description: 'The request body, byte for byte as it was signed and sent.' }),
});

export const toCreated = (webhook: Webhook): z.infer<typeof createdWebhook> => ({
  id: webhook.id,
  url: webhook.url,
  events: [...webhook.events],
  active: webhook.status !== 'disabled',
  created_at: webhook.createdAt.toISOString(),
});

/** What the answer adds about the secret that it took. */
export const warningsAbout = (secret: string): { warnings?: string[] } => {
  const weakness = secretWeakness(secret);
  return weakness === undefined ? {} : { warnings: [`the secret ${weakness}`] };
};

export const toShown = (webhook: Webhook, nowMs: number): z.infer<typeof shownWebhook> => {
  const until = webhook.previousSecretUntil;
  return {
    ...toCreated(webhook),
    status: webhook.status,
    status_reason: webhook.statusReason ?? null,
    previous_secret_expires_at: until !== undefined && until.getTime() > nowMs ? until.toISOString() : null,
  };
};

export const toShownDelivery = (delivery: Delivery): z.infer<typeof shownDelivery> => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  event_id: delivery.eventId,
  event_type: delivery.eventType,
  status: delivery.state,
  created_at: delivery.createdAt.toISOString(),
  finished_at: delivery.finishedAt?.toISOString() ?? null,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  attempts: delivery.attempts.map((attempt) => ({
    number: attempt.number,
    attempted_at: attempt.startedAt.toISOString(),
    status: attempt.errorCode === undefined ? 'succeeded' : 'failed',
    response_code: attempt.responseStatus ?? null,
    response_body: attempt.answer?.text ?? null,
    response_truncated: attempt.answer?.cut ?? false,
    latency_ms: attempt.latencyMs,
    error: attempt.errorCode === undefined ? null : { code: attempt.errorCode, message: attempt.error ?? '' },
  })),
});
