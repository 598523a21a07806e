import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { type GatewayRig, startGateway } from '../testing/gateway-rig.js';

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway();
}, 60_000);
afterAll(() => rig.stop());

const CREDIT = 1_000_000;
const get = async (path: string, key = rig.first.key): Promise<{ status: number; body: unknown }> => {
  const response = await fetch(`${rig.url}${path}`, { headers: { 'X-API-Key': key } });
  return { status: response.status, body: await response.json() };
};
const amount = (credits: number) => ({ credits, seconds: credits, micro_credits: credits * CREDIT });

describe('GET /v1/wallet', () => {
  it('answers balance, held and available, in credits and in seconds of audio', async () => {
    const tenant = await rig.createTenant();
    const orgId = tenant.organization.id;
    expect(await get('/v1/wallet', tenant.key)).toEqual({
      status: 200,
      body: { wallet: { balance: amount(0), held: amount(0), available: amount(0) }, price: null },
    });
    const { wallets } = rig.repositories;
    await wallets.topUp({ orgId, reference: 'inv-1', microCredits: 90 * CREDIT, at: new Date() });
    await wallets.hold({
      orgId,
      kind: 'analysis',
      reference: newId('req'),
      microCredits: 12.5 * CREDIT,
      ttlMs: 60_000,
    });
    expect(await get('/v1/wallet', tenant.key)).toEqual({
      status: 200,
      body: { wallet: { balance: amount(90), held: amount(12.5), available: amount(77.5) }, price: null },
    });
    expect(await get('/v1/wallet')).toMatchObject({ body: { wallet: { balance: amount(0) } } });
  });
});

describe('limits on the wallet', () => {
  const send = async (method: string, key: string, json?: object) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const body = json === undefined ? null : JSON.stringify(json);
    const response = await fetch(`${rig.url}/v1/wallet/budgets`, { method, headers, body });
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const limit = (kind: string, credits: number) => ({ kind, credits });

  it('are set all at once, say whether they are crossed and when they were reached, and go again', async () => {
    const tenant = await rig.createFundedTenant();
    const { wallets, budgets, audit } = rig.repositories;
    const orgId = tenant.organization.id;
    const month = new Date(rig.nowMs()).toISOString().slice(0, 7);
    expect(await send('GET', tenant.key)).toEqual({
      status: 200,
      body: { month, spent_credits: 0, balance_credits: 1_000, budgets: [] },
    });
    const wanted = [limit('spent_in_month', 40), limit('balance_below', 100)];
    expect(await send('PUT', tenant.key, { budgets: wanted })).toMatchObject({
      status: 200,
      body: { budgets: wanted.map((each) => ({ ...each, crossed: false, reached: null })) },
    });
    const order = { orgId, kind: 'analysis', reference: newId('req'), ttlMs: 60_000 } as const;
    await wallets.settle(await wallets.hold({ ...order, microCredits: 50 * CREDIT }), 42.5 * CREDIT);
    await budgets.tell(new Date(rig.nowMs()));
    expect((await send('GET', tenant.key)).body).toMatchObject({
      spent_credits: 42.5,
      balance_credits: 957.5,
      budgets: [
        { crossed: true, reached: { month, credits: 42.5 } },
        { crossed: false, reached: null },
      ],
    });
    expect((await send('GET', rig.first.key)).body).toMatchObject({ budgets: [] });
    expect((await send('PUT', tenant.key, { budgets: [] })).body).toMatchObject({ budgets: [] });
    const entries = await audit.list(orgId, 100);
    const changes = entries.filter(({ action }) => action === 'wallet.budgets_changed');
    expect(changes.map(({ actor, detail }) => [actor, JSON.parse(detail) as unknown])).toEqual([
      [`key:${tenant.keyId}`, { limits: '' }],
      [`key:${tenant.keyId}`, { limits: 'spent_in_month 40, balance_below 100' }],
    ]);
  });

  it.each([
    [[limit('coffee', 5)], 'budgets.0.kind'],
    [[limit('balance_below', 0)], 'budgets.0.credits'],
    [[limit('balance_below', 1.5)], 'budgets.0.credits'],
    [[limit('balance_below', 1e10)], 'budgets.0.credits'],
    [[limit('balance_below', 5), limit('balance_below', 5)], 'budgets'],
    [Array.from({ length: 11 }, (_, index) => limit('balance_below', index + 1)), 'budgets'],
  ])('refuse %j and name the field', async (budgets, field) => {
    const { status, body } = await send('PUT', rig.first.key, { budgets });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { code: 'validation_error', details: { [field]: [expect.any(String)] } },
    });
  });
});

