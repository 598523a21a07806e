import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../domain/events/event.js';
import { alternateNameOf } from '../../domain/events/event-names.js';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';

const SECRET = 'a-secret-of-thirty-characters!';
const HOOK = { url: 'https://hooks.acme.io/undertone', events: ['session.end'], secret: SECRET };

describe('webhooks over HTTP', () => {
  let rig: GatewayRig;
  let ours: Tenant;
  let theirs: Tenant;

  beforeAll(async () => {
    rig = await startGateway();
    [ours, theirs] = [await rig.createTenant(), await rig.createTenant()];
  }, 60_000);
  afterAll(() => rig.stop());

  const call = async (method: string, path: string, body?: unknown, key = ours.key) => {
    const response = await fetch(rig.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: (text === '' ? {} : JSON.parse(text)) as Answer };
  };
  interface Answer {
    webhook: { id: string };
    webhooks: { id: string }[];
    delivery: { id: string; payload: string };
    deliveries: { id: string }[];
    next_cursor: string | null;
    error: { code: string; details: Record<string, string[]> };
  }
  const create = async (body: object = HOOK) => (await call('POST', '/v1/webhooks', body)).json.webhook;

  it('are created with url, events and secret; the answer has "id, url, events, active, created_at" and no secret', async () => {
    const { status, json, text } = await call('POST', '/v1/webhooks', HOOK);
    expect(status).toBe(201);
    expect(json).toEqual({
      webhook: {
        id: expect.stringMatching(/^wh_/) as string,
        url: HOOK.url,
        events: HOOK.events,
        active: true,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
      },
    });
    expect(text).not.toContain(SECRET);
  });

  it.each(['s3cret', 'a'.repeat(40), `whsec_${'!?'.repeat(20)}`, 'pässwörter mit Leerzeichen und mehr'])(
    'accept the weak secret %s with a warning that does not repeat it',
    async (secret) => {
      const { status, json, text } = await call('POST', '/v1/webhooks', { ...HOOK, secret });
      expect(status).toBe(201);
      expect(json.webhook).toMatchObject({ warnings: [expect.stringMatching(/^the secret /)] });
      expect(text).not.toContain(secret);
      await call('DELETE', `/v1/webhooks/${json.webhook.id}`);
    },
  );

  it.each([
    ['HTTP', 'http://hooks.acme.io/'],
    ['loopback', 'https://127.0.0.1/'],
    ['the metadata service', 'https://169.254.169.254/latest'],
    ['mapped loopback', 'https://[::ffff:7f00:1]/'],
    ['a decimal address', 'https://2130706433/'],
    ['localhost', 'https://localhost./'],
    ['user information', 'https://a:b@hooks.acme.io/'],
    ['an odd port', 'https://hooks.acme.io:22/'],
    ['a file', 'file:///etc/passwd'],
  ])('are refused for an address that is %s', async (_name, url) => {
    const { status, json } = await call('POST', '/v1/webhooks', { ...HOOK, url });
    expect(status).toBe(400);
    expect(json.error.code).toBe('validation_error');
    expect(Object.keys(json.error.details)).toEqual(['url']);
  });

  it.each([
    ['no secret', { secret: undefined }, 'secret'],
    ['an empty secret', { secret: '' }, 'secret'],
    ['both names of one event', { events: ['session.end', 'session.ended'] }, 'events'],
    ['no event', { events: [] }, 'events'],
    ['an unknown event', { events: ['session.began'] }, 'events.0'],
    ['an event twice', { events: ['session.end', 'session.end'] }, 'events'],
    ['a field that is not theirs', { active: false }, 'active'],
  ])('are refused with %s', async (_name, change, parameter) => {
    const { status, json, text } = await call('POST', '/v1/webhooks', { ...HOOK, ...change });
    expect(status).toBe(400);
    expect(Object.keys(json.error.details)).toEqual([parameter]);
    expect(text).not.toContain('short"');
  });

  it('may subscribe to every event under either published name', async () => {
    for (const events of [EVENT_TYPES, EVENT_TYPES.map((type) => alternateNameOf(type) ?? type)]) {
      expect(await create({ ...HOOK, events })).toMatchObject({ events });
    }
  });

  it('can change their events and be turned off and on: "PATCH webhook with active=false"', async () => {
    const { id } = await create();
    const path = `/v1/webhooks/${id}`;
    expect((await call('PATCH', path, { active: false })).json.webhook).toMatchObject({
      active: false,
      status: 'disabled',
      status_reason: 'owner',
    });
    expect((await call('POST', `${path}/test`)).status).toBe(409);
    const events = ['alert.triggered', 'session.ended'];
    expect((await call('PATCH', path, { active: true, events })).json.webhook).toMatchObject({
      active: true,
      status: 'active',
      status_reason: null,
      events,
    });
    expect((await call('PATCH', path, {})).status).toBe(400);
    expect((await call('PATCH', path, { url: 'https://elsewhere.io' })).status).toBe(400);
  });

  it('send a test event, list its delivery, and page through deliveries', async () => {
    const { id } = await create();
    const sent: string[] = [];
    for (let i = 0; i < 3; i++) {
      const { status, json } = await call('POST', `/v1/webhooks/${id}/test`);
      expect(status).toBe(202);
      expect(json.delivery).toMatchObject({ event_type: 'session.end', status: 'pending', attempts: [] });
      sent.push(json.delivery.id);
      rig.advance(1_000);
    }
    const first = (await call('GET', `/v1/webhooks/${id}/deliveries?limit=2`)).json;
    expect(first.deliveries).toHaveLength(2);
    const rest = (
      await call('GET', `/v1/webhooks/${id}/deliveries?limit=2&cursor=${first.next_cursor ?? ''}`)
    ).json;
    expect(rest.next_cursor).toBeNull();
    expect([...first.deliveries, ...rest.deliveries].map((delivery) => delivery.id)).toEqual(sent.reverse());
    expect((await call('POST', `/v1/webhooks/${id}/test`, { type: 'alert.triggered' })).status).toBe(400);
    const redelivered = await call('POST', `/v1/webhooks/${id}/deliveries/${sent[0] ?? ''}/redeliver`);
    expect(redelivered.json.error.code).toBe('conflict');
  });

  it('are paged on when the delivery at the end of a page is gone, and by no invented cursor', async () => {
    const [kept, removed] = [(await create()).id, (await create()).id];
    const sent: string[] = [];
    for (const id of [kept, removed, kept]) {
      sent.unshift((await call('POST', `/v1/webhooks/${id}/test`)).json.delivery.id);
      rig.advance(1_000);
    }
    const list = (query: string) => call('GET', `/v1/webhook-deliveries?${query}`);
    const first = (await list('limit=2')).json;
    expect(first.deliveries.map(({ id }) => id)).toEqual(sent.slice(0, 2));
    await call('DELETE', `/v1/webhooks/${removed}`);
    const rest = (await list(`limit=1&cursor=${first.next_cursor ?? ''}`)).json;
    expect(rest.deliveries.map(({ id }) => id)).toEqual(sent.slice(2));
    expect((await list('cursor=dlv_invented')).status).toBe(400);
  });

  it('show what is sent, and list deliveries to all webhooks by endpoint, event and state', async () => {
    const { id: one } = await create();
    const { id: other } = await create();
    for (const id of [one, other]) await call('POST', `/v1/webhooks/${id}/test`);
    const list = async (query: string) => (await call('GET', `/v1/webhook-deliveries?${query}`)).json;
    const [sent] = (await list(`webhook_id=${one}`)).deliveries;
    expect((await list(`webhook_id=${one}`)).deliveries).toHaveLength(1);
    expect((await list('event_type=session.end&status=pending&limit=100')).deliveries.length).toBeGreaterThan(
      1,
    );
    expect((await list(`webhook_id=${one}&status=delivered`)).deliveries).toEqual([]);
    expect((await list(`webhook_id=${one}&event_type=alert.triggered`)).deliveries).toEqual([]);
    expect((await call('GET', '/v1/webhook-deliveries?status=lost')).status).toBe(400);
    expect((await call('GET', '/v1/webhook-deliveries?webhook_id=%00')).status).toBe(400);
    expect(
      (await call('GET', `/v1/webhook-deliveries?webhook_id=${one}`, undefined, theirs.key)).status,
    ).toBe(403);
    expect((await call('GET', '/v1/webhook-deliveries', undefined, theirs.key)).json.deliveries).toEqual([]);
    const shown = await call('GET', `/v1/webhooks/${one}/deliveries/${sent?.id ?? ''}`);
    expect(shown.json.delivery).toMatchObject({ webhook_id: one, attempts: [] });
    expect(JSON.parse(shown.json.delivery.payload)).toMatchObject({ type: 'session.end' });
    expect((await call('GET', `/v1/webhooks/${other}/deliveries/${sent?.id ?? ''}`)).status).toBe(404);
  });

  it('rotate their secret and state until when both secrets are valid', async () => {
    const { id } = await create();
    const secret = 'another-secret-of-32-characters.';
    const { status, text, json } = await call('POST', `/v1/webhooks/${id}/rotate-secret`, { secret });
    expect(status).toBe(200);
    expect(json.webhook).toMatchObject({ previous_secret_expires_at: expect.any(String) as string });
    expect(text).not.toContain(secret);
  });

  it('answer the same 403 for another organization’s webhook and an unknown one, 404 for a deleted one of one’s own', async () => {
    const { id: gone } = await create();
    const { id: own } = await create();
    expect((await call('DELETE', `/v1/webhooks/${gone}`)).status).toBe(204);
    const requests: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { active: false }],
      ['DELETE', ''],
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', '/rotate-secret', { secret: SECRET }],
      ['POST', '/deliveries/dlv_1/redeliver'],
    ];
    for (const [method, suffix, body] of requests) {
      const answers = [
        await call(method, `/v1/webhooks/${own}${suffix}`, body, theirs.key),
        await call(method, `/v1/webhooks/${gone}${suffix}`, body, theirs.key),
        await call(method, `/v1/webhooks/wh_none${suffix}`, body),
      ];
      expect((await call(method, `/v1/webhooks/${gone}${suffix}`, body)).status).toBe(404);
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    expect((await call('GET', `/v1/webhooks/${own}`)).json.webhook).toMatchObject({ active: true });
    const listed = (await call('GET', '/v1/webhooks', undefined, theirs.key)).json.webhooks;
    expect(listed).toEqual([]);
  });

  it('are limited to 50, so that nobody aims thousands at one victim', async () => {
    const busy = await rig.createTenant();
    const create = () => call('POST', '/v1/webhooks', HOOK, busy.key);
    // In two halves: the plan allows 50 requests at a time.
    const half = () => Promise.all(Array.from({ length: 26 }, create));
    const answers = [...(await half()), ...(await half())];
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
  });
});
