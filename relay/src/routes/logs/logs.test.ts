import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUESTS_KEPT_MS, RequestLogRepository } from '../../storage/audit/request-log-repository.js';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';
import { joinedMember, signedInHeaders } from '../testing/member-ids.js';

let rig: GatewayRig;
let tenant: Tenant;
beforeAll(async () => {
  rig = await startGateway();
  tenant = await rig.createTenant('enterprise');
}, 60_000);
afterAll(() => rig.stop());

interface Row {
  readonly id: string;
  readonly route: string;
  readonly status: number;
  readonly key_id: string | null;
  readonly key_name: string | null;
  readonly member_id: string | null;
  readonly [more: string]: unknown;
}
interface Page {
  readonly requests: readonly Row[];
  readonly next_cursor: string | null;
}

interface Ask {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const ask = (path: string, init: Ask = {}, key = tenant.key): Promise<Response> =>
  fetch(`${rig.url}${path}`, { ...init, headers: { 'X-API-Key': key, ...init.headers } });

const requests = async (query = '', key = tenant.key): Promise<Page> => {
  await rig.services.requestLog.flush();
  const response = await ask(`/v1/requests${query}`, {}, key);
  expect(response.status, query).toBe(200);
  return (await response.json()) as Page;
};

describe('the log of requests', () => {
  it('says who asked for what and what came of it, and nothing that was said', async () => {
    const secret = 'what-a-caller-said-7181';
    const failed = await ask(`/v1/sessions/${secret}?language=${secret}`);
    const refused = await ask('/v1/sessions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ nobody: secret }),
    });
    const { requests: rows } = await requests();
    expect(rows.slice(0, 2)).toMatchObject([
      { id: refused.headers.get('x-request-id'), method: 'POST', route: '/v1/sessions', status: 400 },
      {
        id: failed.headers.get('x-request-id'),
        method: 'GET',
        route: '/v1/sessions/:id',
        status: failed.status,
        key_id: tenant.keyId,
        key_name: 'Tenant key',
        member_id: null,
      },
    ]);
    expect(rows[0]?.['duration_ms']).toBeGreaterThan(0);
    const stored = await rig.database.queries.selectFrom('request_log').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('tells a member from a key, and is one organization’s own', async () => {
    const member = await joinedMember(rig, tenant, 'viewer');
    const { headers } = await signedInHeaders(rig, member);
    await fetch(`${rig.url}/v1/kpis`, { headers });
    const { requests: rows } = await requests(`?member_id=${member.id}`);
    expect(rows).toMatchObject([
      { route: '/v1/kpis', member_id: member.id, key_id: null, key_name: member.email },
    ]);
    const other = await rig.createTenant();
    expect((await requests('', other.key)).requests).toEqual([]);
  });

  it('is filtered, and comes in pages without a gap', async () => {
    const whose = await rig.createTenant('enterprise');
    for (let call = 0; call < 5; call += 1) await ask('/v1/kpis', {}, whose.key);
    await ask('/v1/wallet', {}, whose.key);
    await ask('/v1/webhooks/wh_nobody', {}, whose.key);
    const routes = async (query: string): Promise<string[]> =>
      (await requests(query, whose.key)).requests.map(({ route }) => route);
    expect(await routes('?status=error')).toEqual(['/v1/webhooks/:id']);
    expect(await routes('?status=server_error')).toEqual([]);
    expect(await routes('?status=403')).toEqual(['/v1/webhooks/:id']);
    expect(await routes('?route=/v1/wallet&method=GET&status=ok')).toEqual(['/v1/wallet']);
    expect(await routes(`?key_id=${whose.keyId}&route=/v1/kpis`)).toHaveLength(5);
    expect(await routes('?to=2020-01-01T00:00:00Z')).toEqual([]);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await requests(
        `?route=/v1/kpis&limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`,
        whose.key,
      );
      seen.push(...page.requests.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect([seen.length, new Set(seen).size]).toEqual([5, 5]);
  });

  it.each(['?status=200x', '?limit=0', '?cursor=x', '?from=yesterday', '?nothing=1'])(
    'refuses %s',
    async (query) => {
      const response = await ask(`/v1/requests${query}`);
      expect([response.status, ((await response.json()) as { error: { code: string } }).error.code]).toEqual([
        400,
        'validation_error',
      ]);
    },
  );

  it('is kept for a week, and of the busiest organization no more than its share', async () => {
    const whose = await rig.createTenant();
    const { id: orgId } = whose.organization;
    const now = rig.nowMs();
    const log = new RequestLogRepository(rig.database.queries, 100);
    const rows = Array.from({ length: 120 }, (_, index) => ({
      id: `req_${index}`,
      orgId,
      keyId: whose.keyId,
      at: new Date(now - index),
      method: 'GET',
      route: '/v1/kpis',
      status: 200,
      durationMs: 1,
    }));
    const [first] = rows;
    if (first === undefined) throw new Error('no rows');
    const old = { ...first, id: 'req_old', at: new Date(now - REQUESTS_KEPT_MS - 1_000) };
    await log.add([old]);
    expect(await log.trim(new Date(now))).toBe(1);
    await log.add(rows);
    // Written again after a connection broke: nothing is double.
    await log.add(rows.slice(0, 10));
    expect(await log.trim(new Date(now))).toBe(20);
    expect(await log.trim(new Date(now))).toBe(0);
  });
});

describe('the audit log of an organization', () => {
  it('names who did what, newest first, in pages', async () => {
    const whose = await rig.createTenant();
    const member = await joinedMember(rig, whose, 'owner');
    const { headers } = await signedInHeaders(rig, member);
    const body = JSON.stringify({ policy: { retention_days: 30 } });
    const json = { 'Content-Type': 'application/json' };
    await ask('/v1/organization', { method: 'PATCH', headers: json, body }, whose.key);
    const again = JSON.stringify({ policy: { retention_days: 31 } });
    await fetch(`${rig.url}/v1/organization`, {
      method: 'PATCH',
      headers: { ...headers, ...json },
      body: again,
    });
    interface AuditPage {
      readonly entries: readonly { readonly seq: number; readonly actor_name: string | null }[];
      readonly next_before: number | null;
    }
    const page = async (query: string): Promise<AuditPage> =>
      (await (await ask(`/v1/audit${query}`, {}, whose.key)).json()) as AuditPage;
    expect((await page('?action=policy.changed')).entries).toMatchObject([
      { actor: `member:${member.id}`, actor_name: member.email, detail: { retentionDays: 31 } },
      { actor: `key:${whose.keyId}`, actor_name: 'Tenant key', detail: { retentionDays: 30 } },
    ]);
    expect((await page(`?actor=member:${member.id}`)).entries).toMatchObject([
      { action: 'policy.changed' },
      { action: 'member.signed_in' },
    ]);
    const { entries, next_before: before } = await page('?limit=2');
    expect(entries).toHaveLength(2);
    expect((await page(`?limit=1&before=${before}`)).entries[0]?.seq).toBe((entries[1]?.seq ?? 0) - 1);
    expect((await ask('/v1/audit?action=nothing')).status).toBe(400);
  });
});
