import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { exampleOf } from '../../domain/events/event-examples.js';
import type { Database } from '../../storage/database/database.js';
import type { TestDatabase } from '../../storage/testing/databases.js';
import { type Receiver, startReceiver } from './receivers.js';
import { SECRET, startWebhookRig, type WebhookRig } from './webhook-rig.js';

/** An event to deliver. */
export const ENDED = {
  type: 'session.end',
  data: exampleOf('session.end'),
  alternateData: exampleOf('session.ended'),
} as const;

export interface Deliveries {
  /** The rig of the test that runs. */
  readonly rig: () => WebhookRig;
  /** Of all the tests around. */
  readonly database: () => Database;
  /** Starts a receiver, which ends with its test. */
  readonly receiver: typeof startReceiver;
  /** A webhook of the rig's organization, of `session.end` unless the events are named. */
  readonly hook: (
    url: string,
    events?: Parameters<WebhookRig['webhooks']['create']>[1]['events'],
  ) => ReturnType<WebhookRig['webhooks']['create']>;
}

/** A database for the tests around, and a rig for each of them. */
export const deliveriesOn = (open: () => Promise<TestDatabase>, timeoutMs: number): Deliveries => {
  let opened: TestDatabase;
  let rig: WebhookRig;
  const receivers: Receiver[] = [];

  beforeAll(async () => {
    opened = await open();
  }, 120_000);
  afterAll(() => opened.close());
  beforeEach(async () => {
    rig = await startWebhookRig(opened.database, { timeoutMs });
  });
  afterEach(async () => {
    await rig.close();
    for (const receiver of receivers.splice(0)) await receiver.close();
  });

  const receiver: Deliveries['receiver'] = async (...args) => {
    const started = await startReceiver(...args);
    receivers.push(started);
    return started;
  };
  const hook: Deliveries['hook'] = (url, events = ['session.end']) =>
    rig.webhooks.create(rig.orgId, { url, events, secret: SECRET });
  return { rig: () => rig, database: () => opened.database, receiver, hook };
};
