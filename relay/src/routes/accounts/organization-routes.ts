import { z } from 'zod';
import type { OrganizationRecord } from '../../domain/accounts/organization.js';
import { Fault } from '../../domain/fault.js';
import { actorOf } from '../../domain/keys/api-key.js';
import type { OrganizationExport } from '../../storage/accounts/organization-export.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { defined } from '../../domain/defined.js';
import {
  organizationBody,
  organizationSchema,
  retentionDays,
  textLanguage,
  transcriptDays,
} from './organization-body.js';
import { checkRetention } from './check-retention.js';
import { type Closing, closeOrganization, closeQuery, exportPage, exportQuery } from './organization-data.js';
import { nextCursor } from '../requests/page-cursor.js';

const TAG = 'Organization';
const PATH = '/v1/organization';

export interface OrganizationDependencies extends Closing {
  readonly organizationExport: OrganizationExport;
}

const answer = z.object({
  organization: organizationSchema.describe('That of the key, as it is after the request.'),
});
const changes = z.strictObject({
  policy: z
    .strictObject({
      retention_days: retentionDays.optional(),
      transcript_days: transcriptDays.optional(),
      language: textLanguage.optional(),
      workplace_policy: z
        .literal(true, 'may only be switched on here: the operator takes the declaration that it may be off')
        .meta({ description: 'Only true: switching it off is a declaration that the operator takes.' })
        .optional(),
    })
    .refine((policy) => Object.values(policy).some((value) => value !== undefined), 'must change something')
    .describe('What changes, one field at least; what is left out stays.'),
});

/** What an organization may see of itself, set, take along and remove. */
export const ownOrganizationRoutes = (dependencies: OrganizationDependencies): readonly KeyRoute[] => [
  getOrganization(dependencies),
  updateOrganization(dependencies),
  exportOrganization(dependencies),
  deleteOrganization(dependencies),
];

const getOrganization = ({ organizations }: OrganizationDependencies): KeyRoute =>
  defineOperation({
    scope: 'organization',
    method: 'GET',
    path: PATH,
    operationId: 'getOrganization',
    tag: TAG,
    summary: 'The organization of the key',
    description:
      'Name, plan, and what was declared about the people it records. Name, plan and declarations are the operator’s to change.',
    responses: { 200: { description: 'The organization', schema: answer } },
    handle: async (_, { organization }) =>
      jsonReply(200, {
        organization: organizationBody(found(await organizations.findRecord(organization.id))),
      }),
  });

const updateOrganization = ({
  organizations,
  organizationChanged,
  nowMs,
}: OrganizationDependencies): KeyRoute =>
  defineOperation({
    scope: 'organization',
    method: 'PATCH',
    path: PATH,
    operationId: 'updateOrganization',
    tag: TAG,
    summary:
      'Set how long sessions are kept, whether what was said is, the language of texts, and that no emotion of an employee is analyzed',
    description:
      'A shorter retention begins within a minute, for what is stored already too: what is older goes, and nothing brings it back. What was said is kept from the moment on at which `transcript_days` is set; null again deletes all of it. The ledger and the audit log stay.',
    body: changes,
    responses: { 200: { description: 'The organization', schema: answer } },
    handle: async ({ body }, caller) => {
      const { organization } = caller;
      const policy = defined({
        retentionDays: body.policy.retention_days,
        transcriptDays: body.policy.transcript_days,
        language: body.policy.language,
        workplacePolicy: body.policy.workplace_policy,
      });
      checkRetention(organization.policy, policy);
      const at = new Date(nowMs());
      const changed = found(await organizations.change(organization.id, { policy }, actorOf(caller), at));
      organizationChanged(changed.id);
      return jsonReply(200, { organization: organizationBody(changed) });
    },
  });

const exportOrganization = ({ organizationExport }: OrganizationDependencies): KeyRoute =>
  defineOperation({
    scope: 'organization',
    method: 'GET',
    path: `${PATH}/export`,
    operationId: 'exportOrganization',
    tag: TAG,
    summary: 'Everything that is stored about the organization',
    description:
      'Row by row, with the names that tables and columns have, up to 1,000 rows a page. Hashes and sealed secrets are left out. ' +
      'What changes between two pages may be in either state.',
    query: exportQuery,
    responses: {
      200: {
        description: 'A page of rows; `next_cursor` is null on the last',
        schema: z.object({
          rows: z
            .array(
              z.object({
                table: z.string().describe('The database table that holds the row.'),
                row: z
                  .record(z.string(), z.unknown())
                  .describe('Values by column name, without hashes and sealed secrets.'),
              }),
            )
            .describe('Table by table, at most 1,000.'),
          next_cursor: nextCursor,
        }),
      },
    },
    handle: async ({ query }, { organization }) =>
      jsonReply(200, await exportPage(organizationExport, organization.id, query.cursor)),
  });

const deleteOrganization = (dependencies: OrganizationDependencies): KeyRoute =>
  defineOperation({
    scope: 'organization',
    method: 'DELETE',
    path: PATH,
    operationId: 'deleteOrganization',
    tag: TAG,
    summary: 'Delete the organization',
    description:
      'For ever. `confirm` must be its name. Every key stops at once, this one too, and streams end within 5 s; within minutes no table has a row ' +
      'of it: sessions, people, money, the audit log. Export it before. The first organization of a relay is the relay’s own: 409.',
    query: closeQuery,
    responses: { 202: { description: 'It is closed, and is being removed', schema: answer } },
    faults: ['conflict'],
    handle: async ({ query }, caller) => {
      const { organization } = caller;
      const closed = await closeOrganization(dependencies, organization, query.confirm, actorOf(caller));
      return jsonReply(202, { organization: organizationBody(closed) });
    },
  });

/** @throws Fault `not_found` when it was removed meanwhile */
const found = (record: OrganizationRecord | undefined): OrganizationRecord => {
  if (record === undefined) throw new Fault('not_found', 'there is no such organization');
  return record;
};
