import type { WebhookDelivery, WebhookState } from '@undertone/sdk';

export type Webhook = WebhookState;

/** Every state of a delivery. */
export const DELIVERY_STATES: readonly WebhookDelivery['status'][] = [
  'pending',
  'delivered',
  'failed',
  'cancelled',
];

/** The event types of the interface specification, and those of the wallet. */
export const EVENT_TYPES = [
  'analysis.complete',
  'session.end',
  'session.prediction',
  'alert.triggered',
  'fine_tune.started',
  'fine_tune.completed',
  'fine_tune.failed',
  'wallet.budget_reached',
] as const;
