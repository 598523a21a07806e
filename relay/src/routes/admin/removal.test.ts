import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeClosed } from '../../app/background/maintenance.js';
import { newId } from '../../domain/ids.js';
import { type Database, openDatabase } from '../../storage/database/database.js';
import { appendEvents } from '../../storage/webhooks/event-outbox.js';
import { startPostgres, type TestPostgres } from '../../storage/testing/postgres.js';
import { ADMIN_TOKEN, type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';

const HOT = { emotion: 'angry', valence: -0.9, arousal: 0.9, signals: { escalation: 1 }, duration: 4 };

let server: TestPostgres;
let database: Database;
let rig: GatewayRig;
let us: Tenant;
let them: Tenant;
beforeAll(async () => {
  // A server, because its dump is part of what is shown.
  server = await startPostgres();
  database = await openDatabase({ kind: 'server', url: server.url, onIdleError: () => undefined });
  rig = await startGateway({ database });
  us = await rig.createFundedTenant('enterprise');
  them = await rig.createFundedTenant('enterprise');
  for (const tenant of [us, them]) await fill(tenant);
}, 120_000);
afterAll(async () => {
  await rig.stopServer();
  await database.close();
  await server.stop();
});

const admin = (method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${rig.url}/admin/v1/organizations/${path}`, {
    method,
    headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

const call = async ({ key }: Tenant, method: string, path: string, body?: object): Promise<number> => {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', 'Idempotency-Key': newId('once') };
  const answer = await fetch(`${rig.url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
};

/** The texts of a tenant that are nowhere else. */
const marksOf = ({ organization: { id } }: Tenant): readonly string[] => [
  id,
  `note-${id}`,
  `anna-${id}`,
  `owner-${id}@acme.example`,
];

/** Something in every corner: sessions, lessons, events, people, keys, money, an audit log, a queued job. */
const fill = async (tenant: Tenant): Promise<void> => {
  const { organization } = tenant;
  const [, note, anna, owner] = marksOf(tenant);
  const now = new Date(rig.nowMs());
  const hook = {
    url: 'https://example.com/hooks',
    events: ['session.end'],
    secret: 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5',
  };
  expect(await call(tenant, 'POST', '/v1/webhooks', hook)).toBe(201);
  expect((await admin('POST', `${organization.id}/members`, { email: owner, role: 'owner' })).status).toBe(
    201,
  );
  const session = { session_id: `call-${organization.id}`, metadata: { note } };
  expect(await call(tenant, 'POST', '/v1/sessions', session)).toBe(201);
  const path = `/v1/sessions/${session.session_id}`;
  for (let n = 0; n < 6; n++) {
    const body = { utterance_id: `u-${n}`, speaker_id: anna, result: HOT };
    expect(await call(tenant, 'POST', `${path}/utterances`, body)).toBe(201);
  }
  expect(await call(tenant, 'POST', `${path}/end`, { outcome: { escalated: true } })).toBe(200);
  await sql`
    insert into speakers (id, org_id, label, consent, created_at, updated_at, template_version)
    values (${newId('spk')}, ${organization.id}, ${anna}, '{}', ${now}::timestamptz, ${now}::timestamptz, 1)`.execute(
    database.queries,
  );
  await database.queries
    .transaction()
    .execute((tx) =>
      appendEvents(tx, [{ orgId: organization.id, type: 'analysis.complete', data: { note } }], rig.nowMs()),
    );
};

/** Every table of every schema with a row that contains the text. */
const tablesWith = async (text: string): Promise<string[]> => {
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') order by 2`.execute(
    database.queries,
  );
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const hits = await sql<{ n: number }>`
      select count(*)::integer as n from ${sql.table(`${schema}.${name}`)} as t where strpos(t::text, ${text}) > 0`.execute(
      database.queries,
    );
    if ((hits.rows[0]?.n ?? 0) > 0) found.push(name);
  }
  return found;
};

interface Page {
  rows: { table: string; row: Record<string, unknown> }[];
  next_cursor: string | null;
}

