export type WebhookStatus = 'active' | 'failing' | 'disabled' | 'inactive';

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly status: WebhookStatus;
  readonly created_at: string;
}

export interface Attempt {
  readonly number: number;
  readonly at: string;
  readonly duration_ms: number;
  readonly response_status: number | null;
  readonly error: string | null;
}

export interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: 'pending' | 'delivered' | 'failed';
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly Attempt[];
}

/** The event types of the interface specification. */
export const EVENT_TYPES = [
  'analysis.complete',
  'session.end',
  'session.prediction',
  'alert.triggered',
  'fine_tune.started',
  'fine_tune.completed',
  'fine_tune.failed',
] as const;
