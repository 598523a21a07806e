import type { Generated } from 'kysely';
import type { Json, NullableTimestamp, Timestamp } from './columns.js';

export interface EventsTable {
  id: string;
  org_id: string;
  /** The name under the first of the two published namings. */
  type: string;
  once_key: string | null;
  /** The session of the event, if it has one. */
  session_id: string | null;
  /** The request body under the first naming, exactly the bytes that are sent and signed. */
  body: string;
  /** The request body under the second naming, if there is one. */
  alternate_body: string | null;
  /** A test event goes to this webhook only. */
  only_webhook_id: string | null;
  created_at: Timestamp;
  /** When its deliveries were made; null while it waits. */
  dispatched_at: NullableTimestamp;
}

export interface WebhooksTable {
  id: string;
  org_id: string;
  url: string;
  /** The names as the caller subscribed to them, in the caller's order. */
  events: Json;
  status: 'active' | 'failing' | 'disabled';
  status_reason: string | null;
  /** Sealed: see domain/webhooks/secret-box.ts. */
  secret: string;
  /** The secret before the last rotation, valid for signatures until `previous_until`. */
  previous_secret: string | null;
  previous_until: NullableTimestamp;
  /** The first failed attempt since the last success. */
  failing_since: NullableTimestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface WebhookDeliveriesTable {
  id: string;
  org_id: string;
  webhook_id: string;
  event_id: string;
  /** The event name of the subscription. */
  event_type: string;
  state: 'pending' | 'delivered' | 'failed' | 'cancelled';
  /** The number of attempts so far. */
  attempts: Generated<number>;
  /** The attempt at which the schedule starts again after a redelivery request. */
  first_attempt: Generated<number>;
  next_attempt_at: NullableTimestamp;
  created_at: Timestamp;
  finished_at: NullableTimestamp;
}

export interface WebhookAttemptsTable {
  delivery_id: string;
  number: number;
  org_id: string;
  started_at: Timestamp;
  latency_ms: number;
  response_status: number | null;
  /** The beginning of the answer, as text; null when there was none. */
  response_body: string | null;
  /** Whether the answer was longer than what is kept of it. */
  response_cut: Generated<boolean>;
  /** Machine-readable; null for a success. */
  error_code: string | null;
  error: string | null;
}

/** Who listens to an organization's events at the moment, on whatever relay. */
export interface EventListenersTable {
  id: string;
  org_id: string;
  /** The names that it asked for. */
  events: Json;
  /** It is extended while the listener is there. */
  expires_at: Timestamp;
}

export interface EventTables {
  events: EventsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
  event_listeners: EventListenersTable;
}
