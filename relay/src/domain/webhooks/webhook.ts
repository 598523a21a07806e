import type { EventName } from '../events/event-names.js';

/**
 * - `active`: gets every event that it subscribed to.
 * - `failing`: gets them too, but the last delivery that ended failed five times. The owner was told. One success makes it active.
 * - `disabled`: gets nothing. Its owner or a 410 disabled it, or it had no success for days.
 */
export type WebhookStatus = 'active' | 'failing' | 'disabled';
export type StatusReason = 'owner' | 'gone' | 'attempts_exhausted' | 'failing_too_long';

/** Where an organization wants events to be sent. */
export interface Webhook {
  readonly id: string;
  readonly orgId: string;
  readonly url: string;
  readonly events: readonly EventName[];
  readonly status: WebhookStatus;
  readonly statusReason: StatusReason | undefined;
  readonly createdAt: Date;
  /** Until this time, deliveries also carry the signature of the previous secret. */
  readonly previousSecretUntil: Date | undefined;
}

/** The secrets as they are stored: sealed. */
export interface SealedSecrets {
  readonly current: string;
  readonly previous: string | undefined;
  readonly previousUntil: Date | undefined;
}

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'cancelled';

/** The beginning of a receiver's answer. It comes from a stranger: it is only ever shown as text. */
export interface KeptAnswer {
  readonly text: string;
  /** Whether the answer was longer. */
  readonly cut: boolean;
}

/** One attempt to deliver. */
export interface DeliveryAttempt {
  readonly number: number;
  readonly startedAt: Date;
  readonly latencyMs: number;
  readonly responseStatus: number | undefined;
  /** What the receiver answered. Undefined when it did not, and for attempts of an older relay. */
  readonly answer: KeptAnswer | undefined;
  readonly errorCode: string | undefined;
  readonly error: string | undefined;
}

/** One event on its way to one webhook. */
export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly eventType: EventName;
  readonly state: DeliveryState;
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | undefined;
  readonly finishedAt: Date | undefined;
  readonly attempts: readonly DeliveryAttempt[];
}

/** A delivery with the request body that each of its attempts sends, byte for byte. */
export interface DeliveryWithPayload extends Delivery {
  readonly payload: string;
}

/** Which deliveries a list holds. Whatever is undefined restricts nothing. */
export interface DeliveryFilter {
  readonly webhookId: string | undefined;
  readonly eventType: EventName | undefined;
  readonly state: DeliveryState | undefined;
}
