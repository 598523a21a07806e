import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Database, openDatabase } from '../storage/database/database.js';
import { startPostgres, type TestPostgres } from '../storage/testing/postgres.js';
import { type GatewayRig, startGateway } from './testing/gateway-rig.js';
import { bearer, errorOf } from './testing/token-requests.js';

let server: TestPostgres;
let database: Database;
let rig: GatewayRig;
beforeAll(async () => {
  server = await startPostgres();
  database = await openDatabase({ kind: 'server', url: server.url, onIdleError: () => undefined });
  // Requests that cannot be counted in the database are counted by the relay alone, as in a relay that runs.
  rig = await startGateway({ database, onUncounted: () => undefined });
}, 60_000);
afterAll(async () => {
  // It cannot give its places back; they expire by themselves.
  await rig.stopServer().catch(() => undefined);
  await database.close();
  await server.stop();
});

it('a locked table gives 503 with Retry-After to those who need it, and leaves connections to everybody else', async () => {
  const ask = (path: string): Promise<Response> => fetch(`${rig.url}${path}`, { headers: bearer(rig.first) });
  const holder = new pg.Client({ connectionString: server.url });
  await holder.connect();
  try {
    await holder.query('begin; lock table webhooks in access exclusive mode');
    // More than there are connections.
    const waiting = Array.from({ length: 12 }, () => ask('/v1/webhooks'));
    const away = `select 1 from pg_locks where relation = 'webhooks'::regclass and not granted`;
    await expect.poll(async () => (await holder.query(away)).rowCount).toBe(10);
    expect((await ask('/v1/api-keys')).status).toBe(200);
    for (const answer of await Promise.all(waiting)) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await errorOf(answer)).toMatchObject({ code: 'overloaded' });
    }
    expect((await fetch(`${rig.url}/readyz`)).status).toBe(200);
  } finally {
    await holder.end();
  }
  expect((await ask('/v1/webhooks')).status).toBe(200);
});

it('a database that is gone gives 503 with Retry-After, whatever is asked, and no stack in the log', async () => {
  const ask = (path: string): Promise<Response> => fetch(`${rig.url}${path}`, { headers: bearer(rig.first) });
  expect((await ask('/v1/api-keys')).status).toBe(200);
  await server.halt();
  for (const path of ['/v1/api-keys', '/v1/wallet', '/v1/sessions/ses_1']) {
    const answer = await ask(path);
    expect([answer.status, answer.headers.get('retry-after')], path).toEqual([503, '5']);
    expect(answer.headers.get('x-ratelimit-remaining')).toBeTruthy();
    expect(await errorOf(answer)).toMatchObject({ code: 'overloaded' });
  }
  expect((await fetch(`${rig.url}/readyz`)).status).toBe(503);
  const lines = rig.log.filter((line) => line.includes('the database does not answer'));
  expect(lines.length).toBeGreaterThan(0);
  expect(rig.log.join('')).not.toContain('a handler failed');
  expect(lines.join('')).not.toContain('"stack"');
});
