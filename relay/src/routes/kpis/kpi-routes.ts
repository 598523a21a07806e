import { z } from 'zod';
import { kpiDefinitionSchema } from '../../domain/kpis/definition.js';
import type { Learning } from '../../domain/conversations/learning/learning.js';
import { jsonReply } from '../../transport/http-message.js';
import { checkInput, invalid } from '../requests/json-body.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';

const TAG = 'KPIs';
const params = z.strictObject({ name: z.string().describe('Of the KPI.') });
/** Checked as a whole, together with the name from the path. */
const redefinition = z
  .looseObject({
    kind: z.enum(['scalar', 'binary', 'categorical']).describe('As in `POST /v1/kpis`.'),
    name: z.string().describe('That of the path, if it is given.').optional(),
  })
  .meta({ description: 'As in `POST /v1/kpis`; `name` may be left out.' });
const answer = z.object({ kpi: kpiDefinitionSchema.describe('As it is defined.') });

/** `/v1/kpis`: the measures an organization uses for its conversations. */
export const kpiRoutes = (learning: Learning): readonly KeyRoute[] => [
  defineOperation({
    scope: 'sessions',
    method: 'GET',
    path: '/v1/kpis',
    operationId: 'listKpis',
    tag: TAG,
    summary: 'List KPIs',
    description: 'As they were defined.',
    responses: {
      200: {
        description: 'The KPIs',
        schema: z.object({ kpis: z.array(kpiDefinitionSchema).describe('All of them.') }),
      },
    },
    handle: async (_input, { organization }) =>
      jsonReply(200, { kpis: await learning.kpis(organization.id) }),
  }),
  defineOperation({
    scope: 'sessions',
    method: 'POST',
    path: '/v1/kpis',
    operationId: 'createKpi',
    tag: TAG,
    summary: 'Define a KPI',
    description:
      'From then on every answer about a session, and every analysis, has it in `kpi_predictions`; a recording without a session counts as a conversation of one utterance. Prior: half of what is believed of CSAT or resolution, by `direction`. Learned: from the values submitted as outcomes.',
    body: kpiDefinitionSchema,
    responses: { 201: { description: 'The KPI', schema: answer } },
    faults: ['conflict'],
    handle: async ({ body }, { organization }) => {
      await learning.defineKpi(organization.id, body, 'new');
      return jsonReply(201, { kpi: body });
    },
  }),
  defineOperation({
    scope: 'sessions',
    method: 'PUT',
    path: '/v1/kpis/:name',
    operationId: 'redefineKpi',
    tag: TAG,
    summary: 'Define a KPI anew',
    description:
      'With another kind, range or categories it measures something else, and its learning begins anew. Thresholds on it stay, unless it is in categories now.',
    params,
    body: redefinition,
    responses: { 200: { description: 'The KPI', schema: answer } },
    handle: async ({ params: { name }, body }, { organization }) => {
      assertSameName(name, body);
      const kpi = checkInput(kpiDefinitionSchema, { ...body, name });
      await learning.defineKpi(organization.id, kpi, 'anew');
      return jsonReply(200, { kpi });
    },
  }),
  defineOperation({
    scope: 'sessions',
    method: 'DELETE',
    path: '/v1/kpis/:name',
    operationId: 'deleteKpi',
    tag: TAG,
    summary: 'Delete a KPI',
    description: 'Thresholds on it (`/v1/alerts`) go with it.',
    params,
    responses: { 204: { description: 'Deleted' } },
    handle: async ({ params: { name } }, { organization }) => {
      await learning.removeKpi(organization.id, name);
      return { status: 204 };
    },
  }),
];

const assertSameName = (name: string, { name: given }: z.output<typeof redefinition>): void => {
  if (given === undefined || given === name) return;
  throw invalid('the request has invalid parameters', { name: ['must be the one in the path'] });
};
