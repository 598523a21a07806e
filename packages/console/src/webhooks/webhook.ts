import type { WebhookDelivery, WebhookState } from '@undertone/sdk';

export type Webhook = WebhookState;

/** Every state of a delivery. */
export const DELIVERY_STATES: readonly WebhookDelivery['status'][] = [
  'pending',
  'delivered',
  'failed',
  'cancelled',
];

/** Of the two published names of an event, the first. */
type EventType = Exclude<Webhook['events'][number], 'analysis.completed' | 'session.ended'>;

/** Every event: one that the reference has and this list lacks does not compile. */
const EVENTS: Readonly<Record<EventType, true>> = {
  'analysis.complete': true,
  'session.end': true,
  'session.prediction': true,
  'alert.triggered': true,
  'fine_tune.started': true,
  'fine_tune.completed': true,
  'fine_tune.failed': true,
  'wallet.budget_reached': true,
};
export const EVENT_TYPES: readonly string[] = Object.keys(EVENTS);
