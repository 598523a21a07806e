import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeClosed } from '../../app/background/maintenance.js';
import { Retention } from '../../domain/conversations/retention.js';
import { KEY_SCOPES } from '../../domain/keys/key-scopes.js';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';

const PATH = '/v1/organization';
let rig: GatewayRig;
let us: Tenant;
let them: Tenant;
beforeAll(async () => {
  rig = await startGateway();
  [us, them] = [await rig.createFundedTenant('enterprise'), await rig.createFundedTenant('enterprise')];
}, 60_000);
afterAll(() => rig.stop());

interface Answered {
  readonly status: number;
  readonly body: Record<string, never>;
}

const call = async (
  { key }: { key: string },
  method: string,
  path: string,
  body?: object,
): Promise<Answered> => {
  const answer = await fetch(`${rig.url}${path}`, {
    method,
    headers: { Authorization: `Bearer ${key}`, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Answered['body'] };
};

const policyOf = async (tenant: Tenant): Promise<unknown> =>
  (await call(tenant, 'GET', PATH)).body['organization']?.['policy'];

describe('an organization by its own key', () => {
  it('is shown with its plan and what was declared', async () => {
    const { status, body } = await call(us, 'GET', PATH);
    expect(status).toBe(200);
    expect(body['organization']).toEqual({
      id: us.organization.id,
      name: us.organization.name,
      plan: 'enterprise',
      policy: {
        workplace_policy: true,
        no_employees_recorded: false,
        default_subject: 'customer',
        retention: 'none',
        retention_days: null,
        transcript_days: null,
        language: 'en',
      },
      created_at: expect.any(String) as string,
    });
  });

  it('is closed to keys with other scopes, and open to one with its own', async () => {
    const others = KEY_SCOPES.filter((scope) => scope !== 'organization');
    const limited = await rig.createKey(us, { scopes: others });
    for (const [method, path] of [
      ['GET', PATH],
      ['PATCH', PATH],
      ['DELETE', `${PATH}?confirm=${encodeURIComponent(us.organization.name)}`],
      ['GET', `${PATH}/export`],
    ] as const) {
      expect((await call(limited, method, path)).status, `${method} ${path}`).toBe(403);
    }
    const own = await rig.createKey(us, { scopes: ['organization'] });
    expect((await call(own, 'GET', PATH)).status).toBe(200);
  });
});

describe('its language and what it analyzes', () => {
  const set = (policy: object) => call(us, 'PATCH', PATH, { policy });

  it('has a language that sessions get which name none', async () => {
    expect((await set({ language: 'de' })).body['organization']?.['policy']).toMatchObject({
      language: 'de',
    });
    const made = async (body: object): Promise<unknown> =>
      (await call(us, 'POST', '/v1/sessions', body)).body['session'];
    expect(await made({ session_id: 'in-its-language' })).toMatchObject({ language: 'de' });
    expect(await made({ session_id: 'in-another', language: 'fr' })).toMatchObject({ language: 'fr' });
    expect((await set({ language: 'en' })).status).toBe(200);
  });

  it('may forbid the analysis of agents by its key, and not allow it', async () => {
    const open = await rig.createTenant('pro', { workplacePolicy: false });
    expect(await policyOf(open)).toMatchObject({ workplace_policy: false });
    expect((await call(open, 'PATCH', PATH, { policy: { workplace_policy: false } })).status).toBe(400);
    expect((await call(open, 'PATCH', PATH, { policy: { workplace_policy: true } })).status).toBe(200);
    expect(
      (await rig.repositories.organizations.findRecord(open.organization.id))?.policy.workplacePolicy,
    ).toBe(true);
  });

  it.each([{}, { language: 'xx' }, { language: 7 }, { no_employees_recorded: true }])(
    'refuses %j',
    async (policy) => {
      expect((await set(policy)).status).toBe(400);
    },
  );
});

describe('its retention', () => {
  const set = (retention_days: unknown) => call(us, 'PATCH', PATH, { policy: { retention_days } });

  it.each([30, 0, null])('is set to %s, noted in the audit log, and nobody else’s', async (days) => {
    const { status, body } = await set(days);
    expect(status).toBe(200);
    expect(body['organization']?.['policy']).toMatchObject({ retention_days: days });
    expect(await policyOf(us)).toMatchObject({ retention_days: days });
    expect(await policyOf(them)).toMatchObject({ retention_days: null });
  });

  it('removes what is older, within a round of the maintenance', async () => {
    const session = { session_id: 'old-call' };
    expect((await call(us, 'POST', '/v1/sessions', session)).status).toBe(201);
    expect((await call(us, 'POST', '/v1/sessions/old-call/end', {})).status).toBe(200);
    expect((await call(us, 'GET', '/v1/sessions/old-call')).status).toBe(200);
    await set(0);
    // Nobody is still to be told of it.
    await rig.database.queries
      .updateTable('events')
      .set({ dispatched_at: new Date(rig.nowMs()) })
      .execute();
    rig.advance(1_000);
    const retention = new Retention({
      store: rig.repositories.retention,
      nowMs: () => rig.nowMs(),
      remove: ({ orgId, sessionId }) => rig.services.conversations.remove(orgId, sessionId),
    });
    await retention.round();
    expect((await call(us, 'GET', '/v1/sessions/old-call')).status).toBe(404);
    await set(null);
  });

  it.each([-1, 1.5, 3_661, '30', undefined])('is refused as %s', async (days) => {
    expect((await set(days)).status).toBe(400);
  });

  it('is all that may be set: the plan and the declarations are the operator’s', async () => {
    for (const body of [
      {},
      { plan: 'enterprise' },
      { name: 'Another' },
      { policy: { retention_days: 1, workplace_policy: false } },
    ]) {
      expect((await call(us, 'PATCH', PATH, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect(await policyOf(us)).toMatchObject({ workplace_policy: true });
  });
});

describe('its export', () => {
  it('has what is its own, nothing of others, and no secret', async () => {
    const { status, body } = await call(us, 'GET', `${PATH}/export`);
    expect(status).toBe(200);
    expect(body['next_cursor']).toBeNull();
    const text = JSON.stringify(body);
    expect(text).toContain(us.keyId);
    expect(text).toContain('policy.changed');
    for (const foreign of [them.organization.id, them.keyId, rig.first.organization.id]) {
      expect(text).not.toContain(foreign);
    }
    const { rows } = body as unknown as { rows: { table: string; row: object }[] };
    const keys = rows.filter(({ table }) => table === 'api_keys');
    expect(keys.length).toBeGreaterThan(0);
    for (const { row } of keys) expect(row).not.toHaveProperty('hash');
  });

  it('reads a position as a position, and never as another’s rows', async () => {
    const cursor = Buffer.from(JSON.stringify({ table: 'organizations', after: [''] })).toString('base64url');
    const text = JSON.stringify((await call(us, 'GET', `${PATH}/export?cursor=${cursor}`)).body);
    expect(text).toContain(us.organization.id);
    expect(text).not.toContain(them.organization.id);
    expect((await call(us, 'GET', `${PATH}/export?cursor=none`)).status).toBe(400);
  });
});

describe('its end', () => {
  const end = (tenant: Tenant, confirm?: string): Promise<Answered> =>
    call(tenant, 'DELETE', confirm === undefined ? PATH : `${PATH}?confirm=${encodeURIComponent(confirm)}`);

  it('asks for the name, and never takes the relay’s own organization', async () => {
    for (const wrong of [undefined, '', 'Another']) {
      const { status, body } = await end(us, wrong);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(us.organization.name)]);
    }
    expect((await end(rig.first, rig.first.organization.name)).status).toBe(409);
    expect((await call(us, 'GET', PATH)).status).toBe(200);
  });

  it('stops its keys at once, and leaves nothing of it', async () => {
    const { status, body } = await end(us, us.organization.name);
    expect([status, body['organization']?.['closing_at']]).toEqual([202, expect.any(String) as string]);
    expect((await call(us, 'GET', PATH)).status).toBe(401);
    rig.advance(61_000);
    await removeClosed(rig.repositories, rig.services, rig.nowMs(), { info: () => undefined });
    expect(await rig.repositories.organizations.findRecord(us.organization.id)).toBeUndefined();
    expect((await call(them, 'GET', PATH)).status).toBe(200);
  });
});
