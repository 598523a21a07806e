import { newId } from '../../domain/ids.js';
import type { GatewayRig, Tenant } from './gateway-rig.js';
import { asTenant, type IdSlot, type Maker } from './id-slot.js';

const openFineTune: Maker = async (rig, tenant) => {
  const body = { name: 'claims', start: false, max_seconds: 1 };
  return (await asTenant<{ job: { id: string } }>(rig, tenant, 'POST', '/v1/fine-tune', body)).job.id;
};

export const cancelFineTune = (rig: GatewayRig, tenant: Tenant, id: string): Promise<unknown> =>
  asTenant(rig, tenant, 'POST', `/v1/fine-tune/${id}/cancel`);

export const fineTuneId = (own: number, prepare?: typeof cancelFineTune): IdSlot => ({
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
  expected: { own, deleted: 404 },
});

let tunedModels = 0;
/** A model of the tenant that was trained on a network which no longer exists, so it cannot be activated. */
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
  await rig.database.queries
    .updateTable('fine_tune_jobs')
    .set({ base: JSON.stringify(artifact.baseModel) })
    .where('id', '=', jobId)
    .execute();
  return name;
};

export const tunedModelName: IdSlot = {
  name: 'name',
  make: makeModel,
  makeDeleted: async (rig, tenant, before) => {
    const name = await makeModel(rig, tenant, before);
    await rig.database.queries.deleteFrom('tuned_models').where('name', '=', name).execute();
    return name;
  },
  none: () => `model-${tunedModels++}`,
  // A name is searched only among the caller's own.
  expected: { own: 409, other: 404, none: 404, deleted: 404 },
};
