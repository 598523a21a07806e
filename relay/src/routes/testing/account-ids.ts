import { newId } from '../../domain/ids.js';
import { AnalysisJobRepository } from '../../storage/analysis/analysis-job-repository.js';
import type { GatewayRig, Tenant } from './gateway-rig.js';
import { asTenant, type IdSlot, type Maker } from './id-slot.js';

export const apiKeyId: IdSlot = {
  name: 'id',
  make: async (rig, tenant) => (await rig.createKey(tenant)).keyId,
  makeDeleted: async (rig, tenant) => {
    const { keyId } = await rig.createKey(tenant);
    await rig.services.apiKeys.revoke(tenant.organization.id, keyId, 'operator');
    return keyId;
  },
  none: () => newId('key'),
  expected: { own: 204, deleted: 404 },
};

export const SECRET = 'k7Hq2mXw9Zr4Tb6Yn8Pc3Vd5';

const createWebhook = async (rig: GatewayRig, tenant: Tenant): Promise<string> => {
  const body = { url: 'https://example.com/hooks', events: ['session.end'], secret: SECRET };
  return (await asTenant<{ webhook: { id: string } }>(rig, tenant, 'POST', '/v1/webhooks', body)).webhook.id;
};

export const webhookId = (own: number): IdSlot => ({
  name: 'id',
  make: createWebhook,
  makeDeleted: async (rig, tenant) => {
    const id = await createWebhook(rig, tenant);
    await asTenant(rig, tenant, 'DELETE', `/v1/webhooks/${id}`);
    return id;
  },
  none: () => newId('wh'),
  expected: { own, deleted: 404 },
});

/**
 * Makes a delivery of the webhook in the previous slot, or of another webhook when that one is not the
 * tenant's.
 */
const createDelivery: Maker = async (rig, tenant, before) => {
  const named = before.get('id') ?? '';
  const found = await fetch(`${rig.url}/v1/webhooks/${named}`, { headers: { 'X-API-Key': tenant.key } });
  const webhook = found.ok ? named : await createWebhook(rig, tenant);
  const path = `/v1/webhooks/${webhook}/test`;
  return (await asTenant<{ delivery: { id: string } }>(rig, tenant, 'POST', path)).delivery.id;
};

export const deliveryId = (own: number): IdSlot => ({
  name: 'delivery_id',
  make: createDelivery,
  makeDeleted: async (rig, tenant, before) => {
    const id = await createDelivery(rig, tenant, before);
    await rig.database.queries.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
    return id;
  },
  none: () => newId('del'),
  // It is searched only in the caller's own webhook.
  expected: { own, other: 404, none: 404, deleted: 404 },
});

const createJob = async (rig: GatewayRig, { organization, keyId }: Tenant): Promise<string> => {
  const id = newId('job');
  const items = [{ id: '1', request: undefined, result: undefined }];
  await new AnalysisJobRepository(rig.database.queries).create(
    { id, keyId, items, attempts: 1, orgId: organization.id, requestId: newId('req'), createdAt: new Date() },
    new Date(Date.now() + 3_600_000),
  );
  return id;
};

export const jobId: IdSlot = {
  name: 'id',
  make: createJob,
  makeDeleted: async (rig, tenant) => {
    const id = await createJob(rig, tenant);
    await rig.database.queries
      .updateTable('analysis_jobs')
      .set({ finished_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    await rig.repositories.analysisJobs.forgetFinished(new Date(1), new Date());
    return id;
  },
  none: () => newId('job'),
  expected: { own: 200, deleted: 404 },
};
