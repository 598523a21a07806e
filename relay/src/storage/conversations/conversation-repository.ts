import { type Kysely, sql, type Transaction } from 'kysely';
import { turnsLeftIn } from '../../domain/conversations/checkpoint-turns.js';
import { dominantMoodOf } from '../../domain/conversations/conversation-overview.js';
import type {
  ConversationStore,
  ConversationChange,
  ConversationPage,
  ConversationPeriod,
  ConversationStanding,
  ConversationView,
  ListedConversation,
  LostStream,
  PeriodQuery,
  RecognizedPerson,
  SaidWords,
} from '../../domain/conversations/conversation-store.js';
import type { SessionName } from '../../domain/call/session-name.js';
import type { Lifecycle } from '../../domain/conversations/lifecycle.js';
import type { ConversationRecord } from '../../domain/conversations/conversation-record.js';
import { firstMarks, newAlertMarks } from '../../domain/conversations/conversation-marks.js';
import {
  type NewUtterance,
  placeUtterances,
  type Utterance,
} from '../../domain/conversations/utterances/utterance.js';
import { appendEvents } from '../webhooks/event-outbox.js';
import { toJsonb } from '../database/jsonb.js';
import { eraseConversation } from './conversation-erasure.js';
import { conversationPeriods, sumsOf } from './conversation-periods.js';
import { pageQuery, peopleOf, putMarks, replaceNames } from './conversation-list.js';
import type { Schema } from '../database/schema.js';
import { type OnUnreadable, throwUnreadable, UnreadableRowError } from '../../domain/unreadable-row.js';
import { readable } from '../database/stored-json.js';
import { toListed, toRecord, toUtterance } from './conversation-rows.js';
import { withTenant } from '../tables/tenant.js';
import { keepWords, linesWithWords, wordsOf } from './transcript-lines.js';
import { eraseTraining, giveTraining } from '../fine-tune/training-erasure.js';

/** Conversations and their utterances: times, speakers and tones. Spoken words are kept beside them, where the organization wants it. */
export class ConversationRepository implements ConversationStore {
  private readonly db: Kysely<Schema>;
  private readonly onUnreadable: OnUnreadable;

  constructor(db: Kysely<Schema>, onUnreadable: OnUnreadable = throwUnreadable) {
    this.db = db;
    this.onUnreadable = onUnreadable;
  }

  async create(record: ConversationRecord): Promise<boolean> {
    return withTenant(this.db, record.orgId, async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('conversations')
        .values({
          org_id: record.orgId,
          id: record.id,
          vertical: record.vertical,
          language: record.language,
          external_id: record.externalId,
          metadata: toJsonb(record.metadata),
          created_at: new Date(record.createdAtMs),
          ...changeable(record, record.updatedAtMs),
        })
        .onConflict((conflict) => conflict.columns(['org_id', 'id']).doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      await putMarks(transaction, record, firstMarks(record));
      return true;
    });
  }

  async find(orgId: string, id: string): Promise<ConversationRecord | undefined> {
    return withTenant(this.db, orgId, async (transaction) => {
      const row = await transaction
        .selectFrom('conversations')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toRecord(row);
    });
  }

  async utterances(orgId: string, id: string): Promise<readonly Utterance[]> {
    return withTenant(this.db, orgId, async (transaction) =>
      placeUtterances(await allUtterances(transaction, orgId, id, this.onUnreadable)),
    );
  }

  async list(orgId: string, page: ConversationPage): Promise<readonly ListedConversation[]> {
    return withTenant(this.db, orgId, async (transaction) => {
      const { rows } = await pageQuery(orgId, page).execute(transaction);
      const ids = rows.map(({ id }) => id);
      const people = await peopleOf(transaction, orgId, ids);
      return rows.map((row) => ({
        record: toListed(row, this.onUnreadable),
        people: people.get(row.id) ?? [],
      }));
    });
  }

  async periods(orgId: string, query: PeriodQuery): Promise<readonly ConversationPeriod[]> {
    return withTenant(this.db, orgId, (transaction) => conversationPeriods(transaction, orgId, query));
  }

  async people(orgId: string, id: string): Promise<readonly RecognizedPerson[]> {
    return withTenant(
      this.db,
      orgId,
      async (transaction) => (await peopleOf(transaction, orgId, [id])).get(id) ?? [],
    );
  }

  withWords(orgId: string, id: string): Promise<ReadonlySet<string>> {
    return withTenant(this.db, orgId, (transaction) => linesWithWords(transaction, orgId, id));
  }

  words(orgId: string, id: string, utteranceIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return withTenant(this.db, orgId, (transaction) => wordsOf(transaction, orgId, id, utteranceIds));
  }

  keepWords(orgId: string, id: string, words: SaidWords, nowMs: number): Promise<void> {
    return withTenant(this.db, orgId, (transaction) => keepWords(transaction, orgId, id, words, nowMs));
  }

