import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { ADMIN_TOKEN, type GatewayRig, startGateway } from '../testing/gateway-rig.js';

let rig: GatewayRig;
beforeAll(async () => {
  rig = await startGateway();
}, 60_000);
afterAll(() => rig.stop());

interface Organization {
  id: string;
  name: string;
  plan: string;
  policy: Record<string, unknown>;
}

const admin = (
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { Authorization: `Bearer ${ADMIN_TOKEN}` },
): Promise<Response> =>
  fetch(`${rig.url}/admin/v1${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const json = async <T>(response: Promise<Response>): Promise<T> => (await (await response).json()) as T;
const createOrganization = async (body: object = { name: 'Acme', plan: 'starter' }): Promise<Organization> =>
  (await json<{ organization: Organization }>(admin('POST', '/organizations', body))).organization;

describe('the operator’s API', () => {
  it('accepts only the operator’s token, never an API key', async () => {
    const cases: Record<string, string>[] = [
      {},
      { Authorization: `Bearer ${rig.first.key}` },
      { 'X-API-Key': rig.first.key },
      { 'X-API-Key': ADMIN_TOKEN },
      { Authorization: ADMIN_TOKEN },
      { Authorization: `Bearer ${ADMIN_TOKEN}x` },
      { Authorization: `Bearer ${ADMIN_TOKEN} x` },
    ];
    const rows = rig.routes.filter(({ access }) => access === 'admin');
    expect(rows.length).toBeGreaterThan(10);
    for (const { method, path } of rows) {
      for (const headers of cases) {
        const response = await fetch(`${rig.url}${path}`, { method, headers });
        expect(response.status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(401);
      }
    }
  });

  it('is the only place where the token works', async () => {
    const response = await fetch(`${rig.url}/v1/api-keys`, {
      headers: { Authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    expect(response.status).toBe(401);
  });

  it('creates, lists, shows and changes organizations', async () => {
    const made = await createOrganization({ name: 'Acme', plan: 'free', owner_email: 'Owner@Acme.example' });
    expect(made).toMatchObject({ name: 'Acme', plan: 'free', policy: { workplace_policy: true } });
    const { organizations } = await json<{ organizations: Organization[] }>(admin('GET', '/organizations'));
    expect(organizations).toContainEqual(made);
    const changes = { plan: 'pro', policy: { no_employees_recorded: true } };
    await admin('PATCH', `/organizations/${made.id}`, changes);
    const { organization } = await json<{ organization: Organization }>(
      admin('GET', `/organizations/${made.id}`),
    );
    expect(organization).toMatchObject({
      name: 'Acme',
      plan: 'pro',
      policy: { workplace_policy: true, no_employees_recorded: true },
    });
    const { members } = await json<{ members: object[] }>(admin('GET', `/organizations/${made.id}/members`));
    expect(members).toMatchObject([{ email: 'Owner@Acme.example', role: 'owner' }]);
  });

  it('applies a changed plan to requests at once', async () => {
    const tenant = await rig.createTenant('free');
    const limit = async (): Promise<string | null> =>
      (await fetch(`${rig.url}/v1/api-keys`, { headers: { 'X-API-Key': tenant.key } })).headers.get(
        'x-ratelimit-limit',
      );
    expect(await limit()).toBe('60');
    await admin('PATCH', `/organizations/${tenant.organization.id}`, { plan: 'starter' });
    expect(await limit()).toBe('300');
  });

  it('adds and removes members, and accepts each e-mail address once', async () => {
    const { id } = await createOrganization();
    const path = `/organizations/${id}/members`;
    const added = await admin('POST', path, { email: 'a@acme.example', role: 'developer' });
    expect(added.status).toBe(201);
    expect((await admin('POST', path, { email: 'A@ACME.example' })).status).toBe(409);
    expect((await admin('POST', path, { email: 'nobody' })).status).toBe(400);
    const { member } = (await added.json()) as { member: { id: string } };
    expect((await admin('DELETE', `${path}/${member.id}`)).status).toBe(204);
    expect((await admin('DELETE', `${path}/${member.id}`)).status).toBe(404);
  });

  it('creates, lists and revokes keys', async () => {
    const { id } = await createOrganization();
    const path = `/organizations/${id}/api-keys`;
    const { api_key } = await json<{ api_key: { id: string; key: string } }>(
      admin('POST', path, { name: 'One' }),
    );
    const use = (): Promise<Response> =>
      fetch(`${rig.url}/v1/api-keys`, { headers: { 'X-API-Key': api_key.key } });
    expect((await use()).status).toBe(200);
    expect(await json(admin('GET', path))).toMatchObject({ api_keys: [{ id: api_key.id, name: 'One' }] });
    expect((await admin('DELETE', `${path}/${api_key.id}`)).status).toBe(204);
    expect((await use()).status).toBe(401);
    expect((await admin('DELETE', `${path}/${api_key.id}`)).status).toBe(404);
  });

  it('tops up a wallet once for each reference', async () => {
    const { id } = await createOrganization();
    const path = `/organizations/${id}/wallet`;
    const pay = (credits: number): Promise<Response> =>
      admin('POST', `${path}/top-ups`, { reference: 'invoice-1', credits });
    const first = await pay(100);
    expect([first.status, await first.json()]).toMatchObject([201, { wallet: { balance_credits: 100 } }]);
    const again = await pay(100);
    expect([again.status, await again.json()]).toMatchObject([
      200,
      { top_up: { applied: false }, wallet: { balance_credits: 100 } },
    ]);
    expect((await pay(101)).status).toBe(409);
    expect(await json(admin('GET', path))).toMatchObject({ wallet: { available_credits: 100 } });
    for (const credits of [0, -1, 1.5, 1e300]) expect((await pay(credits)).status).toBe(400);
  });

  it('records every change with its actor in a chain that verifies', async () => {
    const { id } = await createOrganization({ name: 'Acme', owner_email: 'o@acme.example' });
    await admin('PATCH', `/organizations/${id}`, {
      name: 'Acme Inc',
      plan: 'pro',
      policy: { workplace_policy: false },
    });
    await admin('POST', `/organizations/${id}/api-keys`, { name: 'One' });
    await admin('POST', `/organizations/${id}/wallet/top-ups`, { reference: 'r', credits: 1 });
    const { entries } = await json<{ entries: { actor: string; action: string; seq: number }[] }>(
      admin('GET', `/organizations/${id}/audit`),
    );
    expect(entries.map(({ action }) => action)).toEqual([
      'wallet.topped_up',
      'api_key.created',
      'policy.changed',
      'plan.changed',
      'organization.renamed',
      'member.added',
      'organization.created',
    ]);
    expect(new Set(entries.map(({ actor }) => actor))).toEqual(new Set(['operator']));
    expect(await json(admin('GET', `/organizations/${id}/audit/verification`))).toMatchObject({
      verification: { organization_id: id, intact: true, entries: 7 },
    });
  });

  it('answers 404 for an organization that does not exist', async () => {
    const rows = rig.routes.filter(
      ({ access, path, method }) => access === 'admin' && path.includes(':org_id') && method === 'GET',
    );
    for (const { path } of rows) {
      const response = await admin('GET', path.replace('/admin/v1', '').replace(':org_id', newId('org')));
      expect(response.status, path).toBe(404);
    }
  });

  it('refuses unknown fields', async () => {
    for (const body of [{ name: 'A', id: 'org_1' }, { name: 'A', plan: 'gold' }, { name: '' }]) {
      expect((await admin('POST', '/organizations', body)).status).toBe(400);
    }
  });
});
