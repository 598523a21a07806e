import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayRig, Tenant } from './testing/gateway-rig.js';
import { startGateway } from './testing/gateway-rig.js';
import { openBodies, type OpenBody } from './testing/open-body.js';

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway();
  await rig.fund(rig.first);
}, 60_000);
afterAll(() => rig.stop());

const ask = (tenant: Tenant, key = tenant.key): Promise<Response> =>
  fetch(`${rig.url}/v1/stream/tokens`, { method: 'POST', headers: { 'X-API-Key': key } });

const hasPlaceLeft = async ({ organization: { id } }: Tenant): Promise<boolean> => {
  const place = await rig.services.places.acquire(id, 5);
  place?.release();
  return place !== undefined;
};

describe('concurrent requests', () => {
  it('are limited to 5 on the free plan: the sixth gets 429 concurrency_exceeded with Retry-After', async () => {
    const tenant = await rig.createFundedTenant('free');
    const running: OpenBody[] = await openBodies(rig.port, tenant.key, 5);
    // Not over HTTP: that request would take the last place itself, and one of the five would be refused.
    await expect.poll(async () => hasPlaceLeft(tenant)).toBe(false);
    const refused = await ask(tenant);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: { code: 'concurrency_exceeded' } });
    expect(refused.headers.get('x-ratelimit-limit')).toBe('60');
    const answers = await Promise.all(running.map((body) => body.finish()));
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 201 /);
    expect((await ask(tenant)).status).toBe(201);
  });

  it('free their place when a client leaves in the middle of its request', async () => {
    const tenant = await rig.createFundedTenant('free');
    const running = await openBodies(rig.port, tenant.key, 5);
    for (const body of running) body.leave();
    await expect.poll(async () => (await ask(tenant)).status).toBe(201);
  });
});

describe('rate limits', () => {
  it('apply to a key and to its organization: two keys share the plan’s limit', async () => {
    const tenant = await rig.createFundedTenant('free');
    const second = await rig.createKey(tenant, { rateLimit: 10 });
    const statuses: number[] = [];
    for (let count = 0; count < 12; count++) statuses.push((await ask(tenant, second.key)).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(10);
    const rest: Response[] = [];
    for (let count = 0; count < 52; count++) rest.push(await ask(tenant));
    expect(rest.filter(({ status }) => status === 201)).toHaveLength(50);
    const refused = rest.at(-1)!;
    expect(refused.headers.get('x-ratelimit-limit')).toBe('60');
    expect(refused.headers.get('x-ratelimit-remaining')).toBe('0');
  });

  it('of a key are capped by the plan', async () => {
    const tenant = await rig.createFundedTenant('free');
    const greedy = await rig.createKey(tenant, { rateLimit: 1_000_000 });
    expect((await ask(tenant, greedy.key)).headers.get('x-ratelimit-limit')).toBe('60');
  });
});

describe('addresses (S8)', () => {
  it('that send too many requests must wait before their key is checked', async () => {
    const small = await startGateway({ requestsPerAddress: 3 });
    await small.fund(small.first);
    const call = (): Promise<Response> =>
      fetch(`${small.url}/v1/stream/tokens`, { method: 'POST', headers: { 'X-API-Key': small.first.key } });
    try {
      const statuses = [];
      for (let count = 0; count < 4; count++) statuses.push((await call()).status);
      expect(statuses).toEqual([201, 201, 201, 429]);
      const refused = await call();
      expect(refused.headers.get('x-ratelimit-limit')).toBe('3');
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await small.stop();
    }
  });

  it('that ask for too many files must wait too', async () => {
    const demoDir = await mkdtemp(join(tmpdir(), 'undertone-files-'));
    await writeFile(join(demoDir, 'app.js'), 'export {};');
    const small = await startGateway({ requestsPerAddress: 3, demoDir });
    try {
      const statuses = [];
      for (let count = 0; count < 4; count++) statuses.push((await fetch(`${small.url}/app.js`)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    } finally {
      await small.stop();
      await rm(demoDir, { recursive: true });
    }
  });

  it('that try 1,000 wrong keys in a minute are refused, but for the keys that worked before', async () => {
    const own = await startGateway();
    await own.fund(own.first);
    const fresh = await own.createFundedTenant('pro');
    const call = (key: string): Promise<Response> =>
      fetch(`${own.url}/v1/stream/tokens`, { method: 'POST', headers: { 'X-API-Key': key } });
    try {
      expect((await call(own.first.key)).status).toBe(201);
      for (let count = 0; count < 1_000; count++) expect((await call('psk_wrong')).status).toBe(401);
      expect((await call('psk_wrong')).status).toBe(429);
      // Long after the last look-up of the key, too.
      own.advance(20_000);
      expect((await call(own.first.key)).status).toBe(201);
      // A guess that is right must not be told from one that is wrong.
      expect((await call(fresh.key)).status).toBe(429);
      own.advance(60_000);
      expect((await call(fresh.key)).status).toBe(201);
    } finally {
      await own.stop();
    }
  });
});

describe('requests without a key', () => {
  it('that are more than 1,000 in a minute do not lock out the keys behind the same address', async () => {
    const own = await startGateway();
    await own.fund(own.first);
    const post = (headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${own.url}/v1/stream/tokens`, { method: 'POST', headers });
    try {
      for (let count = 0; count < 1_000; count++) expect((await post()).status).toBe(401);
      expect((await post()).status).toBe(429);
      expect((await post({ 'X-API-Key': own.first.key })).status).toBe(201);
    } finally {
      await own.stop();
    }
  });
});

describe('the three rate-limit headers', () => {
  it('are on an answer that the server gives by itself after the database is gone', async () => {
    const own = await startGateway();
    await own.database.close();
    const failed = await fetch(`${own.url}/v1/api-keys`, { headers: { 'X-API-Key': own.first.key } });
    expect(failed.status).toBe(500);
    for (const name of ['limit', 'remaining', 'reset']) {
      expect(failed.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
    }
    await own.stopServer();
  });
});
