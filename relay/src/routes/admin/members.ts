import { z } from 'zod';
import { type Member, MEMBER_ROLES } from '../../domain/accounts/member.js';
import { Fault } from '../../domain/fault.js';
import { newId } from '../../domain/ids.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineAdminOperation } from '../requests/operation.js';
import type { AdminRoute } from '../requests/route.js';
import {
  type AdminDependencies,
  OPERATOR,
  organizationParams,
  requireOrganization,
} from './admin-context.js';
import { email } from './organizations.js';

const PATH = '/admin/v1/organizations/:org_id/members';
const newMember = z.strictObject({ email, role: z.enum(MEMBER_ROLES).default('member') });

/** The members of an organization. */
export const memberRoutes = ({
  repositories: { organizations, members },
  nowMs,
}: AdminDependencies): readonly AdminRoute[] => [
  defineAdminOperation({
    method: 'GET',
    path: PATH,
    params: organizationParams,
    handle: async ({ params }) => {
      const { id } = await requireOrganization(organizations, params.org_id);
      return jsonReply(200, { members: (await members.list(id)).map(toBody) });
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
      return jsonReply(201, { member: toBody(member) });
    },
  }),
  defineAdminOperation({
    method: 'DELETE',
    path: `${PATH}/:member_id`,
    params: z.strictObject({ org_id: z.string(), member_id: z.string() }),
    handle: async ({ params }) => {
      if (!(await members.remove(params.org_id, params.member_id, OPERATOR, new Date(nowMs())))) {
        throw new Fault('not_found', 'the organization has no such member');
      }
      return { status: 204 };
    },
  }),
];

const toBody = ({ id, email: address, role, createdAt }: Member): object => ({
  id,
  email: address,
  role,
  created_at: createdAt.toISOString(),
});
