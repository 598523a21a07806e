import { newId } from '../../domain/ids.js';
import type { GatewayRig, Tenant } from './gateway-rig.js';
import { asTenant, type IdSlot, type Maker } from './id-slot.js';

/** A session that has begun. A token may also name a session that has not begun; a page opens it that way. */
export const streamSession: IdSlot = {
  name: 'session_id',
  make: (rig, tenant) => beginSession(rig, tenant),
  makeDeleted: async (rig, tenant) => {
    const sessionId = await beginSession(rig, tenant);
    await rig.database.queries
      .updateTable('sessions')
      .set({ state: 'expired', ended_at: new Date(), checkpoint: null })
      .where('id', '=', sessionId)
      .execute();
    return sessionId;
  },
  none: () => newId('ses'),
  // The caller may use any id, whatever ids other organizations use. An ended session also gets a token, but
  // opening it is refused.
  expected: { own: 201, other: 201, none: 201, deleted: 201 },
};

const beginSession = async (rig: GatewayRig, tenant: Tenant): Promise<string> => {
  const sessionId = newId('ses');
  await startStream(rig, tenant, sessionId);
  return sessionId;
};

/** A live stream under this name. */
export const startStream = async (
  rig: GatewayRig,
  { organization }: Tenant,
  sessionId: string,
): Promise<void> => {
  await rig.repositories.streams.create({
    sessionId,
    orgId: organization.id,
    handleHash: Buffer.from(newId('handle')).toString('hex').slice(0, 64).padEnd(64, '0'),
    vertical: 'contact_center',
    config: {},
    startedAtMs: Date.now(),
    concurrentMax: 1_000,
  });
};

const createSession: Maker = async (rig, tenant) => {
  const created = await asTenant<{ session: { id: string } }>(rig, tenant, 'POST', '/v1/sessions', {});
  const { id } = created.session;
  await asTenant(rig, tenant, 'POST', `/v1/sessions/${id}/utterances`, {
    utterance_id: 'u1',
    result: ANGRY_RESULT,
  });
  return id;
};

const ANGRY_RESULT = {
  emotion: 'angry',
  valence: -0.8,
  arousal: 0.8,
  signals: { escalation: 0.95 },
  duration: 4,
};

export const conversationId = (
  name: string,
  own: number,
  prepare: (rig: GatewayRig, tenant: Tenant, id: string) => Promise<unknown> = () => Promise.resolve(),
): IdSlot => {
  const make: Maker = async (rig, tenant, before) => {
    const id = await createSession(rig, tenant, before);
    await prepare(rig, tenant, id);
    return id;
  };
  return {
    name,
    make,
    makeDeleted: async (rig, tenant, before) => {
      const id = await make(rig, tenant, before);
      await asTenant(rig, tenant, 'DELETE', `/v1/sessions/${id}`);
      return id;
    },
    none: () => newId('ses'),
    expected: { own, deleted: 404 },
  };
};

const predicted = (sessionId: string): string => `u1.${Buffer.from(sessionId).toString('base64url')}`;

/** The utterance of a session, as the answer to its analysis names it. */
export const predictedUtterance: IdSlot = (() => {
  const { make, makeDeleted, none } = conversationId('session_id', 200);
  return {
    name: 'prediction_id',
    make: async (...of: Parameters<Maker>) => predicted(await make(...of)),
    makeDeleted: async (...of: Parameters<Maker>) => predicted(await makeDeleted(...of)),
    none: () => predicted(none()),
    expected: { own: 200, deleted: 404 },
  };
})();

export const endConversation = (rig: GatewayRig, tenant: Tenant, id: string): Promise<unknown> =>
  asTenant(rig, tenant, 'POST', `/v1/sessions/${id}/end`, {});

export const streamInto = (
  { services }: GatewayRig,
  { organization }: Tenant,
  id: string,
): Promise<unknown> =>
  services.conversations.openStream({
    id,
    orgId: organization.id,
    vertical: 'general',
    language: 'en',
    metadata: {},
  });

/** Makes the speaker in the previous slot's session angry until it raises an alert. */
const raiseAlert: Maker = async (rig, tenant, before) => {
  const named = before.get('id') ?? '';
  const found = await fetch(`${rig.url}/v1/sessions/${named}`, { headers: { 'X-API-Key': tenant.key } });
  const id = found.ok ? named : await createSession(rig, tenant, before);
  for (let tries = 0; tries < 20; tries++) {
    const { alerts } = await asTenant<{ alerts: { id: string }[] }>(
      rig,
      tenant,
      'POST',
      `/v1/sessions/${id}/utterances`,
      { result: ANGRY_RESULT },
    );
    if (alerts[0] !== undefined) return alerts[0].id;
  }
  throw new Error('an angry session raises an alert');
};

export const alertId: IdSlot = {
  name: 'alert_id',
  make: raiseAlert,
  makeDeleted: async (rig, tenant) => raiseAlert(rig, tenant, new Map()),
  none: () => newId('alr'),
  // An alert is searched only in the caller's own session.
  expected: { own: 200, other: 404, none: 404, deleted: 404 },
};

export const KPI = { kind: 'binary', direction: 'higher_is_better' } as const;
let kpis = 0;
const defineKpi: Maker = async (rig, tenant) => {
  const listed = await asTenant<{ kpis: { name: string }[] }>(rig, tenant, 'GET', '/v1/kpis');
  for (const { name } of listed.kpis) await asTenant(rig, tenant, 'DELETE', `/v1/kpis/${name}`);
  const name = `kpi_${kpis++}`;
  await asTenant(rig, tenant, 'POST', '/v1/kpis', { ...KPI, name });
  return name;
};

export const kpiName = (own: number): IdSlot => ({
  name: 'name',
  make: defineKpi,
  makeDeleted: async (rig, tenant, before) => {
    const name = await defineKpi(rig, tenant, before);
    await asTenant(rig, tenant, 'DELETE', `/v1/kpis/${name}`);
    return name;
  },
  none: () => `kpi_${kpis++}`,
  // A name is searched only among the caller's own.
  expected: { own, other: 404, none: 404, deleted: 404 },
});
