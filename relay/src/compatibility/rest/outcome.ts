import { z } from 'zod';
import type { Conversations } from '../../domain/conversations/conversations.js';
import type { Learning } from '../../domain/conversations/learning/learning.js';
import { defined } from '../../domain/defined.js';
import { storableText } from '../../domain/storable-text.js';
import { defineOperation } from '../../routes/requests/operation.js';
import type { KeyRoute } from '../../routes/requests/route.js';
import { checkOutcomeBody } from '../../routes/sessions/outcome-routes.js';
import { ownId, sessionOutcome } from '../../routes/sessions/session-fields.js';
import { checkInput } from '../../routes/requests/json-body.js';
import { jsonReply } from '../../transport/http-message.js';

const kpiOutcome = z.strictObject({
  kpi_id: storableText(128).min(1).meta({ description: 'The name of a KPI, as `/v1/kpis` has it.' }),
  scalar_value: z.number().describe('Of a scalar KPI.').optional(),
  boolean_value: z.boolean().describe('Of a binary KPI.').optional(),
  category_value: storableText(128).describe('Of a categorical KPI.').optional(),
});

const AS_KPI = 'Counts where you have a KPI of this name.';
/** What earlier clients say besides; it counts where the organization has a KPI of this name. */
const KPI_FIELDS = {
  transferred: z.boolean().describe(AS_KPI).optional(),
  deal_won: z.boolean().describe(AS_KPI).optional(),
  deal_value: z.number().describe(AS_KPI).optional(),
  days_to_close: z.number().describe(AS_KPI).optional(),
  phq_score: z.number().describe(AS_KPI).optional(),
  intervention_occurred: z.boolean().describe(AS_KPI).optional(),
  follow_up_scheduled: z.boolean().describe(AS_KPI).optional(),
  final_sentiment: z.number().describe(AS_KPI).optional(),
};

const outcomeBody = z
  .strictObject({
    session_id: ownId.describe('Of the session.'),
    outcomes: z.array(kpiOutcome).min(1).max(100).describe('Values of KPIs.').optional(),
    vertical: z.string().max(64).describe('Of no account: named in `ignored`.').optional(),
    actual_csat: z.number().describe('As `csat` of an outcome.').optional(),
    escalated: z.boolean().describe('As `escalated` of an outcome.').optional(),
    churned: z.boolean().describe('As `churned` of an outcome.').optional(),
    first_call_resolved: z.boolean().describe('As `resolved` of an outcome.').optional(),
    ...KPI_FIELDS,
    notes: storableText(10_000).describe('Of no account: named in `ignored`.').optional(),
  })
  .meta({ id: 'ForeignOutcome' });

const accepted = z.strictObject({
  status: z.literal('accepted').describe('It was taken.'),
  session_id: z.string().describe('Of the session.'),
  outcomes_recorded: z.number().int().describe('Values that were kept.'),
  ignored: z.array(z.string()).meta({ description: 'Fields that have no place here.' }),
});

type Outcome = z.output<typeof outcomeBody>;

/** `POST /v1/feedback/session_outcome`. */
export const foreignOutcomeRoute = (
  conversations: Conversations,
  learning: Learning,
  nowMs: () => number,
): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'POST',
    path: '/v1/feedback/session_outcome',
    operationId: 'submitSessionOutcome',
    tag: 'Compatibility',
    summary: 'Say how a conversation turned out',
    description:
      'For clients of the hosted service; elsewhere, `POST /v1/sessions/{id}/outcome`. A conversation without a live stream ends with it, since these clients never end one.',
    body: outcomeBody,
    responses: { 200: { description: 'Taken', schema: accepted } },
    faults: ['not_found', 'conflict', 'overloaded'],
    handle: async ({ body }, { organization }) => {
      const { session_id: id } = body;
      const { record } = await conversations.read(organization.id, id);
      const names = new Set((await learning.kpis(organization.id)).map(({ name }) => name));
      const { outcome, ignored } = understood(body, names);
      const checked = await checkOutcomeBody(
        learning,
        organization.id,
        checkInput(sessionOutcome, outcome),
        nowMs(),
      );
      if (record.lifecycle.kind === 'open') {
        await conversations.end(organization.id, id, 'client_ended');
      }
      await conversations.submitOutcome(organization.id, id, checked);
      const { kpis = {}, ...targets } = outcome;
      return jsonReply(200, {
        status: 'accepted',
        session_id: id,
        outcomes_recorded: Object.keys(targets).length + Object.keys(kpis).length,
        ignored,
      });
    },
  });

type OurOutcome = { kpis?: Record<string, unknown> } & Record<string, unknown>;

const understood = (
  body: Outcome,
  kpiNames: ReadonlySet<string>,
): { readonly outcome: OurOutcome; readonly ignored: readonly string[] } => {
  const ignored: string[] = [];
  const kpis = Object.create(null) as Record<string, unknown>;
  for (const { kpi_id: name, ...value } of body.outcomes ?? []) {
    kpis[name] = value.scalar_value ?? value.boolean_value ?? value.category_value;
  }
  for (const name of Object.keys(KPI_FIELDS) as (keyof typeof KPI_FIELDS)[]) {
    if (body[name] === undefined) continue;
    if (kpiNames.has(name)) kpis[name] = body[name];
    else ignored.push(name);
  }
  for (const name of ['vertical', 'notes'] as const) if (body[name] !== undefined) ignored.push(name);
  const outcome = defined({
    csat: body.actual_csat,
    escalated: body.escalated,
    churned: body.churned,
    resolved: body.first_call_resolved,
  });
  return { outcome: { ...outcome, ...(Object.keys(kpis).length > 0 && { kpis }) }, ignored };
};
