import { z } from 'zod';
import { actorOf, type ApiKey, effectiveRateLimit, type VerifiedApiKey } from '../../domain/keys/api-key.js';
import type { ApiKeyOrder, ApiKeys, CreatedApiKey } from '../../domain/keys/api-keys.js';
import { type Plan, planLimits } from '../../domain/limits/plan-limits.js';
import { KEY_SCOPES, scopesBeyond } from '../../domain/keys/key-scopes.js';
import { HttpError, jsonReply } from '../../transport/http-message.js';
import { invalid } from '../requests/json-body.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { isUnique } from '../requests/unique.js';
import { nameText, timestamp } from './fields.js';

const TAG = 'API keys';
/** The largest number that the column can store; every plan's limit is below it. */
const MAX_STORED_RATE = 2_147_483_647;

export const MESSAGE = 'Keep this key on your server now: it is shown this once and cannot be read again.';

export const newApiKey = z.strictObject({
  name: nameText(100).describe('For people: what uses the key.'),
  expires_at: timestamp.nullish().describe('When it stops working; null or absent: never.'),
  rate_limit: z
    .number()
    .int()
    .min(1)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Requests a minute; the plan’s when absent.'),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .min(1)
    .refine(isUnique, 'must not repeat a scope')
    .meta({ description: 'What the key may be used for; everything when absent.' })
    .optional(),
});

const listedKey = z.object({
  id: z.string().describe('To revoke it.'),
  name: z.string().describe('For people: what uses the key.'),
  prefix: z.string().describe('How it begins, to tell keys apart.'),
  created_at: z.string().describe('When it was made.'),
  last_used_at: z.string().nullable().describe('When a request came with it last; null: never.'),
  expires_at: z.string().nullable().describe('When it stops working; null: never.'),
  rate_limit: z.number().describe('Requests a minute.'),
  scopes: z
    .array(z.enum(KEY_SCOPES))
    .meta({ description: 'Absent for a key that may do everything.' })
    .optional(),
});

const createdKey = z.object({
  id: z.string().describe('To revoke it.'),
  key: z.string().describe('The secret, `psk_…`: in this answer alone.'),
  name: z.string().describe('As it was given.'),
  created_at: z.string().describe('When it was made.'),
});

/** `GET`, `POST` and `DELETE /v1/api-keys`. */
export const apiKeyRoutes = (apiKeys: ApiKeys): readonly KeyRoute[] => [
  defineOperation({
    scope: 'keys',
    method: 'GET',
    path: '/v1/api-keys',
    operationId: 'listApiKeys',
    tag: TAG,
    summary: 'List API keys',
    description:
      'Keys that were not revoked, oldest first; a key that has expired is listed until it is revoked.',
    responses: {
      200: {
        description: 'The keys',
        schema: z.object({ api_keys: z.array(listedKey).describe('Oldest first, without the secrets.') }),
      },
    },
    handle: async (_input, { organization }) =>
      jsonReply(200, {
        api_keys: (await apiKeys.list(organization.id)).map((key) => toListed(key, organization.plan)),
      }),
  }),
  defineOperation({
    scope: 'keys',
    method: 'POST',
    path: '/v1/api-keys',
    operationId: 'createApiKey',
    tag: TAG,
    summary: 'Create an API key',
    description:
      'The answer holds the key, this once. `rate_limit` is at most the plan’s requests a minute; a larger one is refused with the plan’s figure. A key never makes one beyond itself: of its own limit and expiry, the new key has the lower and the earlier at most, and a scope that it lacks is refused with `forbidden`. With `scopes`, the key may be used for these alone: `sessions` covers everything about conversations, `speakers` voices and lines, `models` fine-tuning too, `billing` wallet and usage, `organization` export, retention, logs and deletion of everything, `members` people and their rights.',
    body: newApiKey,
    responses: {
      201: {
        description: 'The key',
        schema: z.object({
          api_key: createdKey.describe('The new key, with its secret.'),
          message: z.string().describe('For people: that the secret is shown this once.'),
        }),
      },
    },
    faults: ['conflict'],
    handle: async ({ body }, caller) => {
      const { organization } = caller;
      requireWithinPlan(body.rate_limit, organization.plan);
      requireOwnScopes(body.scopes, caller.key);
      const order = withinCaller(toOrder(body), caller);
      const created = await apiKeys.create(organization.id, order, actorOf(caller));
      return jsonReply(201, { api_key: createdBody(created), message: MESSAGE });
    },
  }),
  defineOperation({
    scope: 'keys',
    method: 'DELETE',
    path: '/v1/api-keys/:id',
    operationId: 'revokeApiKey',
    tag: TAG,
    summary: 'Revoke an API key',
    description:
      'Its requests get 401, the streams it opened end within 5 s, and so do those of the tokens made with it. A key may revoke itself.',
    params: z.strictObject({ id: z.string().describe('Of the key, not the key itself.') }),
    responses: { 204: { description: 'Revoked' } },
    handle: async ({ params }, caller) => {
      await apiKeys.revoke(caller.organization.id, params.id, actorOf(caller));
      return { status: 204 };
    },
  }),
];

