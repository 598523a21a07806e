import type { PageEnd } from '../page-end.js';
import { exampleOf } from '../events/event-examples.js';
import { alternateNameOf, type EventName } from '../events/event-names.js';
import type { EventType, NewEvent } from '../events/event.js';
import { EVENT_TYPES } from '../events/event.js';
import { Fault } from '../fault.js';
import { NotYoursFault } from '../removed-ids.js';
import { newId } from '../ids.js';
import { DELIVERY } from './delivery-policy.js';
import type { SecretBox } from './secret-box.js';
import type { Delivery, DeliveryFilter, DeliveryWithPayload, Webhook } from './webhook.js';

/**
 * A webhook costs one request per event. The limit keeps an organization from aiming thousands of them at one
 * victim.
 */
const MAX_WEBHOOKS = 50;

export interface NewWebhook {
  readonly id: string;
  readonly orgId: string;
  readonly url: string;
  readonly events: readonly EventName[];
  readonly sealedSecret: string;
  readonly createdAt: Date;
}

export interface WebhookChange {
  readonly events?: readonly EventName[];
  readonly active?: boolean;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  readonly nextCursor: PageEnd | undefined;
}

/**
 * What the service needs from the storage. Every call is for one organization. Data of other organizations is
 * not found.
 */
export interface WebhookStore {
  /** @returns false when the organization has `most` already */
  add(webhook: NewWebhook, most: number): Promise<boolean>;
  list(orgId: string): Promise<readonly Webhook[]>;
  find(orgId: string, id: string): Promise<Webhook | undefined>;
  change(orgId: string, id: string, change: WebhookChange, at: Date): Promise<Webhook | undefined>;
  remove(orgId: string, id: string, at: Date): Promise<boolean>;
  rotate(
    orgId: string,
    id: string,
    sealedSecret: string,
    previousUntil: Date,
    at: Date,
  ): Promise<Webhook | undefined>;
  deliveries(
    orgId: string,
    filter: DeliveryFilter,
    limit: number,
    cursor: PageEnd | undefined,
  ): Promise<DeliveryPage>;
  findDelivery(orgId: string, id: string, deliveryId: string): Promise<Delivery | undefined>;
  findDeliveryWithPayload(
    orgId: string,
    id: string,
    deliveryId: string,
  ): Promise<DeliveryWithPayload | undefined>;
  /** Starts the schedule again. @returns undefined if there is no such delivery, false while it is in progress */
  redeliver(orgId: string, id: string, deliveryId: string, at: Date): Promise<boolean | undefined>;
  /** Adds an event for one webhook only, with a delivery that is due at once. @returns the delivery's id */
  sendTest(orgId: string, id: string, event: NewEvent, name: EventName, at: Date): Promise<string>;
}

export interface WebhooksOptions {
  readonly store: WebhookStore;
  readonly secrets: SecretBox;
  readonly nowMs: () => number;
  /** @throws an error with a message for the caller when the address may not be called */
  readonly checkUrl: (url: string) => void;
}

/** The webhooks of organizations. Secrets go in and are never returned. */
export class Webhooks {
  private readonly options: WebhooksOptions;

  constructor(options: WebhooksOptions) {
    this.options = options;
  }

  /** @throws Fault `validation_error` for an address that may not be called, `conflict` beyond `MAX_WEBHOOKS` */
  async create(
    orgId: string,
    order: { url: string; events: readonly EventName[]; secret: string },
  ): Promise<Webhook> {
    const { store, secrets, nowMs } = this.options;
    this.checkUrl(order.url);
    const id = newId('wh');
    const webhook: NewWebhook = {
      id,
      orgId,
      url: order.url,
      events: order.events,
      sealedSecret: secrets.seal(order.secret, id),
      createdAt: new Date(nowMs()),
    };
    if (!(await store.add(webhook, MAX_WEBHOOKS))) {
      throw new Fault('conflict', `an organization has at most ${MAX_WEBHOOKS} webhooks`);
    }
    const { createdAt, url, events } = webhook;
    return {
      id,
      orgId,
      url,
      events,
      createdAt,
      status: 'active',
      statusReason: undefined,
      previousSecretUntil: undefined,
    };
  }

  list(orgId: string): Promise<readonly Webhook[]> {
    return this.options.store.list(orgId);
  }

