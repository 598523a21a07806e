import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MEMBER_ROLES, type MemberRole } from '../domain/accounts/member.js';
import { KEY_SCOPES, hasScope } from '../domain/keys/key-scopes.js';
import { scopesOfRole } from '../domain/keys/role-scopes.js';
import { reaches, ROUTE_ROLES } from './auth/route-roles.js';
import type { KeyRoute } from './requests/route.js';
import { type GatewayRig, startGateway, type Tenant } from './testing/gateway-rig.js';
import { joinedMember, signedInHeaders } from './testing/member-ids.js';
import { TENANT_ROWS } from './testing/tenant-fixtures.js';

/** Every route × every role, generated from the route table and the API description. */
let rig: GatewayRig;
let tenant: Tenant;
const signedIn = new Map<MemberRole, Record<string, string>>();
beforeAll(async () => {
  rig = await startGateway();
  tenant = await rig.createFundedTenant('enterprise');
  for (const role of MEMBER_ROLES) {
    const { headers } = await signedInHeaders(rig, await joinedMember(rig, tenant, role));
    signedIn.set(role, headers);
  }
}, 60_000);
afterAll(() => rig.stop());

const keyRoutes = (): KeyRoute[] => rig.routes.filter((route) => route.access === 'api_key');
const nameOf = ({ method, path }: KeyRoute): string => `${method} ${path}`;

interface Refusal {
  readonly error?: { readonly code: string; readonly details?: { readonly role?: readonly string[] } };
}

/** Calls a route with an id that nobody has: whoever may call it learns that, and everybody else is refused before. */
const callAs = async (role: MemberRole, name: string): Promise<{ status: number; refused: boolean }> => {
  const [method = '', pattern = ''] = name.split(' ');
  const row = TENANT_ROWS[name];
  const ids = new Map((row?.ids ?? []).map((slot) => [slot.name, slot.none()]));
  const path = pattern.replaceAll(/:(\w+)/g, (_whole, segment: string) => ids.get(segment) ?? '');
  const body = method === 'GET' || row?.body === undefined ? undefined : JSON.stringify(row.body);
  const response = await fetch(`${rig.url}${path}`, {
    method,
    headers: { ...signedIn.get(role), ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const { error } = (text.startsWith('{') ? JSON.parse(text) : {}) as Refusal;
  const refused = response.status === 403 && error?.details?.role !== undefined;
  if (refused) expect(error.code, name).toBe('forbidden');
  return { status: response.status, refused };
};

describe('roles of members', () => {
  it('has a role for every route that needs a key, and no role without its route', () => {
    expect(Object.keys(ROUTE_ROLES).sort()).toEqual(keyRoutes().map(nameOf).sort());
  });

  it('has a role for every operation of the API description', async () => {
    interface Description {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: object[] }>>>>;
    }
    const { paths } = (await (await fetch(`${rig.url}/openapi.json`)).json()) as Description;
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    const open = new Set(
      rig.routes.filter(({ access }) => access === 'anyone').map(({ method, path }) => `${method} ${path}`),
    );
    const without = described.filter((name) => !open.has(name) && ROUTE_ROLES[name] === undefined);
    expect(described.length).toBeGreaterThan(50);
    expect(without).toEqual([]);
  });

  it.each(MEMBER_ROLES)(
    'refuse a %s what only others may do, at every route, and nothing else',
    async (role) => {
      for (const [name, least] of Object.entries(ROUTE_ROLES)) {
        // What would end this very organization is asked without the name that it needs.
        const { status, refused } = await callAs(role, name);
        const own = name.startsWith('GET /v1/members/:id/') || name.startsWith('DELETE /v1/members/:id/');
        const expected = !reaches(role, least) || (own && role !== 'owner');
        expect(refused, `${role} ${name}: ${status}`).toBe(expected);
        expect(status, `${role} ${name}`).not.toBe(401);
        expect(status, `${role} ${name}`).not.toBe(500);
      }
    },
  );

  it('let nobody reach by a key of their own what they may not do themselves', () => {
    for (const role of MEMBER_ROLES) {
      const scopes = scopesOfRole(role);
      const reach = KEY_SCOPES.filter((scope) => hasScope({ scopes }, scope));
      if (!reach.includes('keys')) continue;
      for (const route of keyRoutes().filter(({ scope }) => reach.includes(scope))) {
        const least = ROUTE_ROLES[nameOf(route)] ?? 'owner';
        expect(reaches(role, least), `${role} ${nameOf(route)}`).toBe(true);
      }
    }
  });
});
