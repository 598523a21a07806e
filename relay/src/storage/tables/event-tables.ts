import type { Generated } from 'kysely';
import type { Json, NullableTimestamp, Timestamp } from './columns.js';

export interface EventsTable {
  id: string;
  org_id: string;
  /** Under the first of the two published namings. */
  type: string;
  once_key: string | null;
  /** The session it tells of, where it tells of one. */
  session_id: string | null;
  /** The request body under the first naming, byte for byte what is sent and signed. */
  body: string;
  /** The request body under the second naming, where there is one. */
  alternate_body: string | null;
  /** A test event goes to this webhook only. */
  only_webhook_id: string | null;
  created_at: Timestamp;
  /** When deliveries were made of it; null while it waits. */
  dispatched_at: NullableTimestamp;
}

export interface WebhooksTable {
  id: string;
  org_id: string;
  url: string;
  /** Names as the caller subscribed to them, in the caller's order. */
  events: Json;
  status: 'active' | 'failing' | 'disabled';
  status_reason: string | null;
  /** Sealed: see domain/webhooks/secret-box.ts. */
  secret: string;
  /** The secret before the last rotation, good for signatures until `previous_until`. */
  previous_secret: string | null;
  previous_until: NullableTimestamp;
  /** The first attempt that failed with no success since. */
  failing_since: NullableTimestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface WebhookDeliveriesTable {
  id: string;
  org_id: string;
  webhook_id: string;
  event_id: string;
  /** The name it was subscribed under. */
  event_type: string;
  state: 'pending' | 'delivered' | 'failed' | 'cancelled';
  /** Attempts made so far. */
  attempts: Generated<number>;
  /** Where the schedule begins again after a redelivery was asked for. */
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
  /** Machine-readable; null for a success. */
  error_code: string | null;
  error: string | null;
}

export interface EventTables {
  events: EventsTable;
  webhooks: WebhooksTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhook_attempts: WebhookAttemptsTable;
}