  /** @throws Fault `forbidden` for a webhook that is unknown, deleted or another organization's. So do all methods below. */
  async get(orgId: string, id: string): Promise<Webhook> {
    return (await this.options.store.find(orgId, id)) ?? refuse(id);
  }

  async change(orgId: string, id: string, change: WebhookChange): Promise<Webhook> {
    return (await this.options.store.change(orgId, id, change, this.now())) ?? refuse(id);
  }

  async remove(orgId: string, id: string): Promise<void> {
    if (!(await this.options.store.remove(orgId, id, this.now()))) refuse(id);
  }

  /** The old secret signs beside the new one for `rotationOverlapMs`. */
  async rotate(orgId: string, id: string, secret: string): Promise<Webhook> {
    const { store, secrets, nowMs } = this.options;
    const until = new Date(nowMs() + DELIVERY.rotationOverlapMs);
    return (await store.rotate(orgId, id, secrets.seal(secret, id), until, this.now())) ?? refuse(id);
  }

  /** Deliveries to one webhook, or to all of the organization's. */
  async deliveries(
    orgId: string,
    filter: DeliveryFilter,
    limit: number,
    cursor: PageEnd | undefined,
  ): Promise<DeliveryPage> {
    if (filter.webhookId !== undefined) await this.get(orgId, filter.webhookId);
    return this.options.store.deliveries(orgId, filter, limit, cursor);
  }

  /** @throws Fault `not_found` for an unknown delivery */
  async delivery(orgId: string, id: string, deliveryId: string): Promise<DeliveryWithPayload> {
    await this.get(orgId, id);
    const delivery = await this.options.store.findDeliveryWithPayload(orgId, id, deliveryId);
    if (delivery === undefined) throw noSuchDelivery();
    return delivery;
  }

  /** @throws Fault `not_found` for an unknown delivery; `conflict` while the delivery has attempts left to make, and for a webhook that is not active */
  async redeliver(orgId: string, id: string, deliveryId: string): Promise<Delivery> {
    const { store } = this.options;
    requireActive(await this.get(orgId, id));
    const again = await store.redeliver(orgId, id, deliveryId, this.now());
    if (again === undefined) throw noSuchDelivery();
    if (!again) throw new Fault('conflict', 'this delivery is under way: its next attempt is planned');
    const delivery = await store.findDelivery(orgId, id, deliveryId);
    if (delivery === undefined) throw noSuchDelivery();
    return delivery;
  }

  /** Sends an example of an event, like any other event, to this webhook only. */
  async sendTest(orgId: string, id: string, wanted: EventName | undefined): Promise<Delivery> {
    const { store } = this.options;
    const webhook = requireActive(await this.get(orgId, id));
    const name = wanted ?? webhook.events[0];
    if (name === undefined || !webhook.events.includes(name)) {
      throw new Fault('validation_error', 'the webhook is not subscribed to this event', {
        details: { type: ['must be one of the webhook’s events'] },
      });
    }
    const type = typeOf(name);
    const alternate = alternateNameOf(type);
    const event: NewEvent = {
      orgId,
      type,
      data: exampleOf(type),
      ...(alternate !== undefined && { alternateData: exampleOf(alternate) }),
    };
    const deliveryId = await store.sendTest(orgId, id, event, name, this.now());
    return (await store.findDelivery(orgId, id, deliveryId)) ?? refuse(id);
  }

  private now(): Date {
    return new Date(this.options.nowMs());
  }

  private checkUrl(url: string): void {
    try {
      this.options.checkUrl(url);
    } catch (cause) {
      if (!(cause instanceof Error)) throw cause;
      throw new Fault('validation_error', 'this address cannot be a webhook', {
        cause,
        details: { url: [cause.message] },
      });
    }
  }
}

const typeOf = (name: EventName): EventType => {
  const type = EVENT_TYPES.find((each) => each === name || alternateNameOf(each) === name);
  if (type === undefined) throw new Error(`no event type has the name ${name}`);
  return type;
};

const requireActive = (webhook: Webhook): Webhook => {
  if (webhook.status === 'disabled') throw new Fault('conflict', 'this webhook is not active');
  return webhook;
};

const refuse = (id: string): never => {
  throw new NotYoursFault({ kind: 'webhook', id });
};

const noSuchDelivery = (): Fault => new Fault('not_found', 'the webhook has no such delivery');
