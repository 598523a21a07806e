import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../domain/ids.js';
import { type GatewayRig, startGateway, type Tenant } from '../testing/gateway-rig.js';

let rig: GatewayRig;
let other: Tenant;
beforeAll(async () => {
  rig = await startGateway();
  other = await rig.createFundedTenant();
}, 60_000);
afterAll(() => rig.stop());

const stream = async (
  tenant: Tenant,
  sessionId: string,
  metadata: object,
  startedAtMs = 1_000,
): Promise<void> => {
  await rig.repositories.streams.create({
    sessionId,
    orgId: tenant.organization.id,
    handleHash: Buffer.from(newId('handle')).toString('hex').slice(0, 64).padEnd(64, '0'),
    vertical: 'general',
    config: { metadata },
    startedAtMs,
    concurrentMax: 100,
  });
};

const watch = async (name: string, query = '', tenant = rig.first) => {
  const response = await fetch(`${rig.url}/v1/sessions/${encodeURIComponent(name)}/watch${query}`, {
    headers: { 'X-API-Key': tenant.key },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('GET /v1/sessions/{id}/watch', () => {
  it('finds a live stream by its session, its call or its agent, the newest first', async () => {
    await stream(rig.first, 'MZ1', { call_id: 'CA1', agent: 'u-7' });
    await stream(rig.first, 'MZ2', { call_id: 'CA2', agent_id: 'u-7' }, 2_000);
    for (const [name, query, session] of [
      ['MZ1', '', 'MZ1'],
      ['CA1', '', 'MZ1'],
      ['u-7', '', 'MZ2'],
      ['CA2', '?by=call', 'MZ2'],
      ['u-7', '?by=agent', 'MZ2'],
    ] as const) {
      const { status, body } = await watch(name, query);
      expect([status, body['session_id']], name + query).toEqual([200, session]);
    }
  });

  it('[RT39] finds a live stream by what session.update made of its metadata', async () => {
    await stream(rig.first, 'MZ6', { agent_id: 'u-9' });
    const checkpoint = { orgId: rig.first.organization.id, sessionId: 'MZ6', generation: 1, atMs: 1_000 };
    const state = { config: { metadata: { agent_id: 'u-10' } } };
    expect(await rig.repositories.streams.checkpoint([{ ...checkpoint, state }])).toEqual([]);
    expect((await watch('u-10', '?by=agent')).body['session_id']).toBe('MZ6');
    expect((await watch('u-9')).status).toBe(403);
  });

  it('gives a token that observes this session only, with the role that was asked for', async () => {
    await stream(rig.first, 'MZ3', { call_id: 'CA3' });
    const { body } = await watch('CA3', '?role=agent');
    const { auth } = await rig.services.authorizer.checkToken(String(body['token']), undefined);
    expect(auth).toMatchObject({
      scopes: ['stream.observe'],
      sessionId: 'MZ3',
      claims: { metadata: { role: 'agent' } },
    });
  });

  it('gives nobody another organization’s call, and the same answer as for none', async () => {
    await stream(other, 'MZ4', { call_id: 'CA4', agent: 'u-8' });
    const none = await watch('nothing of this name');
    expect(none.status).toBe(403);
    for (const name of ['MZ4', 'CA4', 'u-8']) expect(await watch(name), name).toEqual(none);
    expect((await watch('CA4', '', other)).status).toBe(200);
    expect(await watch('CA1', '?by=agent')).toEqual(none);
  });

  it('does not find a call that is over, nor one by an unknown kind of name', async () => {
    await stream(rig.first, 'MZ5', { call_id: 'CA5' });
    await rig.database.queries
      .updateTable('sessions')
      .set({ state: 'ended', ended_at: new Date(), checkpoint: null })
      .where('id', '=', 'MZ5')
      .execute();
    expect((await watch('CA5')).status).toBe(403);
    expect((await watch('CA1', '?by=queue')).status).toBe(400);
  });
});