  async change<T>(
    orgId: string,
    id: string,
    decide: (view: ConversationView) => Promise<ConversationChange<T>>,
    nowMs: number,
  ): Promise<T | undefined> {
    return withTenant(this.db, orgId, async (transaction) => {
      const row = await transaction
        .selectFrom('conversations')
        .selectAll()
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const before = toRecord(row);
      const {
        record,
        utterance,
        changed = [],
        forgetTraining,
        trainingOf = [],
        events,
        words,
        result,
      } = await decide({
        record: before,
        find: (utteranceId) => findUtterance(transaction, orgId, id, utteranceId, this.onUnreadable),
        all: () => allUtterances(transaction, orgId, id, this.onUnreadable),
        since: (revision) => utterancesSince(transaction, orgId, id, revision, this.onUnreadable),
      });
      for (const each of [...changed, ...(utterance === undefined ? [] : [utterance])]) {
        await putUtterance(transaction, record, each);
      }
      if (words !== undefined) await keepWords(transaction, orgId, id, words, nowMs);
      if (forgetTraining !== undefined && forgetTraining.length > 0) {
        await eraseTraining(transaction, orgId, id, sql`utterance_id = any(${forgetTraining}::text[])`);
      }
      for (const utterance of trainingOf) await giveTraining(transaction, orgId, id, utterance);
      const isDescribed = record.metadata !== before.metadata;
      if (isDescribed) await replaceNames(transaction, record);
      // Aging alone is not a change: a conversation that was only read keeps its time.
      if (
        isDescribed ||
        utterance !== undefined ||
        record.lifecycle !== before.lifecycle ||
        record.progress !== before.progress
      ) {
        await transaction
          .updateTable('conversations')
          .set({
            ...changeable(record, nowMs),
            ...(isDescribed && { metadata: toJsonb(record.metadata) }),
          })
          .where('org_id', '=', orgId)
          .where('id', '=', id)
          .execute();
      }
      await putMarks(transaction, record, newAlertMarks(before, record));
      await appendEvents(transaction, events ?? [], nowMs);
      return result;
    });
  }

  async endUnread(orgId: string, id: string, nowMs: number): Promise<void> {
    const lifecycle: Lifecycle = { kind: 'expired', code: 'unreadable', atMs: nowMs };
    await withTenant(this.db, orgId, (transaction) =>
      transaction
        .updateTable('conversations')
        .set({ state: lifecycle.kind, lifecycle: toJsonb(lifecycle), updated_at: new Date(nowMs) })
        .where('org_id', '=', orgId)
        .where('id', '=', id)
        .where('state', 'in', ['open', 'live', 'paused'])
        .execute(),
    );
  }

  remove(orgId: string, id: string, nowMs: number): Promise<boolean> {
    return withTenant(this.db, orgId, (transaction) => eraseConversation(transaction, orgId, id, nowMs));
  }

  async idleSince(beforeMs: number, most: number, orgId?: string): Promise<readonly SessionName[]> {
    let query = this.db
      .selectFrom('conversations')
      .select(['org_id', 'id'])
      .where('state', '=', 'open')
      .where('updated_at', '<=', new Date(beforeMs));
    if (orgId !== undefined) query = query.where('org_id', '=', orgId);
    return (await query.orderBy('updated_at').limit(most).execute()).map(nameOf);
  }

  async withoutStream(beforeMs: number, most: number): Promise<readonly LostStream[]> {
    const rows = await this.db
      .selectFrom('conversations as c')
      .leftJoin('sessions as s', (join) => join.onRef('s.org_id', '=', 'c.org_id').onRef('s.id', '=', 'c.id'))
      .select([
        'c.org_id',
        'c.id',
        's.end_code',
        sql<readonly NewUtterance[] | null>`s.summary -> 'turnsLeft'`.as('turns_left'),
        sql<
          number | null
        >`case when jsonb_typeof(s.summary -> 'durationS') = 'number' then (s.summary ->> 'durationS')::float8 end`.as(
          'audio_s',
        ),
      ])
      .where('c.state', 'in', ['live', 'paused'])
      .where('c.updated_at', '<', new Date(beforeMs))
      .where((expression) =>
        expression.or([expression('s.state', '!=', 'live'), expression('s.state', 'is', null)]),
      )
      .orderBy('c.updated_at')
      .limit(most)
      .execute();
    return rows.map((row) => ({
      ...nameOf(row),
      code: row.end_code ?? 'resume_window_expired',
      audioMs: Math.round((row.audio_s ?? 0) * 1_000),
      turns: row.turns_left ?? [],
    }));
  }

