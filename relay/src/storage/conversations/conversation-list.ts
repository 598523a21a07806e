import { type RawBuilder, type Selectable, sql, type Transaction } from 'kysely';
import { type ConversationMark, firstMarks } from '../../domain/conversations/conversation-marks.js';
import type {
  ConversationPage,
  ConversationSort,
  RecognizedPerson,
} from '../../domain/conversations/conversation-store.js';
import type { ConversationRecord } from '../../domain/conversations/conversation-record.js';
import type { Schema } from '../database/schema.js';
import type { ConversationsTable } from '../tables/conversation-tables.js';

type Condition = RawBuilder<unknown>;

/** Written out, because the planner compares it with the partial indexes, and a parameter says nothing to it. */
const IS_OVER = sql`c.state in ('ended', 'expired')`;
/** Above every character. */
const LAST_CHARACTER = '\u{10ffff}';

const SORTED: Readonly<Record<ConversationSort, { column: Condition; type: Condition }>> = {
  created_at: { column: sql`c.created_at`, type: sql`timestamptz` },
  duration: { column: sql`c.duration_ms`, type: sql`double precision` },
  peak_escalation: { column: sql`c.peak_escalation`, type: sql`double precision` },
};

/** A page of a list. Every filter and every order has an index (migrations 0018 and 0025). */
export const pageQuery = (
  orgId: string,
  page: ConversationPage,
): RawBuilder<Selectable<ConversationsTable>> => {
  const { after, sort = 'created_at', ascending = false, most } = page;
  const { column, type } = SORTED[sort];
  const conditions = [sql`c.org_id = ${orgId}`, ...ofColumns(page), ...ofMarks(orgId, page)];
  if (sort !== 'created_at') conditions.push(IS_OVER, sql`${column} is not null`);
  if (after !== undefined) {
    const value = sort === 'created_at' ? new Date(after.value) : after.value;
    conditions.push(
      sql`(${column}, c.id) ${ascending ? sql`>` : sql`<`} (${value}::${type}, ${after.id}::text)`,
    );
  }
  const order = ascending ? sql`asc` : sql`desc`;
  return sql`
    select c.* from conversations c where ${sql.join(conditions, sql` and `)}
    order by ${column} ${order}, c.id ${order} limit ${most}`;
};

const ofColumns = (page: ConversationPage): Condition[] => {
  const { states, externalId, sinceMs, untilMs, verticals, emotions, moods, peakFrom } = page;
  return [
    ...(states === undefined ? [] : [sql`c.state in (${sql.join(states.map((state) => sql.lit(state)))})`]),
    ...(externalId === undefined ? [] : [sql`c.external_id = ${externalId}`]),
    ...(sinceMs === undefined ? [] : [sql`c.created_at >= ${new Date(sinceMs)}`]),
    ...(untilMs === undefined ? [] : [sql`c.created_at < ${new Date(untilMs)}`]),
    ...(verticals === undefined ? [] : [sql`c.vertical in (${sql.join(verticals)})`]),
    ...(emotions === undefined ? [] : [IS_OVER, sql`c.dominant_emotion in (${sql.join(emotions)})`]),
    ...(moods === undefined ? [] : [IS_OVER, sql`c.dominant_mood in (${sql.join(moods)})`]),
    ...(peakFrom === undefined ? [] : [IS_OVER, sql`c.peak_escalation >= ${peakFrom}::double precision`]),
  ];
};

const ofMarks = (orgId: string, { alert, agent, words, personId }: ConversationPage): Condition[] => [
  ...(alert === undefined ? [] : [isMarked('alert', alert)]),
  ...(agent === undefined ? [] : [isMarked('agent', agent)]),
  ...(words ?? []).map(
    (word) => sql`c.id in (
      select session_id from conversation_marks where org_id = ${orgId} and kind = 'word'
        and value >= ${word} and value < ${word + LAST_CHARACTER})`,
  ),
  ...(personId === undefined
    ? []
    : [
        sql`c.id in (select session_id from speaker_links where org_id = ${orgId} and speaker_id = ${personId})`,
      ]),
];

/** Names the whole key, so that a row of the list is one look into the index. */
const isMarked = (kind: ConversationMark['kind'], value: string): Condition => sql`exists (
  select from conversation_marks m where m.org_id = c.org_id and m.kind = ${sql.lit(kind)} and m.value = ${value}
    and m.created_at = c.created_at and m.session_id = c.id)`;

/** The people who were recognized in conversations, by conversation. */
export const peopleOf = async (
  tx: Transaction<Schema>,
  orgId: string,
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, readonly RecognizedPerson[]>> => {
  const people = new Map<string, RecognizedPerson[]>();
  if (sessionIds.length === 0) return people;
  const rows = await tx
    .selectFrom('speaker_links as l')
    .innerJoin('speakers as s', (join) =>
      join.onRef('s.org_id', '=', 'l.org_id').onRef('s.id', '=', 'l.speaker_id'),
    )
    .select(['l.session_id', 'l.speaker', 'l.speaker_id', 's.label'])
    .where('l.org_id', '=', orgId)
    .where('l.session_id', 'in', sessionIds)
    .orderBy('l.speaker')
    .execute();
  for (const { session_id, speaker, speaker_id, label } of rows) {
    const person = { speakerId: speaker, personId: speaker_id, label };
    people.set(session_id, [...(people.get(session_id) ?? []), person]);
  }
  return people;
};

/** Marks a conversation anew by what its client says of it. */
export const replaceNames = async (tx: Transaction<Schema>, record: ConversationRecord): Promise<void> => {
  await tx
    .deleteFrom('conversation_marks')
    .where('org_id', '=', record.orgId)
    .where('session_id', '=', record.id)
    .where('kind', 'in', ['word', 'agent'])
    .execute();
  await putMarks(tx, record, firstMarks(record));
};

/** Stores by what a conversation can be found. A mark that is there already stays. */
export const putMarks = async (
  tx: Transaction<Schema>,
  { orgId, id, createdAtMs }: ConversationRecord,
  marks: readonly ConversationMark[],
): Promise<void> => {
  if (marks.length === 0) return;
  await tx
    .insertInto('conversation_marks')
    .values(
      marks.map(({ kind, value }) => ({
        org_id: orgId,
        kind,
        value,
        created_at: new Date(createdAtMs),
        session_id: id,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
