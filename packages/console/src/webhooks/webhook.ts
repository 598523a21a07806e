export type WebhookStatus = 'active' | 'failing' | 'disabled';

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  readonly status: WebhookStatus;
  /** Why it is failing or disabled. */
  readonly status_reason: 'owner' | 'gone' | 'attempts_exhausted' | 'failing_too_long' | null;
  readonly created_at: string;
}

export interface Attempt {
  readonly number: number;
  readonly attempted_at: string;
  readonly latency_ms: number;
  readonly response_code: number | null;
  readonly error: { readonly code: string; readonly message: string } | null;
}

export interface Delivery {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly status: 'pending' | 'delivered' | 'failed' | 'cancelled';
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
