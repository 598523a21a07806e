import { z } from 'zod';
import { MEMBER_ROLES } from '../../domain/accounts/member.js';
import type { OrganizationChanges } from '../../domain/accounts/organization.js';
import { Fault } from '../../domain/fault.js';
import { newId } from '../../domain/ids.js';
import { PLANS } from '../../domain/limits/plan-limits.js';
import { DEFAULT_POLICY } from '../../domain/accounts/organization-policy.js';
import { jsonReply } from '../../transport/http-message.js';
import { email, nameText } from '../accounts/fields.js';
import { checkRetention } from '../accounts/check-retention.js';
import { organizationBody, policyFields } from '../accounts/organization-body.js';
import { defineAdminOperation } from '../requests/operation.js';
import type { AdminRoute } from '../requests/route.js';
import {
  type AdminDependencies,
  OPERATOR,
  organizationParams,
  requireOrganization,
} from './admin-context.js';
import { defined } from '../../domain/defined.js';

const policyChanges = z.strictObject(policyFields).partial();

const newOrganization = z.strictObject({
  name: nameText(200),
  plan: z.enum(PLANS).default('free'),
  owner_email: email.optional(),
  policy: policyChanges.optional(),
});

const organizationChanges = z
  .strictObject({ name: nameText(200), plan: z.enum(PLANS), policy: policyChanges })
  .partial();

/** Organizations: `/admin/v1/organizations`. */
export const organizationRoutes = ({
  repositories: { organizations },
  nowMs,
  organizationChanged,
}: AdminDependencies): readonly AdminRoute[] => [
  defineAdminOperation({
    method: 'GET',
    path: '/admin/v1/organizations',
    handle: async () => jsonReply(200, { organizations: (await organizations.list()).map(organizationBody) }),
  }),
  defineAdminOperation({
    method: 'POST',
    path: '/admin/v1/organizations',
    body: newOrganization,
    handle: async ({ body }) => {
      const createdAt = new Date(nowMs());
      const declared = toPolicy(body.policy);
      checkRetention(DEFAULT_POLICY, declared);
      const policy = { ...DEFAULT_POLICY, ...declared };
      const organization = { id: newId('org'), name: body.name, plan: body.plan, policy };
      const owner = body.owner_email && {
        id: newId('mem'),
        orgId: organization.id,
        email: body.owner_email,
        role: MEMBER_ROLES[0],
        createdAt,
      };
      await organizations.create(organization, createdAt, owner === '' ? undefined : owner);
      return jsonReply(201, {
        organization: organizationBody({ ...organization, createdAt, closingAt: undefined }),
      });
    },
  }),
  defineAdminOperation({
    method: 'GET',
    path: '/admin/v1/organizations/:org_id',
    params: organizationParams,
    handle: async ({ params }) =>
      jsonReply(200, {
        organization: organizationBody(await requireOrganization(organizations, params.org_id)),
      }),
  }),
  defineAdminOperation({
    method: 'PATCH',
    path: '/admin/v1/organizations/:org_id',
    params: organizationParams,
    body: organizationChanges,
    handle: async ({ params, body }) => {
      const at = new Date(nowMs());
      const changes = toChanges(body);
      const { policy } = await requireOrganization(organizations, params.org_id);
      checkRetention(policy, changes.policy ?? {});
      const changed = await organizations.change(params.org_id, changes, OPERATOR, at);
      if (changed === undefined) throw new Fault('not_found', 'there is no such organization');
      organizationChanged(changed.id);
      return jsonReply(200, { organization: organizationBody(changed) });
    },
  }),
];

const toChanges = ({ name, plan, policy }: z.output<typeof organizationChanges>): OrganizationChanges => ({
  ...defined({ name, plan }),
  ...(policy !== undefined && { policy: toPolicy(policy) }),
});

const toPolicy = (
  changes: z.output<typeof policyChanges> = {},
): NonNullable<OrganizationChanges['policy']> => ({
  ...defined({
    workplacePolicy: changes.workplace_policy,
    noEmployeesRecorded: changes.no_employees_recorded,
    defaultSubject: changes.default_subject,
    retentionDays: changes.retention_days,
    transcriptDays: changes.transcript_days,
    language: changes.language,
  }),
});
