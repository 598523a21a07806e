import { z } from 'zod';
import { Fault } from '../../domain/fault.js';
import { outcomeSchema } from '../../domain/predictions/outcome.js';
import type { Learning } from '../../domain/conversations/learning/learning.js';
import type { ConversationRecord } from '../../domain/conversations/conversation-record.js';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { jsonReply } from '../../transport/http-message.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';
import { outcomeOf } from './session-answer.js';
import { sessionOutcome, sessionParams } from './session-fields.js';
import { OUTCOME_TROUBLES, troublesText } from './session-troubles.js';

const TAG = 'Sessions';

export const learnedSchema = z
  .strictObject({
    model_version: z.number().int().meta({ description: 'Counts what was learned; 0 is the prior alone.' }),
  })
  .meta({ id: 'Learned', description: 'The version of the organization’s learning that knows the outcome.' });

type CheckedOutcome = NonNullable<ConversationRecord['progress']['outcome']>;

/** Checks the body of an outcome. @throws Fault 400 */
export const checkOutcomeBody = async (
  learning: Learning,
  orgId: string,
  body: z.output<typeof sessionOutcome>,
  nowMs: number,
): Promise<CheckedOutcome> => {
  const { kpis: values = {}, observed_at: observedAt, ...targets } = body;
  if (observedAt !== undefined && observedAt.getTime() > nowMs) {
    throw problem('observed_at', 'must not be in the future');
  }
  if (Object.keys(targets).length === 0 && Object.keys(values).length === 0) {
    throw problem('body', 'must hold csat, escalated, resolved, churned or a KPI');
  }
  const kpis = await learning.checkKpis(orgId, values);
  return {
    targets: outcomeSchema.parse(targets),
    kpis: { ...kpis },
    observedAt: (observedAt ?? new Date(nowMs)).toISOString(),
  };
};

const problem = (parameter: string, message: string): Fault =>
  new Fault('validation_error', 'the request has invalid parameters', {
    details: { [parameter]: [message] },
  });

/** `/v1/sessions/{id}/outcome`. */
export const outcomeRoutes = (
  sessions: Conversations,
  learning: Learning,
  nowMs: () => number,
): readonly KeyRoute[] => [
  defineOperation({
    scope: 'sessions',
    method: 'POST',
    path: '/v1/sessions/:id/outcome',
    operationId: 'submitOutcome',
    tag: TAG,
    summary: 'Say how a session turned out',
    description: [
      'The organization’s predictions learn from it at once. Sent again it replaces the former one, and everything is learned anew without that.',
      troublesText(OUTCOME_TROUBLES),
    ].join('\n\n'),
    params: sessionParams,
    body: sessionOutcome,
    responses: {
      200: {
        description: 'The outcome as it was understood',
        schema: z.object({
          outcome: z.record(z.string(), z.unknown()).meta({
            description:
              'What was told, with `kpis` and `observed_at`: the time of the request where it was left out.',
          }),
          learned: learnedSchema,
        }),
      },
    },
    faults: ['conflict', 'overloaded'],
    handle: async ({ params, body }, { organization }) => {
      const outcome = await checkOutcomeBody(learning, organization.id, body, nowMs());
      const { record, learnedVersion } = await sessions.submitOutcome(organization.id, params.id, outcome);
      return jsonReply(200, { outcome: outcomeOf(record), learned: { model_version: learnedVersion } });
    },
  }),
  defineOperation({
    scope: 'sessions',
    method: 'DELETE',
    path: '/v1/sessions/:id/outcome',
    operationId: 'withdrawOutcome',
    tag: TAG,
    summary: 'Take an outcome back',
    description: 'Everything is learned anew without it.',
    params: sessionParams,
    responses: { 204: { description: 'Taken back' } },
    faults: ['overloaded'],
    handle: async ({ params }, { organization }) => {
      await sessions.withdrawOutcome(organization.id, params.id);
      return { status: 204 };
    },
  }),
];
