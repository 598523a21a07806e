import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, it } from 'vitest';
import { DATABASES } from '../storage/testing/databases.js';
import { deliveriesOn, ENDED } from './testing/deliveries.js';
import { SECRET, type WebhookRig } from './testing/webhook-rig.js';

describe.each(DATABASES)('a signed delivery on $name', ({ open }) => {
  const bench = deliveriesOn(open, 2_000);
  const { receiver, hook } = bench;
  let rig: WebhookRig;
  beforeEach(() => {
    rig = bench.rig();
  });

  it('is verified by the official Standard Webhooks library, with either kind of secret', async () => {
    const site = await receiver((_, response) => response.end());
    const standard = `whsec_${Buffer.alloc(32, 'k1').toString('base64')}9abcdefg`.slice(0, 6 + 44);
    const secrets = [SECRET, standard];
    for (const secret of secrets) {
      await rig.webhooks.create(rig.orgId, { url: site.url, events: ['session.end'], secret });
    }
    // The library uses the real clock.
    rig.advance(Date.now() - rig.nowMs());
    await rig.emit(ENDED);
    await rig.settle();
    const verifiers = [new Webhook(SECRET, { format: 'raw' }), new Webhook(standard)];
    const verified = site.requests.map(({ headers, body }) =>
      verifiers.map((verifier) => accepts(() => verifier.verify(body, headers as Record<string, string>))),
    );
    expect(verified.sort()).toEqual([
      [false, true],
      [true, false],
    ]);
  });

  it('is verified by a receiver that follows only the specification, for both published forms', async () => {
    const site = await receiver((_, response) => response.end());
    await hook(site.url);
    await rig.emit(ENDED);
    await rig.settle();
    const [request] = site.requests;
    const digest = createHmac('sha256', SECRET)
      .update(request?.body ?? '')
      .digest('hex');
    const header = String(request?.headers['x-service-signature']);
    expect(header).toBe(`sha256=${digest}`);
    expect(header.replace(/^sha256=/, '')).toBe(digest);
  });

  it('carries the signatures of both secrets for 24 hours after a rotation, then the new one’s', async () => {
    const site = await receiver((_, response) => response.end());
    const { id } = await hook(site.url);
    const fresh = 'another-secret-of-32-characters.';
    await rig.webhooks.rotate(rig.orgId, id, fresh);
    const verdicts = async () => {
      await rig.emit(ENDED);
      await rig.settle();
      const last = site.requests.at(-1);
      const headers = last?.headers ?? {};
      const body = last?.body ?? Buffer.alloc(0);
      const signed = (secret: string) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
      return {
        current: headers['x-service-signature'] === signed(fresh),
        previous: headers['x-service-signature-previous'] === signed(SECRET),
        listed: String(headers['webhook-signature']).split(' ').length,
      };
    };
    expect(await verdicts()).toEqual({ current: true, previous: true, listed: 2 });
    rig.advance(86_400_001);
    expect(await verdicts()).toEqual({ current: true, previous: false, listed: 1 });
  });
});

const accepts = (verify: () => unknown): boolean => {
  try {
    verify();
    return true;
  } catch {
    return false;
  }
};
