import { jsonReply } from '../../transport/http-message.js';
import { closeOrganization, closeQuery, exportPage, exportQuery } from '../accounts/organization-data.js';
import { organizationBody } from '../accounts/organization-body.js';
import { defineAdminOperation } from '../requests/operation.js';
import type { AdminRoute } from '../requests/route.js';
import {
  type AdminDependencies,
  OPERATOR,
  organizationParams,
  requireOrganization,
} from './admin-context.js';

const PATH = '/admin/v1/organizations/:org_id';

/** Taking everything of an organization along, and removing it. */
export const removalRoutes = ({
  repositories: { organizations, organizationExport },
  apiKeys,
  nowMs,
  organizationChanged,
}: AdminDependencies): readonly AdminRoute[] => [
  defineAdminOperation({
    method: 'GET',
    path: `${PATH}/export`,
    params: organizationParams,
    query: exportQuery,
    handle: async ({ params, query }) => {
      const { id } = await requireOrganization(organizations, params.org_id);
      return jsonReply(200, await exportPage(organizationExport, id, query.cursor));
    },
  }),
  defineAdminOperation({
    method: 'DELETE',
    path: PATH,
    params: organizationParams,
    query: closeQuery,
    handle: async ({ params, query }) => {
      const found = await requireOrganization(organizations, params.org_id);
      const parts = { organizations, apiKeys, nowMs, organizationChanged };
      const closed = await closeOrganization(parts, found, query.confirm, OPERATOR);
      return jsonReply(202, { organization: organizationBody(closed) });
    },
  }),
];