  async turnsLeft({ orgId, sessionId }: SessionName): Promise<readonly NewUtterance[]> {
    const row = await this.db
      .selectFrom('sessions')
      .select('checkpoint')
      .where('org_id', '=', orgId)
      .where('id', '=', sessionId)
      .where('state', '=', 'live')
      .executeTakeFirst();
    try {
      return turnsLeftIn(row?.checkpoint);
    } catch (cause) {
      this.onUnreadable(
        new UnreadableRowError(`session ${sessionId} of ${orgId}: its checkpoint cannot be read`, { cause }),
      );
      return [];
    }
  }

  async movedOn(
    known: readonly (SessionName & { readonly revision: number })[],
  ): Promise<readonly ConversationStanding[]> {
    if (known.length === 0) return [];
    const asked = known.map(({ orgId, sessionId, revision }) => ({ org_id: orgId, id: sessionId, revision }));
    const { rows } = await sql<StandingRow>`
      select asked.org_id, asked.id, s.end_code,
        c.id is null or c.state in ('ended', 'expired') as is_over,
        coalesce((c.progress->>'revision')::int, 0) as revision
      from jsonb_to_recordset(${toJsonb(asked)}::jsonb) as asked (org_id text, id text, revision int)
      left join conversations c on c.org_id = asked.org_id and c.id = asked.id
      -- Of a stream that is still live, the end that another relay asks for.
      left join sessions s on s.org_id = asked.org_id and s.id = asked.id and s.state = 'live' and s.end_code is not null
      where c.id is null or c.state in ('ended', 'expired') or s.end_code is not null
        or (c.progress->>'revision')::int > asked.revision`.execute(this.db);
    return rows.map((row) => ({
      ...nameOf(row),
      isOver: row.is_over,
      revision: row.revision,
      ...(row.end_code !== null && { endCode: row.end_code }),
    }));
  }
}

interface StandingRow {
  readonly org_id: string;
  readonly id: string;
  readonly end_code: string | null;
  readonly is_over: boolean;
  readonly revision: number;
}

const nameOf = ({ org_id, id }: { org_id: string; id: string }): SessionName => ({
  orgId: org_id,
  sessionId: id,
});

const changeable = ({ lifecycle, progress, final }: ConversationRecord, nowMs: number) => ({
  state: lifecycle.kind,
  lifecycle: toJsonb(lifecycle),
  progress: toJsonb(progress),
  final: final === null ? null : toJsonb(final),
  duration_ms: final === null ? null : Math.round(final.summary.duration * 1_000),
  dominant_emotion: final?.summary.dominant_emotion ?? null,
  dominant_mood: dominantMoodOf(final?.overview),
  peak_escalation: final?.summary.peak_escalation_risk ?? null,
  sums: final === null ? null : toJsonb(sumsOf(final, progress)),
  updated_at: new Date(nowMs),
});

const findUtterance = async (
  transaction: Transaction<Schema>,
  orgId: string,
  sessionId: string,
  utteranceId: string,
  onUnreadable: OnUnreadable,
): Promise<Utterance | undefined> => {
  const rows = await transaction
    .selectFrom('conversation_utterances')
    .select(['utterance', 'utterance_id', 'session_id'])
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .where('utterance_id', '=', utteranceId)
    .execute();
  return readable(rows, toUtterance, onUnreadable)[0];
};

const allUtterances = async (
  transaction: Transaction<Schema>,
  orgId: string,
  sessionId: string,
  onUnreadable: OnUnreadable,
): Promise<readonly Utterance[]> => {
  const rows = await transaction
    .selectFrom('conversation_utterances')
    .select(['utterance', 'utterance_id', 'session_id'])
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .orderBy('arrival')
    .execute();
  return readable(rows, toUtterance, onUnreadable);
};

const utterancesSince = async (
  transaction: Transaction<Schema>,
  orgId: string,
  sessionId: string,
  revision: number,
  onUnreadable: OnUnreadable,
): Promise<readonly Utterance[]> => {
  const rows = await transaction
    .selectFrom('conversation_utterances')
    .select(['utterance', 'utterance_id', 'session_id'])
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .where(
      sql<boolean>`((utterance->>'revision')::int > ${revision} or (utterance->'correction'->>'revision')::int > ${revision})`,
    )
    .orderBy('arrival')
    .execute();
  return readable(rows, toUtterance, onUnreadable);
};

const putUtterance = async (
  transaction: Transaction<Schema>,
  { orgId, id }: ConversationRecord,
  utterance: Utterance,
): Promise<void> => {
  const text = toJsonb(utterance);
  await transaction
    .insertInto('conversation_utterances')
    .values({
      org_id: orgId,
      session_id: id,
      utterance_id: utterance.utteranceId,
      arrival: utterance.arrival,
      utterance: text,
    })
    .onConflict((conflict) =>
      conflict.columns(['org_id', 'session_id', 'utterance_id']).doUpdateSet({ utterance: text }),
    )
    .execute();
};
