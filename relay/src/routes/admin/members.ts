import { z } from 'zod';
import { MEMBER_ROLES } from '../../domain/accounts/member.js';
import { Fault } from '../../domain/fault.js';
import { NotYoursFault } from '../../domain/removed-ids.js';
import { newId } from '../../domain/ids.js';
import { jsonReply } from '../../transport/http-message.js';
import { email } from '../accounts/fields.js';
import { baseUrlOf } from '../console/site.js';
import { invitationBody, listedMemberBody, memberBody } from '../members/member-answer.js';
import { defineAdminOperation } from '../requests/operation.js';
import type { AdminRoute } from '../requests/route.js';
import {
  type AdminDependencies,
  OPERATOR,
  organizationParams,
  requireOrganization,
} from './admin-context.js';

const PATH = '/admin/v1/organizations/:org_id/members';
const newMember = z.strictObject({ email, role: z.enum(MEMBER_ROLES).default('viewer') });

/** The members of an organization. */
export const memberRoutes = ({
  repositories: { organizations, members },
  members: people,
  publicUrl,
  nowMs,
}: AdminDependencies): readonly AdminRoute[] => [
  defineAdminOperation({
    method: 'GET',
    path: PATH,
    params: organizationParams,
    handle: async ({ params }) => {
      const { id } = await requireOrganization(organizations, params.org_id);
      return jsonReply(200, { members: (await people.list(id)).map(listedMemberBody) });
    },
  }),
  defineAdminOperation({
    method: 'POST',
    path: PATH,
    params: organizationParams,
    body: newMember,
    handle: async ({ params, body }) => {
      const { id: orgId } = await requireOrganization(organizations, params.org_id);
      const member = { id: newId('mem'), orgId, ...body, createdAt: new Date(nowMs()) };
      if (!(await members.add(member, OPERATOR))) {
        throw new Fault('conflict', 'the organization has a member with this e-mail address');
      }
      return jsonReply(201, { member: memberBody(member) });
    },
  }),
  defineAdminOperation({
    method: 'DELETE',
    path: `${PATH}/:member_id`,
    params: z.strictObject({ org_id: z.string(), member_id: z.string() }),
    handle: async ({ params }) => {
      await people.remove(params.org_id, params.member_id, OPERATOR).catch(asUnknown);
      return { status: 204 };
    },
  }),
  defineAdminOperation({
    method: 'POST',
    path: `${PATH}/:member_id/invitation`,
    params: z.strictObject({ org_id: z.string(), member_id: z.string() }),
    handle: async ({ params, request }) => {
      const invitation = await people.inviteAgain(params.org_id, params.member_id, OPERATOR).catch(asUnknown);
      const base = baseUrlOf(request.headers, publicUrl);
      return jsonReply(201, {
        member: memberBody(invitation.member),
        invitation: invitationBody(invitation, base),
      });
    },
  }),
];

/** An operator sees all members, so nothing needs to be hidden. */
const asUnknown = (error: unknown): never => {
  if (error instanceof NotYoursFault) throw new Fault('not_found', 'the organization has no such member');
  throw error;
};
