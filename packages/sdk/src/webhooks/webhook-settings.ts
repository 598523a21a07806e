import type { Answer, Body, Query } from '../api.js';
import type { CallOptions, HttpClient } from '../http/http-client.js';
import { readPages } from '../http/pages.js';

/** A webhook that was made, with what speaks against its secret. */
export type Webhook = Answer<'createWebhook'>['webhook'];
/** A webhook, with whether it is active and why not. */
export type WebhookState = Answer<'listWebhooks'>['webhooks'][number];
/** One event on its way to one webhook, with its attempts. */
export type WebhookDelivery = Answer<'listWebhookDeliveries'>['deliveries'][number];
/** A delivery with the body that was sent and what was answered. */
export type WebhookDeliveryDetail = Answer<'getWebhookDelivery'>['delivery'];
/** Which deliveries. */
export type DeliveryQuery = Query<'listWebhookDeliveries'>;
/** Where events are sent, which, and the signing secret: keep it, because no answer shows it. */
export type NewWebhook = Body<'createWebhook'>;

/** Where events are sent, and the outcome of each delivery. To check what arrives, see `@undertone/sdk/webhooks`. */
export class WebhookSettings {
  private readonly http: HttpClient;

  constructor(http: HttpClient) {
    this.http = http;
  }

  /** All webhooks, oldest first, with how deliveries to each go. */
  async list(options?: CallOptions): Promise<readonly WebhookState[]> {
    const call = { method: 'GET', path: '/v1/webhooks' } as const;
    return (await this.http.call<Answer<'listWebhooks'>>(call, options)).webhooks;
  }

  /** A webhook, with how deliveries to it go. */
  async get(id: string, options?: CallOptions): Promise<WebhookState> {
    const call = { method: 'GET', path: pathOf(id) } as const;
    return (await this.http.call<Answer<'getWebhook'>>(call, options)).webhook;
  }

  /** Creates a webhook. The secret signs every delivery. */
  async create(webhook: NewWebhook, options?: CallOptions): Promise<Webhook> {
    const call = { method: 'POST', path: '/v1/webhooks', json: webhook } as const;
    return (await this.http.call<Answer<'createWebhook'>>(call, options)).webhook;
  }

  /** Changes a webhook’s events, or switches it off and on. */
  async update(id: string, change: Body<'updateWebhook'>, options?: CallOptions): Promise<WebhookState> {
    const call = { method: 'PATCH', path: pathOf(id), json: change } as const;
    return (await this.http.call<Answer<'updateWebhook'>>(call, options)).webhook;
  }

  /** Replaces the signing secret. For 24 hours deliveries carry signatures of both. */
  async rotateSecret(id: string, secret: string, options?: CallOptions): Promise<WebhookState> {
    const call = { method: 'POST', path: `${pathOf(id)}/rotate-secret`, json: { secret } } as const;
    return (await this.http.call<Answer<'rotateWebhookSecret'>>(call, options)).webhook;
  }

  /** Deletes a webhook and the record of its deliveries. */
  remove(id: string, options?: CallOptions): Promise<void> {
    return this.http.call({ method: 'DELETE', path: pathOf(id) }, options);
  }

  /** Every delivery of the last 30 days, page by page, the newest first. */
  deliveries(
    id: string,
    query: DeliveryQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<WebhookDelivery, void> {
    const call = { method: 'GET', path: `${pathOf(id)}/deliveries`, query: { ...query } } as const;
    return readPages<WebhookDelivery>(this.http, call, 'deliveries', options);
  }

  /** Like {@link deliveries}, of all webhooks. */
  allDeliveries(
    query: Query<'listDeliveries'> = {},
    options?: CallOptions,
  ): AsyncGenerator<WebhookDelivery, void> {
    const call = { method: 'GET', path: '/v1/webhook-deliveries', query: { ...query } } as const;
    return readPages<WebhookDelivery>(this.http, call, 'deliveries', options);
  }

  /** A delivery, with what was sent and what was answered. */
  async delivery(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDeliveryDetail> {
    const path = `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}`;
    return (await this.http.call<Answer<'getWebhookDelivery'>>({ method: 'GET', path }, options)).delivery;
  }

  /** Sends a delivery again, with the same event id and the same bytes. */
  async redeliver(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery> {
    const path = `${pathOf(id)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`;
    return (await this.http.call<{ delivery: WebhookDelivery }>({ method: 'POST', path }, options)).delivery;
  }

  /** Sends an example of one of the webhook's events. */
  async test(id: string, type?: string, options?: CallOptions): Promise<WebhookDelivery> {
    const json = { ...(type !== undefined && { type }) };
    const call = { method: 'POST', path: `${pathOf(id)}/test`, json } as const;
    return (await this.http.call<{ delivery: WebhookDelivery }>(call, options)).delivery;
  }
}

const pathOf = (id: string): string => `/v1/webhooks/${encodeURIComponent(id)}`;
