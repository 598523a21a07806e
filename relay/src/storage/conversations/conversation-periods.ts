import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { ConversationProgress, FinalWord } from '../../domain/conversations/conversation-record.js';
import type { ConversationPeriod, PeriodQuery } from '../../domain/conversations/conversation-store.js';
import type { Schema } from '../database/schema.js';

interface PeriodRow {
  readonly period: string;
  readonly calls: number;
  readonly seconds: number;
  readonly escalated: number;
  readonly escalations: number;
  readonly calmed: number;
  readonly given: number;
  readonly seen: number;
  readonly accepted: number;
  readonly dismissed: number;
  readonly not_useful: number;
  readonly told: ConversationPeriod['outcomes'];
}

/** What of a call that is over an overview adds up, under the names of its outcome. */
export const sumsOf = ({ overview, predictions }: FinalWord, { outcome }: ConversationProgress) => ({
  ...(overview !== undefined && {
    emotions: overview.emotions,
    ...(overview.moods !== undefined && { moods: overview.moods }),
    escalations: overview.escalations,
    calmed: overview.calmed,
    cues: overview.cues,
  }),
  expected: {
    escalated: predictions['escalation_risk'],
    resolved: predictions['resolution_probability'],
    churned: predictions['churn_risk'],
    csat: predictions['predicted_csat'],
  },
  outcome: outcome?.targets ?? {},
});

/** Sums over the calls that are over, by the day or the week (from Monday, UTC) in which they began. */
export const conversationPeriods = async (
  tx: Transaction<Schema>,
  orgId: string,
  { fromMs, toMs, by }: PeriodQuery,
): Promise<readonly ConversationPeriod[]> => {
  const period = sql`to_char(date_trunc(${sql.lit(by)}, created_at at time zone 'UTC'), 'YYYY-MM-DD')`;
  const parts = sql`parts as materialized (
    select ${period} as period, duration_ms, sums, sums -> 'expected' as p, sums -> 'outcome' as t from conversations
    where org_id = ${orgId} and created_at >= ${new Date(fromMs)} and created_at < ${new Date(toMs)}
      and state in ('ended', 'expired'))`;
  const count = (name: string) =>
    sql`coalesce(sum((sums -> 'cues' ->> ${sql.lit(name)})::integer), 0)::integer`;
  /** How many calls told it, what was expected of them on the average, and what came. */
  const told = (outcome: string, came: RawBuilder<unknown>) => sql`jsonb_build_object(
    'calls', count(*) filter (where t ? ${sql.lit(outcome)}),
    'expected', avg((p ->> ${sql.lit(outcome)})::double precision) filter (where t ? ${sql.lit(outcome)}),
    'came', avg(${came}) filter (where t ? ${sql.lit(outcome)}))`;
  const share = (outcome: string) =>
    sql`case when (t ->> ${sql.lit(outcome)})::boolean then 1.0::double precision else 0 end`;
  const { rows } = await sql<PeriodRow>`
    with ${parts}
    select period, count(*)::integer as calls, coalesce(sum(duration_ms), 0) / 1000 as seconds,
      (count(*) filter (where (sums ->> 'escalations')::integer > 0))::integer as escalated,
      coalesce(sum((sums ->> 'escalations')::integer), 0)::integer as escalations,
      coalesce(sum((sums ->> 'calmed')::integer), 0)::integer as calmed,
      ${count('given')} as given, ${count('seen')} as seen, ${count('accepted')} as accepted,
      ${count('dismissed')} as dismissed, ${count('not_useful')} as not_useful,
      jsonb_build_object(
        'escalated', ${told('escalated', share('escalated'))}, 'resolved', ${told('resolved', share('resolved'))},
        'churned', ${told('churned', share('churned'))},
        'csat', ${told('csat', sql`(t ->> 'csat')::double precision`)}) as told
    from parts group by 1 order by 1`.execute(tx);
  const lasted = async (name: string) => {
    const { rows: heard } = await sql<{ period: string; label: string; seconds: number }>`
      with ${parts}
      select period, heard.key as label, sum(heard.value::double precision) as seconds
      from parts, lateral jsonb_each_text(coalesce(sums -> ${sql.lit(name)}, '{}')) heard group by 1, 2`.execute(
      tx,
    );
    return (start: string): Readonly<Record<string, number>> =>
      Object.fromEntries(
        heard.flatMap(({ period: of, label, seconds }) => (of === start ? [[label, seconds]] : [])),
      );
  };
  const [emotionsIn, moodsIn] = [await lasted('emotions'), await lasted('moods')];
  return rows.map(
    ({ period: start, calls, seconds, escalated, escalations, calmed, told: outcomes, ...cues }) => ({
      start,
      calls,
      seconds,
      escalatedCalls: escalated,
      escalations,
      calmed,
      cues: {
        given: cues.given,
        seen: cues.seen,
        accepted: cues.accepted,
        dismissed: cues.dismissed,
        not_useful: cues.not_useful,
      },
      outcomes,
      emotions: emotionsIn(start),
      moods: moodsIn(start),
    }),
  );
};