describe('GET /v1/usage', () => {
  interface Usage {
    readonly usage: { readonly day: string; readonly key_id: string | null; readonly kind: string }[];
    readonly total: object;
    readonly next_cursor: string | null;
  }
  const read = async (query: string, key: string): Promise<Usage> =>
    (await get(`/v1/usage?${query}`, key)).body as Usage;

  it('lists what was charged by day, key and kind, with cursors and a total', async () => {
    const tenant = await rig.createTenant();
    const orgId = tenant.organization.id;
    const { wallets, payments: meters } = rig.repositories;
    await wallets.topUp({ orgId, reference: 'inv-1', microCredits: 1_000 * CREDIT, at: new Date() });
    for (const reference of ['req_1', 'req_2']) {
      const order = { orgId, reference, kind: 'analysis', keyId: tenant.keyId, ttlMs: 60_000 } as const;
      await wallets.settle(await wallets.hold({ ...order, microCredits: 10 * CREDIT }), 2.25 * CREDIT);
    }
    await meters.pay([
      {
        orgId,
        sessionId: newId('ses'),
        generation: 1,
        channels: 1,
        charges: [0, 1, 2].map((second) => ({ channel: 0, second })),
        returns: [],
        hold: 'open',
      },
    ]);
    for (const day of ['2026-01-02', '2026-01-01']) {
      await sql`insert into usage_days values (${orgId}, ${day}, 'key_old', 'stream', 5000000, 1)`.execute(
        rig.database.queries,
      );
    }
    const today = new Date(rig.nowMs()).toISOString().slice(0, 10);
    const all = await read(`from=2026-01-01&to=${today}`, tenant.key);
    expect(all.usage).toEqual([
      { day: today, key_id: null, key_name: null, kind: 'stream', operations: 1, ...amount(3) },
      {
        day: today,
        key_id: tenant.keyId,
        key_name: 'Tenant key',
        kind: 'analysis',
        operations: 2,
        ...amount(4.5),
      },
      { day: '2026-01-02', key_id: 'key_old', key_name: null, kind: 'stream', operations: 1, ...amount(5) },
      { day: '2026-01-01', key_id: 'key_old', key_name: null, kind: 'stream', operations: 1, ...amount(5) },
    ]);
    expect(all.total).toEqual({ operations: 5, ...amount(17.5) });
    expect(all.next_cursor).toBeNull();

    const paged: object[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Usage = await read(
        `from=2026-01-01&to=${today}&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`,
        tenant.key,
      );
      expect(page.total).toEqual(all.total);
      paged.push(...page.usage);
      cursor = page.next_cursor;
    }
    expect(paged).toEqual(all.usage);

    const narrowed = await read(`from=2026-01-02&to=${today}&kind=stream&key_id=key_old`, tenant.key);
    expect(narrowed.usage.map(({ day }) => day)).toEqual(['2026-01-02']);
    expect((await read('', tenant.key)).usage).toHaveLength(2);
    expect((await read('', rig.first.key)).usage).toEqual([]);
  });

  it.each([
    ['from=2026-02-30', 'from'],
    ['from=yesterday', 'from'],
    ['from=2026-02-02&to=2026-02-01', 'from'],
    ['from=2020-01-01&to=2026-02-01', 'from'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['kind=coffee', 'kind'],
    ['cursor=abc', 'cursor'],
    [`cursor=${Buffer.from('{"day":"x"}').toString('base64url')}`, 'cursor'],
    ['org_id=org_other', 'org_id'],
  ])('refuses %s and names the parameter', async (query, parameter) => {
    const { status, body } = await get(`/v1/usage?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { code: 'validation_error', details: { [parameter]: [expect.any(String)] } },
    });
  });
});
