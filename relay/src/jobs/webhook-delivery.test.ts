import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exampleOf } from '../domain/events/event-examples.js';
import { DELIVERY } from '../domain/webhooks/delivery-policy.js';
import { DATABASES } from '../storage/testing/databases.js';
import { type Eleven, type Kind, KINDS, startEleven } from './testing/receivers.js';
import { deliveriesOn, ENDED } from './testing/deliveries.js';
import { SECRET, startWebhookRig, type WebhookRig } from './testing/webhook-rig.js';

// Shorter than the 5 s of production, and long enough that a busy machine answers in time.
const TIMEOUT_MS = 2_000;
const RETRY_AFTER_S = 90;
const FAILS: Partial<Record<Kind, string>> = {
  'answers 500': 'http_status',
  'redirects to an internal address': 'redirect',
  'answers 200 after the deadline': 'timeout',
  'sends a byte a second': 'timeout',
  'resets the connection': 'unreachable',
  'has bad TLS': 'unreachable',
  'answers 429 with Retry-After': 'http_status',
};
const ARRIVES: readonly Kind[] = [
  'answers with 10 GB',
  'closes a connection it promised to keep',
  'answers with a gzip bomb',
];

describe.each(DATABASES)('a delivery on $name', ({ open }) => {
  const bench = deliveriesOn(open, TIMEOUT_MS);
  const { receiver, hook } = bench;
  let rig: WebhookRig;
  beforeEach(() => {
    rig = bench.rig();
  });

  describe('to receivers of eleven kinds, through all five attempts', () => {
    let eleven: Eleven;
    const ids = new Map<Kind, string>();

    beforeAll(async () => {
      expect(DELIVERY.timeoutMs).toBe(5_000);
      eleven = await startEleven(TIMEOUT_MS, RETRY_AFTER_S);
    });
    afterAll(() => eleven.close());

    it('attempts "immediate, 1 minute, 5 minutes, 30 minutes, 2 hours" and is "then marked failing"', async () => {
      for (const kind of KINDS) ids.set(kind, (await hook(eleven.kinds[kind].url)).id);
      await rig.emit(ENDED);
      await rig.runOut();
      const outcome = async (kind: Kind) => {
        const id = ids.get(kind) ?? '';
        const [[delivery], webhook] = await Promise.all([
          rig.deliveries(id),
          rig.webhooks.get(rig.orgId, id),
        ]);
        const starts = delivery?.attempts.map(({ startedAt }) => startedAt.getTime()) ?? [];
        return {
          kind,
          state: delivery?.state,
          status: webhook.status,
          gapsS: starts.slice(1).map((start, i) => Math.round((start - (starts[i] ?? 0)) / 1_000)),
          codes: [...new Set(delivery?.attempts.map(({ errorCode }) => errorCode))],
        };
      };
      const outcomes = await Promise.all(KINDS.map(outcome));
      const expected = KINDS.map((kind) => {
        const code = FAILS[kind];
        if (code === undefined) {
          const arrives = ARRIVES.includes(kind);
          return {
            kind,
            state: arrives ? 'delivered' : 'failed',
            status: arrives ? 'active' : 'disabled',
            gapsS: [],
            codes: [arrives ? undefined : 'gone'],
          };
        }
        const first = kind === 'answers 429 with Retry-After' ? RETRY_AFTER_S : 60;
        return { kind, state: 'failed', status: 'failing', gapsS: [first, 300, 1_800, 7_200], codes: [code] };
      });
      expect(outcomes).toEqual(expected);
      // "no redirects": a host behind our firewall gets no connection.
      expect(eleven.internal.connections()).toBe(0);
      // "64 kB read at most": the kernel's buffers took a little more, but far less than 10 GB.
      expect(eleven.endless.bytes).toBeLessThan(32 * 1024 ** 2);
      const sent = eleven.kinds['answers 500'].requests;
      expect(sent).toHaveLength(5);
      expect(new Set(sent.map(({ body }) => body.toString())).size).toBe(1);
      expect(new Set(sent.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(new Set(sent.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(5);
    }, 120_000);
  });

  it('holds the envelope: id, type, created_at and data, under the name that was subscribed, with one id', async () => {
    const [one, other] = [
      await receiver((_, response) => response.end()),
      await receiver((_, response) => response.end()),
    ];
    await hook(one.url, ['session.end']);
    await hook(other.url, ['session.ended', 'session.end']);
    const id = await rig.emit(ENDED);
    await rig.settle();
    const parsed = [one, other].map(({ requests }) =>
      requests.map(({ body }) => JSON.parse(body.toString()) as unknown),
    );
    const created_at = new Date(rig.nowMs()).toISOString();
    expect(parsed).toEqual([
      [{ id, type: 'session.end', created_at, data: exampleOf('session.end') }],
      [{ id, type: 'session.ended', created_at, data: exampleOf('session.ended') }],
    ]);
  });

  it('goes only to subscribers of the same organization', async () => {
    const site = await receiver((_, response) => response.end());
    await hook(site.url, ['alert.triggered']);
    const stranger = await startWebhookRig(bench.database());
    await stranger.emit(ENDED);
    await rig.emit(ENDED);
    await rig.settle();
    await stranger.close();
    expect(site.requests).toEqual([]);
  });

  it('goes on beside a newer relay: names that it took are passed over, events that it told are left to it', async () => {
    const site = await receiver((_, response) => response.end());
    const newer = await hook('http://127.0.0.1:9/');
    const { queries } = bench.database();
    await queries
      .updateTable('webhooks')
      .set({ events: JSON.stringify(['session.dreamed']) })
      .where('id', '=', newer.id)
      .execute();
    await hook(site.url);
    const [dreamed, ended] = [await rig.emit(ENDED), await rig.emit(ENDED)];
    await queries
      .updateTable('events')
      .set({ type: 'session.dreamed' })
      .where('id', '=', dreamed ?? '')
      .execute();
    await rig.settle();
    expect(site.requests.map(({ headers }) => headers['webhook-id'])).toEqual([ended]);
    const { dispatched_at } = await queries
      .selectFrom('events')
      .select('dispatched_at')
      .where('id', '=', dreamed ?? '')
      .executeTakeFirstOrThrow();
    expect(dispatched_at).toBeNull();
    const listed = await rig.webhooks.list(rig.orgId);
    expect(listed.find(({ id }) => id === newer.id)?.events).toEqual([]);
    await queries
      .deleteFrom('events')
      .where('id', '=', dreamed ?? '')
      .execute();
  });

  it('happens once for an event that was appended twice under one key', async () => {
    const site = await receiver((_, response) => response.end());
    await hook(site.url);
    expect(await rig.emit({ ...ENDED, once: 'ses_1' })).toBeDefined();
    expect(await rig.emit({ ...ENDED, once: 'ses_1' })).toBeUndefined();
    await rig.settle();
    expect(site.requests).toHaveLength(1);
  });

  it('makes a failing webhook active again when it succeeds', async () => {
    let healthy = false;
    const site = await receiver((_, response) => response.writeHead(healthy ? 204 : 503).end());
    const { id } = await hook(site.url);
    await rig.emit(ENDED);
    await rig.runOut();
    expect(await rig.webhooks.get(rig.orgId, id)).toMatchObject({
      status: 'failing',
      statusReason: 'attempts_exhausted',
    });
    healthy = true;
    await rig.emit(ENDED);
    await rig.settle();
    expect(await rig.webhooks.get(rig.orgId, id)).toMatchObject({
      status: 'active',
      statusReason: undefined,
    });
  });

  it('is given up and its webhook disabled after days without success: "disabled on repeated, not on sporadic failure"', async () => {
    const site = await receiver((_, response) => response.writeHead(500).end());
    const { id } = await hook(site.url);
    await rig.emit(ENDED);
    await rig.runOut();
    rig.advance(DELIVERY.disableAfterMs);
    await rig.emit(ENDED);
    await rig.runOut();
    expect(await rig.webhooks.get(rig.orgId, id)).toMatchObject({
      status: 'disabled',
      statusReason: 'failing_too_long',
    });
  });

  it('is canceled when its webhook was disabled in the meantime, and no other one is made', async () => {
    const site = await receiver((_, response) => response.writeHead(500).end());
    const { id } = await hook(site.url);
    await rig.emit(ENDED);
    await rig.settle();
    await rig.webhooks.change(rig.orgId, id, { active: false });
    await rig.emit(ENDED);
    await rig.runOut();
    expect(site.requests).toHaveLength(1);
    expect(await rig.deliveries(id)).toMatchObject([{ state: 'cancelled' }]);
  });

  it('is sent again on request after it failed: same id, same bytes, the whole schedule', async () => {
    const site = await receiver((_, response) => response.writeHead(500).end());
    const { id } = await hook(site.url);
    await rig.emit(ENDED);
    await rig.runOut();
    const [failed] = await rig.deliveries(id);
    await rig.webhooks.redeliver(rig.orgId, id, failed?.id ?? '');
    await expect(rig.webhooks.redeliver(rig.orgId, id, failed?.id ?? '')).rejects.toMatchObject({
      code: 'conflict',
    });
    await rig.runOut();
    expect(site.requests).toHaveLength(10);
    expect(new Set(site.requests.map(({ body }) => body.toString())).size).toBe(1);
    expect((await rig.deliveries(id))[0]?.attempts.map(({ number }) => number)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  it.each([
    ['a page of a stranger', '<script>steal()</script>', { text: '<script>steal()</script>', cut: false }],
    ['what cannot be stored', Buffer.from([0x41, 0, 0xff, 0x42]), { text: 'A\uFFFD\uFFFDB', cut: false }],
    ['only the beginning of much', 'x'.repeat(5_000), { text: 'x'.repeat(4_096), cut: true }],
    ['nothing', '', { text: '', cut: false }],
  ])('keeps of an answer %s', async (_, sent, kept) => {
    const site = await receiver((__, response) => response.writeHead(500).end(sent));
    const { id } = await hook(site.url);
    await rig.emit(ENDED);
    await rig.settle();
    const [delivery] = await rig.deliveries(id);
    expect(delivery?.attempts[0]?.answer).toEqual(kept);
    const { payload } = await rig.webhooks.delivery(rig.orgId, id, delivery?.id ?? '');
    expect(payload).toBe(site.requests[0]?.body.toString());
  });

  it('runs at most 5 at a time to one webhook, and a slow receiver delays no other', async () => {
    let [inFlight, most] = [0, 0];
    const slow = await receiver((_, response) => {
      most = Math.max(most, ++inFlight);
      setTimeout(() => {
        inFlight--;
        response.end();
      }, 150);
    });
    let doneBeforeSlow = -1;
    const quick = await receiver((_, response) => {
      doneBeforeSlow = Math.max(doneBeforeSlow, slow.requests.length);
      response.end();
    });
    await hook(slow.url);
    await hook(quick.url);
    for (let i = 0; i < 40; i++) await rig.emit(ENDED);
    await rig.runOut();
    expect(slow.requests).toHaveLength(40);
    expect(quick.requests).toHaveLength(40);
    expect(most).toBe(5);
  });

  it('does not wait for a slow receiver on the same host and port', async () => {
    const waiting: (() => void)[] = [];
    const both = await receiver(({ url }, response) => {
      if (url === '/slow') waiting.push(() => response.end());
      else response.end();
    });
    const { origin } = new URL(both.url);
    await hook(`${origin}/slow`);
    await hook(`${origin}/quick`);
    for (let i = 0; i < 20; i++) await rig.emit(ENDED);
    const run = rig.runOut();
    // The slow one answers only after the quick one has everything.
    const quick = (): number => both.requests.filter(({ url }) => url === '/quick').length;
    await expect.poll(quick, { timeout: 10_000 }).toBe(20);
    const drain = setInterval(() => waiting.splice(0).forEach((answer) => answer()), 5);
    await run;
    clearInterval(drain);
    expect(both.requests).toHaveLength(40);
  });

  it('is refused at the connection when its name resolves to a private address: the rules hold at every connect', async () => {
    const site = await receiver((_, response) => response.end());
    const { port } = new URL(site.url);
    const guarded = await startWebhookRig(bench.database(), {
      http: { isAllowedPort: () => true, lookup: () => Promise.resolve(['127.0.0.1']) },
    });
    const { id } = await guarded.webhooks.create(guarded.orgId, {
      url: `http://rebinding.example.org:${port}/hook`,
      events: ['session.end'],
      secret: SECRET,
    });
    await guarded.emit(ENDED);
    await guarded.settle();
    const [delivery] = await guarded.deliveries(id);
    await guarded.close();
    expect(delivery?.attempts).toMatchObject([{ errorCode: 'address_not_allowed' }]);
    expect(site.connections()).toBe(0);
  });

  it('leaves no secret in the database or in the log', async () => {
    const site = await receiver((_, response) => response.writeHead(500).end());
    await hook(site.url);
    await rig.emit(ENDED);
    await rig.runOut();
    const rows = await bench.database().queries.selectFrom('webhooks').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(SECRET);
    expect(rows.length).toBeGreaterThan(0);
    expect(rig.log.join('\n')).toContain('a webhook is in trouble');
    expect(rig.log.join('\n')).not.toContain(SECRET);
    expect(rig.log.join('\n')).not.toContain('token=abc');
  });
});
