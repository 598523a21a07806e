import { z } from 'zod';
import { AUDIT_ACTIONS, type AuditRecord } from '../../domain/audit/audit-entry.js';
import { storableText } from '../../domain/storable-text.js';
import type { AuditRepository } from '../../storage/audit/audit-repository.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { pageSize, wholeNumber } from '../requests/query-number.js';

const query = z.strictObject({
  action: z.enum(AUDIT_ACTIONS).optional().describe('Of this kind alone.'),
  actor: storableText(100)
    .min(1)
    .meta({ description: '`operator`, or `key:`, `member:` or `session:` and an id.' })
    .optional(),
  limit: pageSize(50, 200),
  before: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .meta({ description: '`next_before` of the page before.' })
    .optional(),
});

const entry = z
  .object({
    seq: z.number().int().describe('Its place in the log.'),
    at: z.iso.datetime().describe('When it was done.'),
    actor: z.string().describe('`operator`, or `key:`, `member:` or `session:` and an id.'),
    actor_name: z
      .string()
      .nullable()
      .meta({ description: 'The name of the key or the address of the member, while they are known.' }),
    action: z.string().describe('What was done.'),
    detail: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('To what, in short facts.'),
  })
  .meta({ id: 'AuditEntry' });

/** `GET /v1/audit` */
export const auditRoute = (audit: AuditRepository): KeyRoute =>
  defineOperation({
    scope: 'organization',
    method: 'GET',
    path: '/v1/audit',
    operationId: 'listAuditEntries',
    tag: 'Logs',
    summary: 'The audit log',
    description:
      'Newest first: what was done to the organization, and by whom. Nobody can change an entry; the operator can verify that (`audit verify`).',
    query,
    responses: {
      200: {
        description: 'A page of entries',
        schema: z.object({
          entries: z.array(entry).describe('Newest first.'),
          next_before: z.number().int().nullable().meta({ description: 'Null on the last page.' }),
        }),
      },
    },
    handle: async ({ query: { action, actor, limit, before } }, { organization }) => {
      const found = await audit.page(organization.id, { action, actor, before }, limit + 1);
      const page = found.slice(0, limit);
      return jsonReply(200, {
        entries: page.map(toBody),
        next_before: found.length > page.length ? (page.at(-1)?.seq ?? null) : null,
      });
    },
  });

const toBody = ({
  seq,
  at,
  actor,
  actorName,
  action,
  detail,
}: AuditRecord & { readonly actorName: string | undefined }): object => ({
  seq,
  at: at.toISOString(),
  actor,
  actor_name: actorName ?? null,
  action,
  detail: JSON.parse(detail) as unknown,
});
