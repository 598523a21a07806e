import { z } from 'zod';
import type { AuditVerdict } from '../../domain/audit/audit-chain.js';
import type { AuditRecord } from '../../domain/audit/audit-entry.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineAdminOperation } from '../requests/operation.js';
import type { AdminRoute } from '../requests/route.js';
import { type AdminDependencies, organizationParams, requireOrganization } from './admin-context.js';

const PATH = '/admin/v1/organizations/:org_id/audit';
const MOST = 1_000;

const listQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, `must be from 1 to ${MOST}`)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MOST, `must be from 1 to ${MOST}`)
    .optional(),
});

/** The audit log: reads it, and checks that nobody changed it. */
export const auditRoutes = ({
  repositories: { organizations, audit },
}: AdminDependencies): readonly AdminRoute[] => [
  defineAdminOperation({
    method: 'GET',
    path: PATH,
    params: organizationParams,
    query: listQuery,
    handle: async ({ params, query }) => {
      const { id } = await requireOrganization(organizations, params.org_id);
      return jsonReply(200, { entries: (await audit.list(id, query.limit ?? 100)).map(toBody) });
    },
  }),
  defineAdminOperation({
    method: 'GET',
    path: `${PATH}/verification`,
    params: organizationParams,
    handle: async ({ params }) => {
      const { id } = await requireOrganization(organizations, params.org_id);
      return jsonReply(200, { verification: verdictBody(id, await audit.verify(id)) });
    },
  }),
];

const verdictBody = (orgId: string, verdict: AuditVerdict): object => {
  switch (verdict.kind) {
    case 'intact':
      return {
        organization_id: orgId,
        intact: true,
        entries: verdict.entries,
        head_hash: Buffer.from(verdict.headHash).toString('hex'),
      };
    case 'broken':
      return { organization_id: orgId, intact: false, broken_at: verdict.seq, reason: verdict.reason };
  }
};

const toBody = ({ seq, at, actor, action, detail, hash }: AuditRecord): object => ({
  seq,
  at: at.toISOString(),
  actor,
  action,
  detail: JSON.parse(detail) as unknown,
  hash: Buffer.from(hash).toString('hex'),
});
