import { newId } from '../../domain/ids.js';
import { asTenant, type IdSlot, type Maker } from './id-slot.js';

const enrollSpeaker: Maker = async (rig, { organization }) => {
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
        quality: { speechSeconds: 9, snrDb: undefined, clipping: 0, prints: 1 },
      },
      at: new Date(),
      actor: 'operator',
    },
    1_000,
  );
  if (outcome !== 'stored') throw new Error(`a speaker could not be made: ${outcome}`);
  return id;
};

export const ENROLLMENT = {
  audio_base64: 'AAAA',
  consent: {
    scope: 'voiceprint',
    given_at: '2026-01-01T00:00:00Z',
    method: 'written',
    reference: 'form 7',
  },
};

export const speakerId = (own: number): IdSlot => ({
  name: 'id',
  make: enrollSpeaker,
  makeDeleted: async (rig, tenant, before) => {
    const id = await enrollSpeaker(rig, tenant, before);
    await asTenant(rig, tenant, 'DELETE', `/v1/voice/speakers/${id}`);
    return id;
  },
  none: () => newId('spk'),
  expected: { own, deleted: 404 },
});
