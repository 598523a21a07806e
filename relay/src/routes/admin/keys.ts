import { z } from 'zod';
import { Fault } from '../../domain/fault.js';
import { jsonReply } from '../../transport/http-message.js';
import { createdBody, MESSAGE, newApiKey, toListed, toOrder } from '../accounts/api-keys.js';
import { defineAdminOperation } from '../requests/operation.js';
import type { AdminRoute } from '../requests/route.js';
import {
  type AdminDependencies,
  OPERATOR,
  organizationParams,
  requireOrganization,
} from './admin-context.js';

const PATH = '/admin/v1/organizations/:org_id/api-keys';

/** An organization's keys, in the same form as in its own `/v1/api-keys`. */
export const adminKeyRoutes = ({
  repositories: { organizations },
  apiKeys,
}: AdminDependencies): readonly AdminRoute[] => [
  defineAdminOperation({
    method: 'GET',
    path: PATH,
    params: organizationParams,
    handle: async ({ params }) => {
      const { id, plan } = await requireOrganization(organizations, params.org_id);
      return jsonReply(200, { api_keys: (await apiKeys.list(id)).map((key) => toListed(key, plan)) });
    },
  }),
  defineAdminOperation({
    method: 'POST',
    path: PATH,
    params: organizationParams,
    body: newApiKey,
    handle: async ({ params, body }) => {
      const { id, closingAt } = await requireOrganization(organizations, params.org_id);
      if (closingAt !== undefined) throw new Fault('conflict', 'the organization is being removed');
      const created = await apiKeys.create(id, toOrder(body), OPERATOR);
      return jsonReply(201, { api_key: createdBody(created), message: MESSAGE });
    },
  }),
  defineAdminOperation({
    method: 'DELETE',
    path: `${PATH}/:key_id`,
    params: z.strictObject({ org_id: z.string(), key_id: z.string() }),
    handle: async ({ params }) => {
      const active = await apiKeys.list(params.org_id);
      if (!active.some(({ id }) => id === params.key_id)) {
        throw new Fault('not_found', 'the organization has no such API key');
      }
      await apiKeys.revoke(params.org_id, params.key_id, OPERATOR);
      return { status: 204 };
    },
  }),
];
