import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayRig, startGateway, type Tenant } from './testing/gateway-rig.js';
import { type IdSlot, type Ownership, OWNERSHIPS, type TenantRow } from './testing/id-slot.js';
import { TENANT_ROWS } from './testing/tenant-fixtures.js';

/** HARDENING.md S2: every route × every id kind × own, other, none, deleted, generated from the route table. */
let rig: GatewayRig;
let us: Tenant;
let them: Tenant;
beforeAll(async () => {
  rig = await startGateway();
  [us, them] = [await rig.createFundedTenant('enterprise'), await rig.createFundedTenant('enterprise')];
}, 60_000);
afterAll(() => rig.stop());

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

const call = (
  name: string,
  row: TenantRow,
  ids: ReadonlyMap<string, string>,
  key: string,
): Promise<Response> => {
  const [method = '', pattern = ''] = name.split(' ');
  const rest = new Map(ids);
  const path = pattern.replaceAll(/:(\w+)/g, (_whole, segment: string) => {
    const id = rest.get(segment);
    if (id === undefined) throw new Error(`${name} has no fixture for :${segment}`);
    rest.delete(segment);
    return encodeURIComponent(id);
  });
  const named = Object.fromEntries(rest);
  const query = row.idsIn === 'query' ? `?${new URLSearchParams(named).toString()}` : '';
  const body = { ...row.body, ...(row.idsIn !== 'query' && named) };
  const hasBody = method !== 'GET' && Object.keys(body).length > 0;
  return fetch(`${rig.url}${path}${query}`, {
    method,
    headers: { 'X-API-Key': key, ...(hasBody && { 'Content-Type': 'application/json' }) },
    ...(hasBody && { body: JSON.stringify(body) }),
  });
};

/** The ids of a row: this slot's id has the given owner, all others are the caller's own. */
const idsOf = async (
  row: TenantRow,
  slot: IdSlot,
  whose: Ownership,
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  for (const each of row.ids) ids.set(each.name, await idOf(each, each === slot ? whose : 'own', ids));
  return ids;
};

const idOf = (
  slot: IdSlot,
  whose: Ownership,
  before: ReadonlyMap<string, string>,
): Promise<string> | string => {
  switch (whose) {
    case 'own':
      return slot.make(rig, us, before);
    case 'other':
      return slot.make(rig, them, before);
    case 'deleted':
      return slot.makeDeleted(rig, us, before);
    case 'none':
      return slot.none();
  }
};

/** An answer may contain the id that the caller sent, but nothing of another tenant. */
const expectNothingOf = (tenant: Tenant, text: string, where: string): void => {
  for (const secret of [tenant.organization.id, tenant.keyId, tenant.key]) {
    expect(text, where).not.toContain(secret);
  }
};

describe('the tenant matrix (S2)', () => {
  it('has a row for every route that needs a key, and no row without its route', () => {
    const routes = rig.routes.filter(({ access }) => access === 'api_key').map(nameOf);
    expect(Object.keys(TENANT_ROWS).sort()).toEqual([...routes].sort());
  });

  it('covers every id in a path', () => {
    for (const [name, { ids }] of Object.entries(TENANT_ROWS)) {
      const segments = [...name.matchAll(/:(\w+)/g)].map(([, segment]) => segment);
      expect(
        ids.map((slot) => slot.name),
        name,
      ).toEqual(expect.arrayContaining(segments));
    }
  });

  const cells = Object.entries(TENANT_ROWS).flatMap(([name, row]) =>
    row.ids.flatMap((slot) => OWNERSHIPS.map((whose) => ({ name, row, slot, whose }))),
  );
  it.each(cells)('$name with $slot.name: $whose', async ({ name, row, slot, whose }) => {
    const response = await call(name, row, await idsOf(row, slot, whose), us.key);
    const expected = slot.expected[whose] ?? 403;
    expect(response.status).toBe(expected);
    const text = await response.text();
    expectNothingOf(them, text, name);
    if (expected === 403) expect(JSON.parse(text)).toMatchObject({ error: { code: 'forbidden' } });
    if (expected === 404) expect(JSON.parse(text)).toMatchObject({ error: { code: 'not_found' } });
  });

  it.each(Object.entries(TENANT_ROWS).filter(([, { ids }]) => ids.length > 0))(
    '%s refuses with the same body, whether the id exists or not',
    async (name, row) => {
      for (const slot of row.ids) {
        const bodies = new Set<string>();
        const refused = OWNERSHIPS.filter((whose) => (slot.expected[whose] ?? 403) === 403);
        // The caller's own text, like a session's name, is never refused.
        if (refused.length === 0) continue;
        for (const whose of refused) {
          bodies.add(await (await call(name, row, await idsOf(row, slot, whose), us.key)).text());
        }
        expect(bodies.size, slot.name).toBe(1);
      }
    },
  );

  it.each(
    Object.entries(TENANT_ROWS).filter(([, { ids }]) => ids.some((slot) => slot.expected.deleted === 404)),
  )('%s tells a stranger nothing of what was removed', async (name, row) => {
    for (const slot of row.ids) {
      if (slot.expected.deleted !== 404) continue;
      const removed = await idsOf(row, slot, 'deleted');
      const never = new Map(removed).set(slot.name, slot.none());
      const bodies = [];
      for (const ids of [removed, never]) bodies.push(await (await call(name, row, ids, them.key)).text());
      expect(bodies[0], slot.name).toBe(bodies[1]);
    }
  });

  it('answers a row without ids with nothing of another tenant', async () => {
    for (const [name, row] of Object.entries(TENANT_ROWS)) {
      if (row.ids.length > 0) continue;
      const response = await call(name, row, new Map(), us.key);
      expectNothingOf(them, await response.text(), name);
      expect(response.status, name).not.toBe(500);
    }
  });

  it('answers 401 on every row for no key, a malformed key and the operator’s token', async () => {
    for (const [name, row] of Object.entries(TENANT_ROWS)) {
      const ids = new Map<string, string>();
      for (const each of row.ids) ids.set(each.name, each.none());
      for (const key of ['', 'psk_none', 'operator-token-of-the-gateway-rig-0123']) {
        expect((await call(name, row, ids, key)).status, `${name} ${key}`).toBe(401);
      }
    }
  });

  it('leaves the data of others in place: their keys still work', async () => {
    const keys = await fetch(`${rig.url}/v1/api-keys`, { headers: { 'X-API-Key': them.key } });
    expect(keys.status).toBe(200);
  });
});