/** A lower limit than the one asked for must not come silently. @throws HttpError `validation_error` with the plan's figure */
const requireWithinPlan = (wanted: number | undefined, plan: Plan): void => {
  const { requestsPerMinute } = planLimits(plan);
  if (wanted === undefined || wanted <= requestsPerMinute) return;
  throw invalid('the plan allows fewer requests', {
    rate_limit: [`must be at most ${requestsPerMinute}, the requests a minute of the plan ${plan}`],
  });
};

/** @throws HttpError `forbidden` for scopes that the caller lacks */
const requireOwnScopes = (wanted: ApiKeyOrder['scopes'], caller: ApiKey): void => {
  const beyond = scopesBeyond(caller, wanted);
  if (beyond.length === 0) return;
  throw new HttpError('forbidden', 'the new API key would reach beyond its maker', {
    details: { scopes: beyond.map((scope) => `must not hold ${scope}`) },
  });
};

export const toOrder = ({
  name,
  expires_at,
  rate_limit,
  scopes,
}: z.output<typeof newApiKey>): ApiKeyOrder => ({
  name,
  expiresAt: expires_at ?? undefined,
  rateLimit: rate_limit === undefined ? undefined : Math.min(rate_limit, MAX_STORED_RATE),
  scopes,
});

/** A key that was limited, perhaps because it is in many hands, must not make an unlimited one. */
const withinCaller = (order: ApiKeyOrder, { key, member }: VerifiedApiKey): ApiKeyOrder => {
  const { rateLimit, scopes } = key;
  // A key that a member makes outlives the sign-in.
  const expiresAt = member === undefined ? key.expiresAt : undefined;
  return {
    ...order,
    rateLimit: lower(order.rateLimit, rateLimit),
    scopes: order.scopes ?? scopes,
    expiresAt:
      expiresAt !== undefined && (order.expiresAt === undefined || order.expiresAt > expiresAt)
        ? expiresAt
        : order.expiresAt,
  };
};

const lower = (wished: number | undefined, own: number | undefined): number | undefined =>
  wished === undefined || own === undefined ? (wished ?? own) : Math.min(wished, own);

/** The only answer that contains the key itself. */
export const createdBody = ({ secret, key }: CreatedApiKey): z.infer<typeof createdKey> => ({
  id: key.id,
  key: secret,
  name: key.name,
  created_at: key.createdAt.toISOString(),
});

/** A key as lists show it: without the secret, with the limit that applies. */
export const toListed = (key: ApiKey, plan: Plan): z.infer<typeof listedKey> => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  created_at: key.createdAt.toISOString(),
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  rate_limit: effectiveRateLimit(key, plan),
  ...(key.scopes !== undefined && { scopes: [...key.scopes] }),
});
