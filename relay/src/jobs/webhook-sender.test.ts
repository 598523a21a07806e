import { expect, it } from 'vitest';
import type { SafeHttp } from '../outbound/index.js';
import type { DueDelivery } from '../storage/webhooks/delivery-attempts.js';
import type { DeliveryRepository } from '../storage/webhooks/delivery-repository.js';
import { SecretBox } from '../domain/webhooks/secret-box.js';
import { type DeliveryJob, WebhookSender } from './webhook-sender.js';

/** A sender over receivers that answer when the test says so. */
const senderOf = (due: readonly DueDelivery[], atATime: number) => {
  const calls: { readonly url: string; readonly answer: () => void }[] = [];
  const postponed: string[] = [];
  const request = ({ url }: Parameters<SafeHttp['request']>[0]): ReturnType<SafeHttp['request']> =>
    new Promise((resolve) =>
      calls.push({
        url: String(url),
        answer: () =>
          resolve({ status: 200, headers: {}, body: Buffer.alloc(0), truncated: false, url: new URL(url) }),
      }),
    );
  const deliveries: Pick<DeliveryRepository, 'load' | 'record'> = {
    load: (ids) => Promise.resolve(ids.map((id) => due.find((delivery) => delivery.id === id))),
    record: () => Promise.resolve(),
  };
  const sender = new WebhookSender({
    deliveries: deliveries as DeliveryRepository,
    secrets,
    http: { request },
    httpsOnly: false,
    nowMs: () => 0,
    userAgent: 'test',
    atATime,
    postpone: ({ deliveryId }: DeliveryJob) => {
      postponed.push(deliveryId);
      return Promise.resolve();
    },
  });
  const attempt = (from: number, to: number): Promise<void>[] =>
    due.slice(from, to).map(({ id }) => sender.attempt({ deliveryId: id, attempt: 1 }));
  return { calls, postponed, attempt };
};

const secrets = new SecretBox([Buffer.alloc(32, 1)]);
const delivery = (n: number, orgId: string, webhookId: string): DueDelivery => ({
  id: `${orgId}-${n}`,
  orgId,
  webhookId,
  url: `http://${webhookId}.example/`,
  secrets: {
    current: secrets.seal('s'.repeat(32), webhookId),
    previous: undefined,
    previousUntil: undefined,
  },
  eventId: `evt_${n}`,
  eventType: 'session.end',
  body: '{}',
  isTest: false,
  attempts: 0,
  firstAttempt: 0,
  isActive: true,
});
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('slow receivers of one organization take half of the places, and the rest of its deliveries comes later', async () => {
  const slow = Array.from({ length: 20 }, (_, n) => delivery(n, 'org_slow', `slow${n}`));
  const { calls, postponed, attempt } = senderOf([...slow, delivery(0, 'org_other', 'other')], 8);
  const first = attempt(0, 20);
  await settle();
  expect([calls.length, postponed.length]).toEqual([4, 16]);
  const other = attempt(20, 21);
  await settle();
  expect(calls.at(-1)?.url).toBe('http://other.example/');
  for (const { answer } of calls) answer();
  await Promise.all([...first, ...other]);
  const again = attempt(4, 8);
  await settle();
  expect(calls, 'places that are free again are taken').toHaveLength(9);
  for (const { answer } of calls) answer();
  await Promise.all(again);
});

it('what waits for its webhook’s turn counts, too', async () => {
  const slow = Array.from({ length: 10 }, (_, n) => delivery(n, 'org_slow', 'slow'));
  const { calls, postponed, attempt } = senderOf(slow, 16);
  const all = attempt(0, 10);
  await settle();
  expect([calls.length, postponed.length]).toEqual([5, 2]);
  for (const { answer } of calls) answer();
  await settle();
  expect(calls, 'the three that waited').toHaveLength(8);
  for (const { answer } of calls) answer();
  await Promise.all(all);
});
