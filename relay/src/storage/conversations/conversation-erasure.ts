import { sql, type Transaction } from 'kysely';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';
import { eraseTraining } from '../fine-tune/training-erasure.js';
import { markRemoved } from '../removed-id-repository.js';
import { eraseSessionLessons } from '../lines/line-erasure.js';

/** Replaces the analysis job's results for the recordings of a deleted session. */
const ERASED = { code: 'not_found', message: 'the session of this recording was deleted' };

/**
 * Deletes everything stored about a session, in every table that could hold something of it. Four things
 * stay, and none of them says how anybody sounded. The ledger, which nobody can rewrite, keeps the charges
 * under the session's id, and the audit log keeps withdrawn consents under it: the law requires both. A mark
 * that a stream with this id existed prevents charging its seconds to another stream with the same id. A digest
 * of the id tells the organization for a month that it was deleted.
 * @returns whether the session existed
 */
export const eraseConversation = async (
  tx: Transaction<Schema>,
  orgId: string,
  id: string,
  nowMs: number,
): Promise<boolean> => {
  await eraseTraining(tx, orgId, id);
  const { numDeletedRows } = await tx
    .deleteFrom('conversations')
    .where('org_id', '=', orgId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return false;
  await eraseStream(tx, orgId, id, nowMs);
  await eraseEvents(tx, orgId, id);
  await eraseLessons(tx, orgId, id);
  await eraseAnalyses(tx, orgId, id);
  await eraseSessionLessons(tx, orgId, id);
  await tx.deleteFrom('speaker_links').where('org_id', '=', orgId).where('session_id', '=', id).execute();
  await tx
    .updateTable('redeemed_tokens')
    .set({ session_id: null })
    .where('org_id', '=', orgId)
    .where('session_id', '=', id)
    .execute();
  await eraseAnswers(tx, orgId, id);
  await markRemoved(tx, orgId, { kind: 'session', id }, new Date(nowMs));
  return true;
};

/**
 * Answers are sealed with a secret that only the caller has; their path and the sessions that they name are not. A session whose name
 * only begins with the same text keeps its answers.
 */
const eraseAnswers = async (tx: Transaction<Schema>, orgId: string, id: string): Promise<void> => {
  const path = `/v1/sessions/${encodeURIComponent(id)}`;
  await sql`
    delete from idempotency_keys
    where org_id = ${orgId}
      and (session_ids @> to_jsonb(${id}::text) or path = ${path} or starts_with(path, ${`${path}/`}) or starts_with(path, ${`${path}?`}))`.execute(
    tx,
  );
};

const eraseStream = async (
  tx: Transaction<Schema>,
  orgId: string,
  id: string,
  nowMs: number,
): Promise<void> => {
  const now = new Date(nowMs);
  await sql`
    update sessions
    set state = case state when 'live' then 'ended' else state end,
        ended_at = coalesce(ended_at, ${now}::timestamptz), end_code = 'deleted', config = '{}', checkpoint = null,
        heard_line = null, summary = null, outcome = null, corrections = null, key_id = null, token_id = null,
        -- Whoever holds the stream writes no more.
        generation = generation + 1
    where org_id = ${orgId} and id = ${id}`.execute(tx);
};

/** Waiting events are not sent any more; of the sent ones nothing is kept. */
const eraseEvents = async (tx: Transaction<Schema>, orgId: string, id: string): Promise<void> => {
  // Events of batch recordings were once written without their session, which then only their other payload names.
  await sql`
    update events set session_id = ${id}
    where org_id = ${orgId} and session_id is null and strpos(alternate_body, ${JSON.stringify(id)}) > 0
      and alternate_body::jsonb #>> '{data,session_id}' = ${id}`.execute(tx);
  const events = tx
    .selectFrom('events')
    .select('id')
    .where('org_id', '=', orgId)
    .where('session_id', '=', id);
  await tx
    .deleteFrom('webhook_deliveries')
    .where('org_id', '=', orgId)
    .where('event_id', 'in', events)
    .execute();
  await tx.deleteFrom('events').where('org_id', '=', orgId).where('session_id', '=', id).execute();
};

/**
 * Deletes the conversation's features and its name in the history of versions. `Learning.forget` has already
 * learned again without it; this also deletes an outcome that arrived in between.
 */
const eraseLessons = async (tx: Transaction<Schema>, orgId: string, id: string): Promise<void> => {
  await tx.deleteFrom('taught_lessons').where('org_id', '=', orgId).where('session_id', '=', id).execute();
  const nameless = sql`'""'::jsonb`;
  await sql`
    update taught_versions
    set change = jsonb_set(change, '{sessionId}', ${nameless}),
        document = case jsonb_typeof(document) when 'object' then jsonb_set(document, '{change,sessionId}', ${nameless}) end
    where org_id = ${orgId} and change ->> 'sessionId' = ${id}`.execute(tx);
};

const eraseAnalyses = async (tx: Transaction<Schema>, orgId: string, id: string): Promise<void> => {
  await sql`
    update analysis_job_items
    set request = null,
        lesson = null,
        lesson_session = null,
        result = case when result is null then null else jsonb_build_object('id', item_id, 'error', ${toJsonb(ERASED)}::jsonb) end
    where org_id = ${orgId} and (request ->> 'sessionId' = ${id} or result ->> 'session_id' = ${id} or lesson_session = ${id})`.execute(
    tx,
  );
};
