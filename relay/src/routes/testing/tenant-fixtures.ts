import { newId } from '../../domain/ids.js';
import { AnalysisJobRepository } from '../../storage/analysis-job-repository.js';
import type { GatewayRig, Tenant } from './gateway-rig.js';

/** Whose an id is, seen from the caller. `deleted` was the caller's own; `none` was never given out. */
export const OWNERSHIPS = ['own', 'other', 'none', 'deleted'] as const;
export type Ownership = (typeof OWNERSHIPS)[number];

/** @param before the ids of the slots before it, for what lies within another thing */
export type Maker = (rig: GatewayRig, tenant: Tenant, before: ReadonlyMap<string, string>) => Promise<string>;

/** One place of a request that names something: a path segment, or a field of the query or body. */
export interface IdSlot {
  /** The `:name` of the path, or the field's name. */
  readonly name: string;
  /** Makes something that belongs to the tenant. @returns its id */
  readonly make: Maker;
  /** Makes it and takes it away again, as an API call of the tenant would. */
  readonly makeDeleted: Maker;
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
  // An id is the caller's own whatever others call theirs; a session that ended gets a token, and opening it is refused.
  expected: { own: 201, other: 201, none: 201, deleted: 201 },
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

/** Does what the tenant's own server would do. @returns the answer's JSON */
const asTenant = async <T>(
  rig: GatewayRig,
  { key }: Tenant,
  method: string,
  path: string,
  body?: object,
): Promise<T> => {
  const response = await fetch(`${rig.url}${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
};

const SECRET = 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5';

const createWebhook = async (rig: GatewayRig, tenant: Tenant): Promise<string> => {
  const body = { url: 'https://example.com/hooks', events: ['session.end'], secret: SECRET };
  return (await asTenant<{ webhook: { id: string } }>(rig, tenant, 'POST', '/v1/webhooks', body)).webhook.id;
};

const webhookId = (own: number): IdSlot => ({
  name: 'id',
  make: createWebhook,
  makeDeleted: async (rig, tenant) => {
    const id = await createWebhook(rig, tenant);
    await asTenant(rig, tenant, 'DELETE', `/v1/webhooks/${id}`);
    return id;
  },
  none: () => newId('wh'),
  expected: { own },
});

/** A delivery of the webhook named before it, or of another one where that is not the tenant's. */
const createDelivery: Maker = async (rig, tenant, before) => {
  const named = before.get('id') ?? '';
  const found = await fetch(`${rig.url}/v1/webhooks/${named}`, { headers: { 'X-API-Key': tenant.key } });
  const webhook = found.ok ? named : await createWebhook(rig, tenant);
  const path = `/v1/webhooks/${webhook}/test`;
  return (await asTenant<{ delivery: { id: string } }>(rig, tenant, 'POST', path)).delivery.id;
};

const deliveryId: IdSlot = {
  name: 'delivery_id',
  make: createDelivery,
  makeDeleted: async (rig, tenant, before) => {
    const id = await createDelivery(rig, tenant, before);
    await rig.database.queries.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
    return id;
  },
  none: () => newId('del'),
  // It is found, and its first attempt is still to come.
  expected: { own: 409 },
};

const createJob = async (rig: GatewayRig, { organization, keyId }: Tenant): Promise<string> => {
  const id = newId('job');
  const items = [{ id: '1', request: undefined, result: undefined }];
  await new AnalysisJobRepository(rig.database.queries).create(
    { id, keyId, items, orgId: organization.id, requestId: newId('req'), createdAt: new Date() },
    new Date(Date.now() + 3_600_000),
  );
  return id;
};

const jobId: IdSlot = {
  name: 'id',
  make: createJob,
  makeDeleted: async (rig, tenant) => {
    const id = await createJob(rig, tenant);
    await rig.database.queries.deleteFrom('analysis_job_items').where('job_id', '=', id).execute();
    await rig.database.queries.deleteFrom('analysis_jobs').where('id', '=', id).execute();
    return id;
  },
  none: () => newId('job'),
  expected: { own: 200 },
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

const conversationId = (
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
    expected: { own },
  };
};

const endConversation = (rig: GatewayRig, tenant: Tenant, id: string): Promise<unknown> =>
  asTenant(rig, tenant, 'POST', `/v1/sessions/${id}/end`, {});

/** Makes the session named before angry until it raises an alert. */
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

const alertId: IdSlot = {
  name: 'alert_id',
  make: raiseAlert,
  makeDeleted: async (rig, tenant) => raiseAlert(rig, tenant, new Map()),
  none: () => newId('alr'),
  // An alert is looked for in the caller's own session only.
  expected: { own: 200 },
};

const KPI = { kind: 'binary', direction: 'higher_is_better' } as const;
let kpis = 0;
const defineKpi: Maker = async (rig, tenant) => {
  const listed = await asTenant<{ kpis: { name: string }[] }>(rig, tenant, 'GET', '/v1/kpis');
  for (const { name } of listed.kpis) await asTenant(rig, tenant, 'DELETE', `/v1/kpis/${name}`);
  const name = `kpi_${kpis++}`;
  await asTenant(rig, tenant, 'POST', '/v1/kpis', { ...KPI, name });
  return name;
};

const kpiName = (own: number): IdSlot => ({
  name: 'name',
  make: defineKpi,
  makeDeleted: async (rig, tenant, before) => {
    const name = await defineKpi(rig, tenant, before);
    await asTenant(rig, tenant, 'DELETE', `/v1/kpis/${name}`);
    return name;
  },
  none: () => `kpi_${kpis++}`,
  expected: { own },
});

const enrolSpeaker: Maker = async (rig, { organization }) => {
  const id = newId('spk');
  const outcome = await rig.repositories.speakers.add(
    {
      id,
      orgId: organization.id,
      label: 'Somebody',
      externalId: undefined,
      consent: {
        scope: ['voiceprint'],
        givenAt: new Date(),
        method: 'written',
        reference: id,
        basis: undefined,
        jurisdiction: undefined,
        expiresAt: undefined,
      },
      expiresAt: undefined,
      template: {
        space: 'none',
        sealed: Buffer.alloc(1),
        quality: { speechSeconds: 9, snrDb: undefined, clipping: 0 },
      },
      at: new Date(),
      actor: 'operator',
    },
    1_000,
  );
  if (outcome !== 'stored') throw new Error(`a speaker could not be made: ${outcome}`);
  return id;
};

const ENROLMENT = {
  audio_base64: 'AAAA',
  consent: {
    scope: 'voiceprint',
    given_at: '2026-01-01T00:00:00Z',
    method: 'written',
    reference: 'form 7',
  },
};

const speakerId = (own: number): IdSlot => ({
  name: 'id',
  make: enrolSpeaker,
  makeDeleted: async (rig, tenant, before) => {
    const id = await enrolSpeaker(rig, tenant, before);
    await asTenant(rig, tenant, 'DELETE', `/v1/voice/speakers/${id}`);
    return id;
  },
  none: () => newId('spk'),
  expected: { own },
});

const openFineTune: Maker = async (rig, tenant) => {
  const body = { name: 'claims', start: false, max_seconds: 1 };
  return (await asTenant<{ job: { id: string } }>(rig, tenant, 'POST', '/v1/fine-tune', body)).job.id;
};

const cancelFineTune = (rig: GatewayRig, tenant: Tenant, id: string): Promise<unknown> =>
  asTenant(rig, tenant, 'POST', `/v1/fine-tune/${id}/cancel`);

const fineTuneId = (own: number, prepare?: typeof cancelFineTune): IdSlot => ({
  name: 'id',
  make: async (rig, tenant, before) => {
    const id = await openFineTune(rig, tenant, before);
    await prepare?.(rig, tenant, id);
    return id;
  },
  makeDeleted: async (rig, tenant, before) => {
    const id = await openFineTune(rig, tenant, before);
    await cancelFineTune(rig, tenant, id);
    await asTenant(rig, tenant, 'DELETE', `/v1/fine-tune/${id}`);
    return id;
  },
  none: () => newId('ft'),
  expected: { own },
});

let tunedModels = 0;
/** A model that was trained on a network that is not there any more: it is the tenant's, and cannot be activated. */
const makeModel: Maker = async (rig, tenant, before) => {
  const jobId = await openFineTune(rig, tenant, before);
  await cancelFineTune(rig, tenant, jobId);
  const name = `model-${tunedModels++}`;
  const label = { as: 'angry', base: { kind: 'label', label: 'angry' } };
  const artifact = {
    format: 'undertone-head/1',
    baseModel: { id: 'old', version: '1', sha256: 'old' },
    labels: [
      { ...label, name: 'a' },
      { ...label, name: 'b' },
    ],
    head: { mean: [0], scale: [1], trust: 1, weights: [[0], [0]], bias: [0, 0], temperature: 1 },
  };
  await rig.database.queries
    .insertInto('tuned_models')
    .values({
      id: newId('mdl'),
      org_id: tenant.organization.id,
      job_id: jobId,
      name,
      version: 1,
      vertical: null,
      artifact: JSON.stringify(artifact),
      created_at: new Date(),
    })
    .execute();
  return name;
};

const tunedModelName: IdSlot = {
  name: 'name',
  make: makeModel,
  makeDeleted: async (rig, tenant, before) => {
    const name = await makeModel(rig, tenant, before);
    await rig.database.queries.deleteFrom('tuned_models').where('name', '=', name).execute();
    return name;
  },
  none: () => `model-${tunedModels++}`,
  expected: { own: 409 },
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
  'GET /v1/analyze/jobs/:id': { ids: [jobId] },
  'GET /v1/webhooks': { ids: [] },
  'POST /v1/webhooks': {
    ids: [],
    body: { url: 'https://example.com/hooks', events: ['session.end'], secret: SECRET },
  },
  'GET /v1/webhooks/:id': { ids: [webhookId(200)] },
  'PATCH /v1/webhooks/:id': { ids: [webhookId(200)], body: { active: false } },
  'DELETE /v1/webhooks/:id': { ids: [webhookId(204)] },
  'POST /v1/webhooks/:id/rotate-secret': { ids: [webhookId(200)], body: { secret: `${SECRET}again` } },
  'POST /v1/webhooks/:id/test': { ids: [webhookId(202)] },
  'GET /v1/webhooks/:id/deliveries': { ids: [webhookId(200)] },
  'POST /v1/webhooks/:id/deliveries/:delivery_id/redeliver': { ids: [webhookId(409), deliveryId] },
  'POST /v1/sessions': { ids: [] },
  'GET /v1/sessions': { ids: [] },
  'GET /v1/sessions/:id': { ids: [conversationId('id', 200)] },
  'DELETE /v1/sessions/:id': { ids: [conversationId('id', 204)] },
  'POST /v1/sessions/:id/utterances': {
    ids: [conversationId('id', 201)],
    body: { transcript: 'Good morning.' },
  },
  'POST /v1/sessions/:id/end': { ids: [conversationId('id', 200)] },
  'POST /v1/sessions/:id/outcome': {
    ids: [conversationId('id', 200, endConversation)],
    body: { resolved: true },
  },
  'DELETE /v1/sessions/:id/outcome': { ids: [conversationId('id', 204, endConversation)] },
  'POST /v1/sessions/:id/alerts/:alert_id/acknowledge': { ids: [conversationId('id', 200), alertId] },
  'POST /v1/feedback/corrections': {
    ids: [conversationId('session_id', 200)],
    body: { utterance_id: 'u1', emotion: 'content' },
  },
  'GET /v1/kpis': { ids: [] },
  'POST /v1/kpis': { ids: [], body: { ...KPI, name: 'sold' } },
  'PUT /v1/kpis/:name': { ids: [kpiName(200)], body: KPI },
  'DELETE /v1/kpis/:name': { ids: [kpiName(204)] },
  'GET /v1/predictions/quality': { ids: [] },
  'GET /v1/predictions/versions': { ids: [] },
  'POST /v1/predictions/rollback': { ids: [], body: { version: 0 } },
  'GET /v1/alerts': { ids: [] },
  'PUT /v1/alerts': { ids: [], body: { alerts: [] } },
  'DELETE /v1/alerts': { ids: [] },
  'GET /v1/voice/speakers': { ids: [] },
  'POST /v1/voice/speakers': { ids: [], body: { audio_base64: 'AAAA', label: 'Somebody' } },
  'GET /v1/voice/speakers/:id': { ids: [speakerId(200)] },
  'PATCH /v1/voice/speakers/:id': { ids: [speakerId(200)], body: { label: 'Somebody else' } },
  'DELETE /v1/voice/speakers/:id': { ids: [speakerId(204)] },
  // The rig has no decoder: the caller's own gets that far.
  'POST /v1/voice/speakers/:id/enrollments': { ids: [speakerId(503)], body: ENROLMENT },
  'POST /v1/voice/speakers/:id/withdraw': { ids: [speakerId(200)], body: {} },
  'GET /v1/fine-tune': { ids: [] },
  'POST /v1/fine-tune': { ids: [], body: { name: 'claims', start: false, max_seconds: 1 } },
  'GET /v1/fine-tune/:id': { ids: [fineTuneId(200, cancelFineTune)] },
  'GET /v1/fine-tune/:id/samples': { ids: [fineTuneId(200, cancelFineTune)] },
  'POST /v1/fine-tune/:id/samples': {
    ids: [fineTuneId(200)],
    body: { samples: [{ label: 'angry', audio_url: 'https://example.com/a.wav' }] },
  },
  // It has no samples: it is found, and told what it needs.
  'POST /v1/fine-tune/:id/start': { ids: [fineTuneId(400)] },
  'POST /v1/fine-tune/:id/cancel': { ids: [fineTuneId(200)] },
  'DELETE /v1/fine-tune/:id': { ids: [fineTuneId(204, cancelFineTune)] },
  'GET /v1/models': { ids: [] },
  'POST /v1/models/:name/activate': { ids: [tunedModelName] },
  'POST /v1/models/rollback': { ids: [] },
  'POST /v1/analyze/batch': { ids: [], body: { items: [{ id: '1', audio_base64: 'AAAA' }] } },
};
