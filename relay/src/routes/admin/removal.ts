import { z } from 'zod';
import { Fault } from '../../domain/fault.js';
import { exportPosition } from '../../storage/accounts/organization-export.js';
import { jsonReply } from '../../transport/http-message.js';
import { invalid } from '../requests/json-body.js';
import { defineAdminOperation } from '../requests/operation.js';
import type { AdminRoute } from '../requests/route.js';
import {
  type AdminDependencies,
  OPERATOR,
  organizationParams,
  requireOrganization,
} from './admin-context.js';
import { toBody } from './organizations.js';

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
    query: z.strictObject({ cursor: z.string().max(20_000).optional() }),
    handle: async ({ params, query }) => {
      const { id } = await requireOrganization(organizations, params.org_id);
      const page = await organizationExport.page(
        id,
        query.cursor === undefined ? undefined : readPosition(query.cursor),
      );
      if (page === undefined) throw badCursor();
      const next = page.next && Buffer.from(JSON.stringify(page.next)).toString('base64url');
      return jsonReply(200, { rows: page.rows, next_cursor: next ?? null });
    },
  }),
  defineAdminOperation({
    method: 'DELETE',
    path: PATH,
    params: organizationParams,
    query: z.strictObject({ confirm: z.string().max(200).optional() }),
    handle: async ({ params, query }) => {
      const { id, name } = await requireOrganization(organizations, params.org_id);
      if (query.confirm !== name) {
        throw invalid('the request has invalid parameters', {
          confirm: [`must be the organization’s name: ${name}`],
        });
      }
      // The chosen key of a start, and the demo, belong to the oldest organization: to the next one, if this went.
      const [first] = await organizations.list();
      if (first?.id === id)
        throw new Fault('conflict', 'the first organization is the relay’s own and stays');
      const closed = await organizations.close(id, OPERATOR, new Date(nowMs()));
      if (closed === undefined) throw new Fault('not_found', 'there is no such organization');
      await apiKeys.revokeAll(id, OPERATOR);
      organizationChanged(id);
      return jsonReply(202, { organization: toBody(closed) });
    },
  }),
];

const badCursor = (cause?: unknown): Error =>
  invalid('the request has invalid parameters', { cursor: ['is not one that was given'] }, cause);

const readPosition = (text: string): z.infer<typeof exportPosition> => {
  try {
    return exportPosition.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch (cause) {
    throw badCursor(cause);
  }
};
