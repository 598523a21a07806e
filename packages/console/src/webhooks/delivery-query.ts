import type { Webhook } from './webhook.js';

/** The filters of deliveries, under the names that `GET /v1/webhook-deliveries` has for them. */
const FILTERS = ['webhook_id', 'event_type', 'status'] as const;

/** What a form or an address asks for: only known filters, without empty values. */
export const askedOf = (entries: Iterable<readonly [string, unknown]>): URLSearchParams => {
  const asked = new URLSearchParams();
  for (const [name, value] of entries) {
    const isKnown = FILTERS.some((filter) => filter === name);
    if (isKnown && typeof value === 'string' && value !== '') asked.set(name, value);
  }
  return asked;
};

/** The request for one page. */
export const requestFor = (asked: URLSearchParams, limit: number, cursor?: string): string => {
  const query = new URLSearchParams(asked);
  query.set('limit', String(limit));
  if (cursor !== undefined) query.set('cursor', cursor);
  return `/v1/webhook-deliveries?${query}`;
};

/** The place that shows the deliveries to one webhook. */
export const placeOf = ({ id }: Webhook): string => `#webhooks?webhook_id=${encodeURIComponent(id)}`;
