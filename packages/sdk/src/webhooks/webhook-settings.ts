import type { CallOptions, HttpClient } from '../http/http-client.js';
import { readPages } from '../http/pages.js';

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly active: boolean;
  /** ISO 8601. */
  readonly created_at: string;
}

export interface WebhookState extends Webhook {
  readonly status: 'active' | 'failing' | 'disabled';
  readonly status_reason: 'owner' | 'gone' | 'attempts_exhausted' | 'failing_too_long' | null;
}

export interface WebhookDelivery {
  readonly id: string;
  /** The idempotency key of what was delivered. */
  readonly event_id: string;
  readonly event_type: string;
  readonly status: 'pending' | 'delivered' | 'failed' | 'cancelled';
  readonly created_at: string;
  readonly next_attempt_at: string | null;
  readonly attempts: readonly {
    readonly number: number;
    readonly attempted_at: string;
    readonly status: 'succeeded' | 'failed';
    readonly response_code: number | null;
    readonly latency_ms: number;
    readonly error: { readonly code: string; readonly message: string } | null;
  }[];
}

export interface NewWebhook {
  /** HTTPS outside development. */
  readonly url: string;
  readonly events: readonly string[];
  /** At least 24 characters; keep it, it is not shown again. */
  readonly secret: string;
}

/** Where events are sent, and what became of them. To check what arrives, see `@undertone/sdk/webhooks`. */
export class WebhookSettings {
  readonly #http: HttpClient;

  constructor(http: HttpClient) {
    this.#http = http;
  }

  async list(options?: CallOptions): Promise<readonly WebhookState[]> {
    const call = { method: 'GET', path: '/v1/webhooks' } as const;
    return (await this.#http.call<{ webhooks: WebhookState[] }>(call, options)).webhooks;
  }

  async create(webhook: NewWebhook, options?: CallOptions): Promise<Webhook> {
    const call = { method: 'POST', path: '/v1/webhooks', json: webhook } as const;
    return (await this.#http.call<{ webhook: Webhook }>(call, options)).webhook;
  }

  async update(
    id: string,
    change: { readonly events?: readonly string[]; readonly active?: boolean },
    options?: CallOptions,
  ): Promise<Webhook> {
    const call = { method: 'PATCH', path: pathOf(id), json: change } as const;
    return (await this.#http.call<{ webhook: Webhook }>(call, options)).webhook;
  }

  remove(id: string, options?: CallOptions): Promise<void> {
    return this.#http.call({ method: 'DELETE', path: pathOf(id) }, options);
  }

  /** Every delivery of the last 30 days, the newest first, page after page. */
  deliveries(id: string, options?: CallOptions): AsyncGenerator<WebhookDelivery, void> {
    const call = { method: 'GET', path: `${pathOf(id)}/deliveries` } as const;
    return readPages<WebhookDelivery>(this.#http, call, 'deliveries', options);
  }

  /** Sends a delivery again: the same event id, the same bytes. */
  async redeliver(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery> {
    const path = `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`;
    return (await this.#http.call<{ delivery: WebhookDelivery }>({ method: 'POST', path }, options)).delivery;
  }

  /** Sends an example of one of the webhook's events. */
  async test(id: string, type?: string, options?: CallOptions): Promise<WebhookDelivery> {
    const json = { ...(type !== undefined && { type }) };
    const call = { method: 'POST', path: `${pathOf(id)}/test`, json } as const;
    return (await this.#http.call<{ delivery: WebhookDelivery }>(call, options)).delivery;
  }
}

const pathOf = (id: string): string => `/v1/webhooks/${encodeURIComponent(id)}`;
