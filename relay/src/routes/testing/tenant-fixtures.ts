import { newId } from '../../domain/ids.js';
import type { GatewayRig, Tenant } from './gateway-rig.js';

/** Whose an id is, seen from the caller. `deleted` was the caller's own; `none` was never given out. */
export const OWNERSHIPS = ['own', 'other', 'none', 'deleted'] as const;
export type Ownership = (typeof OWNERSHIPS)[number];

/** One place of a request that names something: a path segment, or a field of the query or body. */
export interface IdSlot {
  /** The `:name` of the path, or the field's name. */
  readonly name: string;
  /** Makes something that belongs to the tenant. @returns its id */
  readonly make: (rig: GatewayRig, tenant: Tenant) => Promise<string>;
  /** Makes it and takes it away again, as an API call of the tenant would. */
  readonly makeDeleted: (rig: GatewayRig, tenant: Tenant) => Promise<string>;
  /** Well-formed, and nobody's. */
  readonly none: () => string;
  /** The status for each; absent, 403 with one body for all but `own`. */
  readonly expected: { readonly own: number } & Partial<Readonly<Record<Ownership, number>>>;
}

/** What the matrix knows about a row of the route table that needs an API key. */
export interface TenantRow {
  /** Everything in the request that could name something of another organisation. */
  readonly ids: readonly IdSlot[];
  /** A body that is good but for the ids; those not in the path are added to it. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Where ids that are not in the path go; absent, the body. */
  readonly idsIn?: 'body' | 'query';
}

const apiKeyId: IdSlot = {
  name: 'id',
  make: async (rig, tenant) => (await rig.createKey(tenant)).keyId,
  makeDeleted: async (rig, tenant) => {
    const { keyId } = await rig.createKey(tenant);
    await rig.services.apiKeys.revoke(tenant.organization.id, keyId, 'operator');
    return keyId;
  },
  none: () => newId('key'),
  expected: { own: 204 },
};

/** A session that has begun; a token may also name one that has not, which is how a page opens it. */
const streamSession: IdSlot = {
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
  // An ended session is the caller's own: the token is made, and opening it is refused.
  expected: { own: 201, none: 201, deleted: 201 },
};

const beginSession = async (rig: GatewayRig, { organization }: Tenant): Promise<string> => {
  const sessionId = newId('ses');
  await rig.repositories.sessions.create({
    sessionId,
    orgId: organization.id,
    handleHash: Buffer.from(newId('handle')).toString('hex').slice(0, 64).padEnd(64, '0'),
    vertical: 'contact_center',
    config: {},
    startedAtMs: Date.now(),
    concurrentMax: 1_000,
  });
  return sessionId;
};

/**
 * One row for each row of the route table that needs a key, by `METHOD path`. A route without a row here fails the tests,
 * and so does a row without its route. A new endpoint adds a line.
 */
export const TENANT_ROWS: Readonly<Record<string, TenantRow>> = {
  'POST /v1/stream/tokens': { ids: [streamSession] },
  'GET /v1/api-keys': { ids: [] },
  'POST /v1/api-keys': { ids: [], body: { name: 'A key' } },
  'DELETE /v1/api-keys/:id': { ids: [apiKeyId] },
  'GET /v1/wallet': { ids: [] },
  'GET /v1/usage': { ids: [] },
  // `session_id` and `speaker_id` of an analysis are the caller's own words, not ids of ours.
  'POST /v1/analyze': { ids: [], body: { audio_base64: 'AAAA' } },
  'POST /v1/analyze/audio': { ids: [] },
  'POST /v1/analyze/base64': { ids: [], body: { audio_base64: 'AAAA' } },
  'POST /v1/analyze/batch': { ids: [], body: { items: [{ id: '1', audio_base64: 'AAAA' }] } },
};
