import { z } from 'zod';
import type { Conversations } from '../../domain/conversations/conversations.js';
import { LAST_STORABLE_MS } from '../../domain/storable-time.js';
import { jsonReply } from '../../transport/http-message.js';
import { invalid } from '../requests/json-body.js';
import { defineOperation } from '../requests/operation.js';
import type { KeyRoute } from '../requests/route.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

const day = z.iso.date().refine((text) => text >= '1970-01-01', 'must not be before 1970-01-01');

const overviewQuery = z.strictObject({
  from: day
    .meta({ description: `The first day, UTC; ${DEFAULT_DAYS} days to \`to\` unless given.` })
    .optional(),
  to: day.meta({ description: 'The last day, UTC; today unless given.' }).optional(),
  by: z.enum(['day', 'week']).default('day').meta({ description: 'Weeks begin on Monday.' }),
});

const told = z
  .strictObject({
    calls: z.number().int().meta({ description: 'Whose outcome is known.' }),
    expected: z
      .number()
      .nullable()
      .meta({ description: 'What was expected of them at their end, on the average.' }),
    came: z.number().nullable().meta({ description: 'What came, on the average.' }),
  })
  .meta({
    id: 'ExpectedAndCame',
    description: 'Shares of the calls, 0 to 1; of `csat` scores, 1 to 5. Null where no outcome is known.',
  });

const overviewAnswer = z.strictObject({
  from: z.string().meta({ description: 'The first day that is included, UTC.' }),
  to: z.string().meta({ description: 'The last day that is included, UTC.' }),
  by: z.enum(['day', 'week']).meta({ description: 'How long a period is.' }),
  periods: z
    .array(
      z
        .strictObject({
          start: z.string().meta({ description: 'The day, or the Monday of the week.' }),
          calls: z.number().int().meta({ description: 'Sessions that began in it and are over.' }),
          minutes: z.number().meta({ description: 'How long they were, together.' }),
          emotions: z
            .record(z.string(), z.number())
            .meta({ description: 'Minutes of the callers’ speech under each label.' }),
          moods: z
            .record(z.string(), z.number())
            .meta({ description: 'Minutes of each of the callers’ moods, pauses too. Of streams alone.' }),
          escalated_calls: z
            .number()
            .int()
            .meta({ description: 'Those in which the escalation risk rose to 0.6 or higher.' }),
          escalations: z
            .number()
            .int()
            .meta({ description: 'How often the escalation risk rose to 0.6 or higher.' }),
          calmed: z.number().int().meta({ description: 'How many of them came back to 0.4 or lower.' }),
          cues: z
            .strictObject({
              given: z.number().int().meta({ description: 'Shown to agents.' }),
              seen: z.number().int().meta({ description: 'Of them, those that an agent saw.' }),
              accepted: z.number().int().meta({ description: 'That an agent took up.' }),
              dismissed: z.number().int().meta({ description: 'That an agent put away.' }),
              not_useful: z.number().int().meta({ description: 'That an agent called not useful.' }),
            })
            .meta({ description: 'How many cues agents got, and what they did with them.' }),
          outcomes: z
            .strictObject({ escalated: told, resolved: told, churned: told, csat: told })
            .meta({ description: 'What was expected, and what came, where outcomes were told.' }),
        })
        .meta({ id: 'OverviewPeriod' }),
    )
    .meta({ description: 'Those in which a call began, oldest first.' }),
});

/** `GET /v1/overview`: the organization's calls by day or week. */
export const overviewRoute = (sessions: Conversations, nowMs: () => number): KeyRoute =>
  defineOperation({
    scope: 'sessions',
    method: 'GET',
    path: '/v1/overview',
    operationId: 'getOverview',
    tag: 'Sessions',
    summary: 'Calls by day or week',
    description:
      `Sums over the sessions that are over, by the day (UTC) on which they began, at most ${MAX_DAYS} days. Never by agent. ` +
      'Escalations, cues and emotions are known of sessions that ended since this release.',
    query: overviewQuery,
    responses: { 200: { description: 'The overview', schema: overviewAnswer } },
    handle: async ({ query: { from: first, to: last, by } }, { organization }) => {
      const to = last ?? textOf(nowMs());
      const from = first ?? textOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
      const [fromMs, toMs] = [Date.parse(from), Math.min(Date.parse(to) + DAY_MS, LAST_STORABLE_MS)];
      if (fromMs >= toMs) throw invalid('the range is empty', { from: ['must not be after to'] });
      if (toMs - fromMs > MAX_DAYS * DAY_MS)
        throw invalid('the range is too long', { from: [`at most ${MAX_DAYS} days before to`] });
      const periods = await sessions.periods(organization.id, { fromMs, toMs, by });
      return jsonReply(200, {
        from,
        to,
        by,
        periods: periods.map(({ start, calls, seconds, emotions, moods, escalatedCalls, ...sums }) => ({
          start,
          calls,
          minutes: minutes(seconds),
          emotions: inMinutes(emotions),
          moods: inMinutes(moods),
          escalated_calls: escalatedCalls,
          escalations: sums.escalations,
          calmed: sums.calmed,
          cues: sums.cues,
          outcomes: sums.outcomes,
        })),
      });
    },
  });

const textOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
const inMinutes = (seconds: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(seconds).map(([label, lasted]) => [label, minutes(lasted)]));
const minutes = (seconds: number): number => Math.round((seconds / 60) * 100) / 100;
