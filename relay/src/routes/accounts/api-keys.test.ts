import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway();
}, 60_000);
afterAll(() => rig.stop());

interface Created {
  api_key: { id: string; key: string; name: string; created_at: string };
  message: string;
}
interface Listed {
  api_keys: Record<string, unknown>[];
}
interface Failed {
  error: { code: string; message: string; details?: Record<string, string[]> };
}

const call = (method: string, path: string, key: string, body?: unknown): Promise<Response> =>
  fetch(`${rig.url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
const create = (tenant: Pick<Tenant, 'key'>, body: unknown): Promise<Response> =>
  call('POST', '/v1/api-keys', tenant.key, body);
const list = async ({ key }: Pick<Tenant, 'key'>): Promise<Listed['api_keys']> =>
  ((await (await call('GET', '/v1/api-keys', key)).json()) as Listed).api_keys;

describe('POST /v1/api-keys', () => {
  it('answers "`api_key` object (id, key, name, created_at) and `message` string saying the key is shown once"', async () => {
    const response = await create(rig.first, { name: 'Desk' });
    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const body = (await response.json()) as Created;
    expect(Object.keys(body).sort()).toEqual(['api_key', 'message']);
    expect(Object.keys(body.api_key).sort()).toEqual(['created_at', 'id', 'key', 'name']);
    expect(body.api_key.key).toMatch(/^psk_[0-9A-Za-z]{33}$/);
    expect(body.api_key.name).toBe('Desk');
    expect(new Date(body.api_key.created_at).toISOString()).toBe(body.api_key.created_at);
    expect(body.message).toContain('once');
    expect((await call('GET', '/v1/api-keys', body.api_key.key)).status).toBe(200);
  });

  it('never gives a limited key more than it has itself', async () => {
    const soon = new Date(rig.nowMs() + 3_600_000).toISOString();
    const later = new Date(rig.nowMs() + 7_200_000).toISOString();
    const made = await create(rig.first, { name: 'Limited', rate_limit: 5, expires_at: soon });
    const { api_key: limited } = (await made.json()) as Created;
    for (const wish of [{}, { rate_limit: 900, expires_at: later }, { rate_limit: 3, expires_at: null }]) {
      const answer = await create(limited, { name: `Child ${JSON.stringify(wish)}`, ...wish });
      expect(answer.status).toBe(201);
    }
    const children = (await list(rig.first)).filter(({ name }) => String(name).startsWith('Child'));
    expect(children.map(({ rate_limit, expires_at }) => [rate_limit, expires_at])).toEqual([
      [5, soon],
      [5, soon],
      [3, soon],
    ]);
  });

  it('stores a hash: the key is in no database row and in no log line (key_never_logged)', async () => {
    const { api_key } = (await (await create(rig.first, { name: 'Hidden' })).json()) as Created;
    await call('GET', `/v1/api-keys?key=${api_key.key}`, api_key.key);
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(rig.database.queries);
    expect(tables.length).toBeGreaterThan(5);
    for (const { name } of tables) {
      const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.id(name)} t`.execute(
        rig.database.queries,
      );
      for (const { text } of rows) expect(text, name).not.toContain(api_key.key);
    }
    expect(rig.log.join('')).not.toContain(api_key.key);
  });

  it.each<[string, unknown, string[]]>([
    ['no name', {}, ['name']],
    ['an empty name', { name: '  ' }, ['name']],
    ['a long name', { name: 'x'.repeat(101) }, ['name']],
    ['a name with a line break', { name: 'a\nb' }, ['name']],
    ['a name that is a number', { name: 7 }, ['name']],
    ['half a surrogate pair', '{"name":"\\ud800"}', ['name']],
    ['an expiry without a time zone', { name: 'a', expires_at: '2099-01-01T00:00:00' }, ['expires_at']],
    ['an expiry that has passed', { name: 'a', expires_at: '2020-01-01T00:00:00Z' }, ['expires_at']],
    ['an expiry that is no time', { name: 'a', expires_at: '2099-13-01T00:00:00Z' }, ['expires_at']],
    ['a rate of nothing', { name: 'a', rate_limit: 0 }, ['rate_limit']],
    ['half a rate', { name: 'a', rate_limit: 1.5 }, ['rate_limit']],
    ['S10: another organization', { name: 'a', org_id: 'org_1' }, ['org_id']],
    ['S10: a key of its own choosing', { name: 'a', key: 'psk_mine', id: 'key_1' }, ['id', 'key']],
    ['S10: __proto__', '{"name":"a","__proto__":{"rate_limit":5}}', ['__proto__']],
  ])('answers 400 for %s', async (_name, body, parameters) => {
    const response = await create(rig.first, body);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as Failed;
    expect(error.code).toBe('validation_error');
    expect(Object.keys(error.details ?? {}).sort()).toEqual(parameters);
  });

  it('refuses a `rate_limit` above the plan’s with the plan’s figure, and takes that figure', async () => {
    const tenant = await rig.createTenant('free');
    const refused = await create(tenant, { name: 'Greedy', rate_limit: 61 });
    expect(refused.status).toBe(400);
    const { error } = (await refused.json()) as Failed;
    expect(error.details?.['rate_limit']).toEqual([
      'must be at most 60, the requests a minute of the plan free',
    ]);
    const { api_key } = (await (await create(tenant, { name: 'Just so', rate_limit: 60 })).json()) as Created;
    const response = await call('GET', '/v1/api-keys', api_key.key);
    expect(response.headers.get('x-ratelimit-limit')).toBe('60');
  });

  it('shows a key again only when the request that made it is repeated', async () => {
    const headers = {
      Authorization: `Bearer ${rig.first.key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': newId('try'),
    };
    const send = (bearer: string): Promise<Response> =>
      fetch(`${rig.url}/v1/api-keys`, {
        method: 'POST',
        headers: { ...headers, Authorization: `Bearer ${bearer}` },
        body: '{"name":"Once"}',
      });
    const before = (await list(rig.first)).length;
    const first = (await (await send(rig.first.key)).json()) as Created;
    expect(await (await send(rig.first.key)).json()).toEqual(first);
    expect(await list(rig.first)).toHaveLength(before + 1);
    const otherKey = await send(first.api_key.key);
    expect([otherKey.status, ((await otherKey.json()) as Failed).error.code]).toEqual([409, 'conflict']);
    expect(await list(rig.first)).toHaveLength(before + 1);
  });
});

describe('GET /v1/api-keys', () => {
  it('lists "id, name, prefix, created_at, last_used_at, expires_at, rate_limit" of the organization’s own keys', async () => {
    const tenant = await rig.createTenant('starter');
    const expires_at = '2099-01-31T12:00:00.000Z';
    const made = (await (
      await create(tenant, { name: 'Second', expires_at, rate_limit: 7 })
    ).json()) as Created;
    const keys = await list(tenant);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toEqual({
      id: made.api_key.id,
      name: 'Second',
      prefix: made.api_key.key.slice(0, 12),
      created_at: made.api_key.created_at,
      last_used_at: null,
      expires_at,
      rate_limit: 7,
    });
    expect(keys[0]).toMatchObject({ id: tenant.keyId, expires_at: null, rate_limit: 300 });
  });

  it('shows when a key was last used, written in batches', async () => {
    const tenant = await rig.createTenant();
    for (let count = 0; count < 3; count++) await list(tenant);
    expect((await list(tenant))[0]?.['last_used_at']).toBeNull();
    await rig.services.uses.flush();
    const [key] = await list(tenant);
    expect(Math.abs(Date.parse(String(key?.['last_used_at'])) - rig.nowMs())).toBeLessThan(10_000);
  });
});

describe('DELETE /v1/api-keys/{id}', () => {
  it('revokes: "key then gets 401", at once on this relay', async () => {
    const tenant = await rig.createTenant();
    const { api_key } = (await (await create(tenant, { name: 'Short' })).json()) as Created;
    expect((await call('GET', '/v1/api-keys', api_key.key)).status).toBe(200);
    const told: string[] = [];
    rig.onKeyRevoked = (keyId) => told.push(keyId);
    const response = await call('DELETE', `/v1/api-keys/${api_key.id}`, tenant.key);
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('x-ratelimit-remaining')).toBeTruthy();
    expect(told).toEqual([api_key.id]);
    const refused = await call('GET', '/v1/api-keys', api_key.key);
    expect([refused.status, ((await refused.json()) as Failed).error.code]).toEqual([401, 'unauthorized']);
    expect((await list(tenant)).map(({ id }) => id)).toEqual([tenant.keyId]);
  });

  it('answers 403 with the same body for another organization’s key and an unknown one, 404 for its own revoked one', async () => {
    const [tenant, other] = [await rig.createTenant(), await rig.createTenant()];
    const { api_key } = (await (await create(tenant, { name: 'Gone' })).json()) as Created;
    await call('DELETE', `/v1/api-keys/${api_key.id}`, tenant.key);
    expect((await call('DELETE', `/v1/api-keys/${api_key.id}`, tenant.key)).status).toBe(404);
    const bodies = new Set<string>();
    for (const id of [other.keyId, newId('key'), 'x', '%00', '..%2f']) {
      const response = await call('DELETE', `/v1/api-keys/${id}`, tenant.key);
      expect(response.status, id).toBe(403);
      bodies.add(await response.text());
    }
    expect(bodies.size).toBe(1);
    expect(JSON.parse([...bodies][0]!)).toMatchObject({ error: { code: 'forbidden' } });
    expect((await call('GET', '/v1/api-keys', other.key)).status).toBe(200);
  });

  it('also revokes the stream tokens made with the key', async () => {
    const tenant = await rig.createFundedTenant();
    const { api_key } = (await (await create(tenant, { name: 'Server' })).json()) as Created;
    const made = await call('POST', '/v1/stream/tokens', api_key.key, {});
    const { token } = (await made.json()) as { token: string };
    expect((await rig.services.authorizer.checkToken(token, undefined)).auth.keyId).toBe(api_key.id);
    await call('DELETE', `/v1/api-keys/${api_key.id}`, tenant.key);
    await expect(rig.services.authorizer.checkToken(token, undefined)).rejects.toThrow('not valid any more');
  });
});

describe('a key that expires', () => {
  it('"then gets 401" at that moment, and stays in the list', async () => {
    const tenant = await rig.createTenant();
    const expires_at = new Date(rig.nowMs() + 60_000).toISOString();
    const { api_key } = (await (await create(tenant, { name: 'Brief', expires_at })).json()) as Created;
    expect((await call('GET', '/v1/api-keys', api_key.key)).status).toBe(200);
    rig.advance(60_000);
    expect((await call('GET', '/v1/api-keys', api_key.key)).status).toBe(401);
    expect(await list(tenant)).toHaveLength(2);
  });
});

describe('the audit log', () => {
  it('names who made and who revoked a key, and is intact', async () => {
    const tenant = await rig.createTenant();
    const { api_key } = (await (await create(tenant, { name: 'Seen' })).json()) as Created;
    await call('DELETE', `/v1/api-keys/${api_key.id}`, tenant.key);
    const [revoked, created] = await rig.repositories.audit.list(tenant.organization.id, 2);
    expect(created).toMatchObject({ action: 'api_key.created', actor: `key:${tenant.keyId}` });
    expect(revoked).toMatchObject({ action: 'api_key.revoked', actor: `key:${tenant.keyId}` });
    expect(JSON.parse(revoked!.detail)).toMatchObject({ api_key_id: api_key.id });
    expect(await rig.repositories.audit.verify(tenant.organization.id)).toMatchObject({ kind: 'intact' });
  });
});
