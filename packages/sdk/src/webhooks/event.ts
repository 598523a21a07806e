/** What a webhook delivers. Every attempt has the same `id` and the same bytes. */
export interface WebhookEvent {
  /** The idempotency key. An event may arrive more than once. */
  readonly id: string;
  /** Such as `session.end`; the reference lists all. */
  readonly type: string;
  /** ISO 8601. */
  readonly created_at: string;
  /** What the type says; the reference has its schema. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads a verified body. Returns nothing when it is not an event envelope. */
export const parseEvent = (body: string): WebhookEvent | undefined => {
  try {
    const value = JSON.parse(body) as Record<keyof WebhookEvent, unknown> | null;
    const isEvent =
      typeof value?.id === 'string' &&
      typeof value.type === 'string' &&
      typeof value.created_at === 'string' &&
      typeof value.data === 'object' &&
      value.data !== null;
    return isEvent ? (value as WebhookEvent) : undefined;
  } catch {
    return undefined;
  }
};
