import { type Kysely, sql, type Transaction } from 'kysely';
import type { SaidWords } from '../../domain/conversations/conversation-store.js';
import { madeStorable } from '../../domain/storable-text.js';
import type { Schema } from '../database/schema.js';

/** Bounds one round of the deletion of old lines; the next one deletes the rest. */
const MOST_FORGOTTEN = 10_000;

/**
 * Keeps what was said in an utterance. The policy is read in the same statement, so that nothing is written that the organization does not
 * want kept. Words that replace earlier ones keep their time: a correction does not make them stay longer.
 */
export const keepWords = async (
  tx: Transaction<Schema>,
  orgId: string,
  sessionId: string,
  { utteranceId, text }: SaidWords,
  nowMs: number,
): Promise<void> => {
  await sql`
    insert into transcript_lines (org_id, session_id, utterance_id, words, kept_at)
    select u.org_id, u.session_id, u.utterance_id, ${madeStorable(text)}::text, ${new Date(nowMs)}::timestamptz
    from conversation_utterances u join organizations o on o.id = u.org_id
    where u.org_id = ${orgId} and u.session_id = ${sessionId} and u.utterance_id = ${utteranceId}
      and jsonb_typeof(o.policy -> 'transcriptDays') = 'number'
    on conflict (org_id, session_id, utterance_id) do update set words = excluded.words`.execute(tx);
};

export const linesWithWords = async (
  tx: Transaction<Schema>,
  orgId: string,
  sessionId: string,
): Promise<ReadonlySet<string>> => {
  const rows = await tx
    .selectFrom('transcript_lines')
    .select('utterance_id')
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .execute();
  return new Set(rows.map(({ utterance_id: id }) => id));
};

export const wordsOf = async (
  tx: Transaction<Schema>,
  orgId: string,
  sessionId: string,
  utteranceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (utteranceIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('transcript_lines')
    .select(['utterance_id', 'words'])
    .where('org_id', '=', orgId)
    .where('session_id', '=', sessionId)
    .where('utterance_id', 'in', utteranceIds)
    .execute();
  return new Map(rows.map(({ utterance_id: id, words }) => [id, words]));
};

/** Deletes what was said longer ago than its organization keeps it, and all of an organization that keeps none. @returns how many lines */
export const forgetOldWords = async (db: Kysely<Schema>, now: Date): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from transcript_lines where (org_id, session_id, utterance_id) in (
      select l.org_id, l.session_id, l.utterance_id from transcript_lines l join organizations o on o.id = l.org_id
      where case when jsonb_typeof(o.policy -> 'transcriptDays') = 'number'
        then l.kept_at <= ${now}::timestamptz - make_interval(days => (o.policy ->> 'transcriptDays')::integer)
        else true end
      limit ${MOST_FORGOTTEN})`.execute(db);
  return Number(numAffectedRows ?? 0n);
};

/** Deletes what was said in every session in which a person was recognized: by whomever, it was said to or about them. @returns how many lines */
export const forgetWordsWith = async (
  tx: Transaction<Schema>,
  orgId: string,
  personId: string,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    delete from transcript_lines l using speaker_links k
    where l.org_id = ${orgId} and k.org_id = l.org_id and k.session_id = l.session_id
      and k.speaker_id = ${personId}`.execute(tx);
  return Number(numAffectedRows ?? 0n);
};
