import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Retention } from '../../domain/conversations/retention.js';
import { newId } from '../../domain/ids.js';
import { type GatewayRig, startGateway, type Tenant } from '../../routes/testing/gateway-rig.js';
import { type Database, openDatabase } from '../database/database.js';
import { startPostgres, type TestPostgres } from '../testing/postgres.js';
import { appendEvents } from '../webhooks/event-outbox.js';

const DAY_MS = 86_400_000;
const ROUND_MS = 60_000;

let server: TestPostgres;
let database: Database;
let rig: GatewayRig;
let retention: Retention;
beforeAll(async () => {
  server = await startPostgres();
  database = await openDatabase({ kind: 'server', url: server.url, onIdleError: () => undefined });
  rig = await startGateway({ database });
  retention = new Retention({
    store: rig.repositories.retention,
    nowMs: () => rig.nowMs(),
    remove: ({ orgId, sessionId }) => rig.services.conversations.remove(orgId, sessionId),
  });
}, 120_000);
afterAll(async () => {
  await rig.stopServer();
  await database.close();
  await server.stop();
});

const call = async ({ key }: Tenant, method: string, path: string, body?: object): Promise<number> => {
  const answer = await fetch(`${rig.url}${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
};

const talk = async (tenant: Tenant): Promise<string> => {
  const id = newId('ses');
  expect(await call(tenant, 'POST', '/v1/sessions', { session_id: id })).toBe(201);
  expect(
    await call(tenant, 'POST', `/v1/sessions/${id}/utterances`, {
      result: { emotion: 'sad', valence: -0.5, arousal: 0.2, duration: 2 },
    }),
  ).toBe(201);
  return id;
};
const end = (tenant: Tenant, id: string): Promise<number> =>
  call(tenant, 'POST', `/v1/sessions/${id}/end`, {});
const has = async (tenant: Tenant, id: string): Promise<boolean> =>
  (await call(tenant, 'GET', `/v1/sessions/${id}`)) === 200;

/** As the relay does: every event went to whoever wants it. */
const tellAll = async ({ organization: { id } }: Tenant): Promise<void> => {
  const at = new Date(rig.nowMs());
  await sql`update events set dispatched_at = ${at}::timestamptz where org_id = ${id}`.execute(
    database.queries,
  );
};

describe('an organization’s retention', () => {
  it('of no days keeps nothing of a session that is over, and leaves one that goes on', async () => {
    const us = await rig.createTenant('enterprise', { retentionDays: 0 });
    const [over, open] = [await talk(us), await talk(us)];
    await end(us, over);
    await tellAll(us);
    await retention.round();
    expect([await has(us, over), await has(us, open)]).toEqual([false, true]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::integer as n from conversation_utterances where session_id = ${over}`.execute(
      database.queries,
    );
    expect(rows[0]?.n).toBe(0);
  });

  it('of days counts from the end, and each organization has its own', async () => {
    const week = await rig.createTenant('enterprise', { retentionDays: 7 });
    const forever = await rig.createTenant('enterprise');
    const ids = [await talk(week), await talk(forever)] as const;
    await end(week, ids[0]);
    await end(forever, ids[1]);
    for (const tenant of [week, forever]) await tellAll(tenant);
    rig.advance(7 * DAY_MS - ROUND_MS);
    await retention.round();
    expect(await has(week, ids[0])).toBe(true);
    rig.advance(2 * ROUND_MS);
    await retention.round();
    expect([await has(week, ids[0]), await has(forever, ids[1])]).toEqual([false, true]);
  });

  it('waits until the webhooks were told, and takes loose events too', async () => {
    const us = await rig.createTenant('enterprise', { retentionDays: 0 });
    const orgId = us.organization.id;
    const hook = {
      url: 'https://example.com/hooks',
      events: ['session.end', 'analysis.complete'],
      secret: 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5',
    };
    expect(await call(us, 'POST', '/v1/webhooks', hook)).toBe(201);
    const id = await talk(us);
    await end(us, id);
    await database.queries
      .transaction()
      .execute((tx) => appendEvents(tx, [{ orgId, type: 'analysis.complete', data: {} }], rig.nowMs()));
    const count = async (): Promise<number> => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::integer as n from events where org_id = ${orgId}`.execute(database.queries);
      return rows[0]?.n ?? -1;
    };
    await retention.round();
    expect([await has(us, id), await count()]).toEqual([true, 2]);
    await tellAll(us);
    await retention.round();
    expect([await has(us, id), await count()]).toEqual([false, 0]);
  });

  it('takes loose events a few at a time, however many there are', async () => {
    const us = await rig.createTenant('enterprise', { retentionDays: 0 });
    const event = { orgId: us.organization.id, type: 'analysis.complete', data: {} } as const;
    await database.queries.transaction().execute((tx) =>
      appendEvents(
        tx,
        Array.from({ length: 5 }, () => event),
        rig.nowMs(),
      ),
    );
    await tellAll(us);
    rig.advance(1_000);
    const forget = (): Promise<number> => rig.repositories.retention.forgetLoose(new Date(rig.nowMs()), 2);
    expect([await forget(), await forget(), await forget(), await forget()]).toEqual([2, 2, 1, 0]);
  });
});
