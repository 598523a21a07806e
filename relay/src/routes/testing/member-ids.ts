import type { Member, MemberRole } from '../../domain/accounts/member.js';
import { newId } from '../../domain/ids.js';
import type { Passkey } from '../../domain/members/passkeys.js';
import { asTenant, type IdSlot, type Maker } from './id-slot.js';
import type { GatewayRig, Tenant } from './gateway-rig.js';

/** A member who has signed in before. */
export const joinedMember = async (
  rig: GatewayRig,
  { organization }: Pick<Tenant, 'organization'>,
  role: MemberRole,
): Promise<Member> => {
  const email = `${newId('somebody')}@example.com`;
  const { member } = await rig.services.members.invite(organization.id, { email, role }, 'operator');
  for (const name of ['Phone', 'Key ring']) await addPasskey(rig, member, name);
  return rig.services.members.require(organization.id, member.id);
};

/** A passkey that no authenticator has. @returns its id */
const addPasskey = async (rig: GatewayRig, { id, orgId }: Member, name: string): Promise<string> => {
  const passkey: Passkey = {
    id: newId('pky'),
    orgId,
    memberId: id,
    credentialId: newId('credential'),
    publicKey: new Uint8Array(),
    counter: 0,
    transports: [],
    site: 'localhost',
    name,
    createdAt: new Date(rig.nowMs()),
    lastUsedAt: undefined,
  };
  if (!(await rig.repositories.passkeys.add(passkey, 'operator'))) throw new Error('no passkey was added');
  return passkey.id;
};

/** The cookie and headers of a browser in which the member is signed in. */
export const signedInHeaders = async (
  rig: GatewayRig,
  member: Member,
): Promise<{ readonly headers: Record<string, string>; readonly sessionId: string }> => {
  const { id, secret } = await rig.services.memberSessions.open(member, 'passkey', 'A browser');
  const cookie = (await rig.services.consoleSessions.openMember(secret, false)).split(';')[0] ?? '';
  return { headers: { cookie, 'sec-fetch-site': 'same-origin' }, sessionId: id };
};

const memberOf: Maker = async (rig, tenant) => (await joinedMember(rig, tenant, 'viewer')).id;

export const memberId = (own: number): IdSlot => ({
  name: 'id',
  make: memberOf,
  makeDeleted: async (rig, tenant, before) => {
    const id = await memberOf(rig, tenant, before);
    await asTenant(rig, tenant, 'DELETE', `/v1/members/${id}`);
    return id;
  },
  none: () => newId('mem'),
  expected: { own, deleted: 404 },
});

/** The member of the slot before; one of the tenant's own when that one is somebody else's. */
const memberBefore = async (
  rig: GatewayRig,
  tenant: Tenant,
  before: ReadonlyMap<string, string>,
): Promise<Member> =>
  (await rig.repositories.members.find(tenant.organization.id, before.get('id') ?? '')) ??
  (await joinedMember(rig, tenant, 'viewer'));

const sessionOf: Maker = async (rig, tenant, before) =>
  (await signedInHeaders(rig, await memberBefore(rig, tenant, before))).sessionId;

export const memberSessionId: IdSlot = {
  name: 'session_id',
  make: sessionOf,
  makeDeleted: async (rig, tenant, before) => {
    const member = await memberBefore(rig, tenant, before);
    const { sessionId } = await signedInHeaders(rig, member);
    await asTenant(rig, tenant, 'DELETE', `/v1/members/${member.id}/sessions/${sessionId}`);
    return sessionId;
  },
  none: () => newId('mss'),
  expected: { own: 204, deleted: 404 },
};

const passkeyOf: Maker = async (rig, tenant, before) =>
  addPasskey(rig, await memberBefore(rig, tenant, before), 'Laptop');

export const passkeyId: IdSlot = {
  name: 'passkey_id',
  make: passkeyOf,
  makeDeleted: async (rig, tenant, before) => {
    const member = await memberBefore(rig, tenant, before);
    const id = await addPasskey(rig, member, 'Laptop');
    await asTenant(rig, tenant, 'DELETE', `/v1/members/${member.id}/passkeys/${id}`);
    return id;
  },
  none: () => newId('pky'),
  expected: { own: 204, deleted: 404 },
};