describe('the export of an organization', () => {
  it('has every row of it, in pages, nothing of others, and no secret', async () => {
    const rows: Page['rows'] = [];
    let cursor = '';
    do {
      const page = (await (await admin('GET', `${us.organization.id}/export${cursor}`)).json()) as Page;
      rows.push(...page.rows);
      cursor = page.next_cursor === null ? '' : `?cursor=${page.next_cursor}`;
    } while (cursor !== '');
    expect(rows[0]?.table).toBe('organizations');
    const owned = await sql<{ name: string }>`
      select table_name as name from information_schema.columns
      where table_schema = current_schema() and column_name = 'org_id' order by 1`.execute(database.queries);
    for (const { name } of owned.rows) {
      const { rows: counted } = await sql<{ n: number }>`
        select count(*)::integer as n from ${sql.table(name)} where org_id = ${us.organization.id}`.execute(
        database.queries,
      );
      expect(
        rows.filter(({ table }) => table === name),
        name,
      ).toHaveLength(counted[0]?.n ?? -1);
    }
    const text = JSON.stringify(rows);
    for (const mark of marksOf(us)) expect(text).toContain(mark);
    for (const mark of marksOf(them)) expect(text).not.toContain(mark);
    expect(text).not.toContain('k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5');
    for (const { row } of rows)
      expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['hash', 'secret']));
  });

  it('continues after the last row of a page, whatever the types of its key', async () => {
    const orgId = us.organization.id;
    await sql`
      insert into redeemed_tokens (jti, org_id, expires_at)
      select 'jti-' || n, ${orgId}, now() from generate_series(1, 700) as n`.execute(database.queries);
    await sql`
      insert into usage_days (org_id, day, key_id, kind, micro_credits, operations)
      select ${orgId}, date '2000-01-01' + n, '', 'stream', 1, 1 from generate_series(1, 700) as n`.execute(
      database.queries,
    );
    const first = (await (await admin('GET', `${orgId}/export`)).json()) as Page;
    expect(first.rows).toHaveLength(1_000);
    const second = (await (await admin('GET', `${orgId}/export?cursor=${first.next_cursor}`)).json()) as Page;
    const days = [...first.rows, ...second.rows].filter(({ table }) => table === 'usage_days');
    expect(new Set(days.map(({ row }) => row['day'])).size).toBe(700);
    expect(days).toHaveLength(700);
  });

  it('refuses a cursor that was never given, and an organization that is not there', async () => {
    const encoded = (position: object): string => Buffer.from(JSON.stringify(position)).toString('base64url');
    const odd = [
      'x',
      encoded({ table: 'pg_class', after: null }),
      encoded({ table: 'usage_days', after: ['a', 'no day', 'b', 'c'] }),
      encoded({ table: 'usage_days', after: ['a'] }),
      encoded({ table: 'organizations', after: ['\0'] }),
    ];
    for (const cursor of odd) {
      expect((await admin('GET', `${us.organization.id}/export?cursor=${cursor}`)).status, cursor).toBe(400);
    }
    expect((await admin('GET', `${newId('org')}/export`)).status).toBe(404);
  });
});

describe('the removal of an organization', () => {
  const close = (confirm: string) =>
    admin('DELETE', `${us.organization.id}?confirm=${encodeURIComponent(confirm)}`);
  const remove = (): Promise<boolean> =>
    removeClosed(rig.repositories, rig.services, rig.nowMs(), { info: () => undefined });

  it('asks for the name, and never takes the relay’s own organization', async () => {
    for (const wrong of ['', 'Another']) {
      const answer = await close(wrong);
      expect([answer.status, await answer.text()]).toEqual([
        400,
        expect.stringContaining(us.organization.name),
      ]);
    }
    const { id, name } = rig.first.organization;
    expect((await admin('DELETE', `${id}?confirm=${encodeURIComponent(name)}`)).status).toBe(409);
    expect((await admin('DELETE', `${newId('org')}?confirm=x`)).status).toBe(404);
    expect(await call(us, 'GET', '/v1/wallet')).toBe(200);
  });

  it('closes it at once, and leaves nothing of it in any table or in the dump of the database', async () => {
    for (const mark of marksOf(us)) expect(await tablesWith(mark), mark).not.toEqual([]);
    expect(await tablesWith(us.organization.id)).toEqual(
      expect.arrayContaining(['ledger_entries', 'audit_log', 'events']),
    );
    const theirs = await Promise.all(marksOf(them).map(tablesWith));
    const answer = await close(us.organization.name);
    expect([answer.status, await answer.json()]).toMatchObject([
      202,
      { organization: { closing_at: expect.any(String) as string } },
    ]);
    expect(await call(us, 'GET', '/v1/wallet')).toBe(401);
    expect((await admin('POST', `${us.organization.id}/api-keys`, { name: 'late' })).status).toBe(409);
    await remove();
    // Its streams have a minute to end.
    expect((await admin('GET', us.organization.id)).status).toBe(200);
    rig.advance(61_000);
    await remove();
    expect((await admin('GET', us.organization.id)).status).toBe(404);
    const dump = await server.dump();
    for (const mark of [...marksOf(us), us.keyId, `call-${us.organization.id}`]) {
      expect(await tablesWith(mark), mark).toEqual([]);
      expect(dump, mark).not.toContain(mark);
    }
    for (const mark of marksOf(them)) expect(dump).toContain(mark);
    expect(await Promise.all(marksOf(them).map(tablesWith))).toEqual(theirs);
    expect(await call(them, 'GET', '/v1/wallet')).toBe(200);
  });

  it('is the only way past the guards of the ledger and the audit log', async () => {
    for (const table of ['ledger_entries', 'audit_log']) {
      const wipe = sql`delete from ${sql.table(table)} where org_id = ${them.organization.id}`;
      await expect(wipe.execute(database.queries)).rejects.toThrow('append-only');
      await expect(sql`truncate ${sql.table(table)}`.execute(database.queries)).rejects.toThrow(
        'append-only',
      );
    }
  });
});
