import { z } from 'zod';
import type { RequestLog, ShownRequest } from '../../domain/audit/request-log.js';
import { storableText } from '../../domain/storable-text.js';
import { jsonReply } from '../../transport/http-message.js';
import { timestamp } from '../accounts/fields.js';
import { defineOperation } from '../requests/operation.js';
import { cursorOf, cursorText, readCursor, nextCursor } from '../requests/page-cursor.js';
import type { KeyRoute } from '../requests/route.js';
import { pageSize } from '../requests/query-number.js';

const STATUSES = {
  ok: [200, 399],
  error: [400, 599],
  client_error: [400, 499],
  server_error: [500, 599],
} as const;

const query = z.strictObject({
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional().describe('Of this method alone.'),
  route: storableText(200)
    .min(1)
    .meta({ description: 'As the API reference writes it: `/v1/sessions/:id`.' })
    .optional(),
  status: z
    .union([
      z.enum(['ok', 'error', 'client_error', 'server_error']),
      z.string().regex(/^[1-5]\d\d$/, 'must be a status'),
    ])
    .meta({ description: '`error` is 400 and more; or one status.' })
    .optional(),
  key_id: storableText(64).min(1).optional().describe('Of this key alone.'),
  member_id: storableText(64).min(1).optional().describe('Of this member alone.'),
  from: timestamp.optional().describe('Not before.'),
  to: timestamp.optional().describe('Before.'),
  limit: pageSize(50, 200),
  cursor: cursorText.optional(),
});

const row = z
  .object({
    id: z.string().meta({ description: 'What `X-Request-Id` of the answer said.' }),
    at: z.iso.datetime().meta({ description: 'When it was answered.' }),
    method: z.string().describe('Of HTTP.'),
    route: z
      .string()
      .meta({ description: 'The pattern, without ids; `other` for a path that nothing answers.' }),
    status: z.number().int().describe('Of HTTP.'),
    duration_ms: z.number().describe('How long it took.'),
    key_id: z.string().nullable().meta({ description: 'Null for a member.' }),
    key_name: z.string().nullable().describe('While the key is known.'),
    member_id: z.string().nullable().describe('Null for a key.'),
  })
  .meta({ id: 'LoggedRequest' });

/** `GET /v1/requests` */
export const requestLogRoute = (log: RequestLog): KeyRoute =>
  defineOperation({
    scope: 'organization',
    method: 'GET',
    path: '/v1/requests',
    operationId: 'listRequests',
    tag: 'Logs',
    summary: 'The requests of the last week',
    description:
      'Newest first: who asked for what, and what came of it; never what was said. Kept for seven days, 100,000 at most. A request is in the list a few seconds ' +
      'after its answer. `next_cursor` asks for the next page; null on the last.',
    query,
    responses: {
      200: {
        description: 'A page of requests',
        schema: z.object({
          requests: z.array(row).describe('Newest first.'),
          next_cursor: nextCursor,
        }),
      },
    },
    handle: async ({ query: asked }, { organization }) => {
      const found = await log.list(
        organization.id,
        {
          method: asked.method,
          route: asked.route,
          keyId: asked.key_id,
          memberId: asked.member_id,
          status: asked.status === undefined ? undefined : rangeOf(asked.status),
          from: asked.from,
          to: asked.to,
        },
        asked.limit + 1,
        asked.cursor === undefined ? undefined : readCursor(asked.cursor),
      );
      const page = found.slice(0, asked.limit);
      const last = page.at(-1);
      return jsonReply(200, {
        requests: page.map(toBody),
        next_cursor:
          found.length > page.length && last !== undefined
            ? cursorOf({ createdAtMs: last.at.getTime(), id: last.id })
            : null,
      });
    },
  });

const rangeOf = (status: string): readonly [number, number] => {
  const named = Object.entries(STATUSES).find(([name]) => name === status)?.[1];
  return named ?? [Number(status), Number(status)];
};

const toBody = (request: ShownRequest): z.output<typeof row> => ({
  id: request.id,
  at: request.at.toISOString(),
  method: request.method,
  route: request.route,
  status: request.status,
  duration_ms: Math.round(request.durationMs * 10) / 10,
  key_id: request.memberId === undefined ? request.keyId : null,
  key_name: request.keyName ?? null,
  member_id: request.memberId ?? null,
});
