import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import type { SessionEnded } from '@undertone/protocol';
import { turnsLeftIn } from '../../domain/conversations/checkpoint-turns.js';
import { nothingHeard, summarizeCheckpoint } from '../../domain/conversations/checkpoint-summary.js';
import { channelsOf, type ClosedSession, sessionEndEvent } from '../../domain/events/session-end-event.js';
import type { NewUtterance } from '../../domain/conversations/utterances/utterance.js';
import type { StreamEnding } from '../../domain/live/stream-store.js';
import type { SessionName } from '../../domain/call/session-name.js';
import { type OnUnreadable, UnreadableRowError } from '../../domain/unreadable-row.js';
import { appendEvents } from '../webhooks/event-outbox.js';
import { toJsonb } from '../database/jsonb.js';
import type { Schema } from '../database/schema.js';

const EXPIRED_PER_ROUND = 200;

/** The row and its event are written in one transaction, so each ended session has exactly one event. */
export const endStream = (db: Kysely<Schema>, ending: StreamEnding): Promise<'ended' | 'fenced'> =>
  db.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('sessions')
      .set({
        state: 'ended',
        ended_at: new Date(ending.atMs),
        end_code: ending.code,
        summary: toJsonb(withoutText(ending.ended)),
        outcome: ending.outcome === undefined ? null : toJsonb(ending.outcome),
        corrections: toJsonb(ending.corrections),
        checkpoint: null,
        heard_line: null,
      })
      .where('org_id', '=', ending.orgId)
      .where('id', '=', ending.sessionId)
      .where('generation', '=', ending.generation)
      .where('state', '=', 'live')
      .returning(['started_at', 'config'])
      .executeTakeFirst();
    if (row === undefined) return 'fenced';
    // A conversation sends its own end event, which covers the stream's turns and the turns from other
    // routes.
    if ((await conversationsOf(transaction, [ending])).size > 0) return 'ended';
    const event = sessionEndEvent({
      sessionId: ending.sessionId,
      orgId: ending.orgId,
      startedAtMs: row.started_at.getTime(),
      endedAtMs: ending.atMs,
      code: ending.code,
      ended: ending.ended,
      channels: channelsOf(row.config),
    });
    await appendEvents(transaction, [event], ending.atMs);
    return 'ended';
  });

/**
 * Closes sessions that had no holder since `cutoff`: their relay died and no client came back. Their event
 * contains what the last checkpoint knew.
 * @param onUnreadable told of a checkpoint that cannot be read: its session ends as one in which nobody spoke
 * @returns how many
 */
export const expireAbandoned = (
  db: Kysely<Schema>,
  cutoff: Date,
  now: Date,
  onUnreadable: OnUnreadable,
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('sessions')
      .select(['id', 'org_id', 'config', 'started_at', 'held_at', 'checkpoint'])
      .where('state', '=', 'live')
      .where('held_at', '<', cutoff)
      .orderBy('held_at')
      .limit(EXPIRED_PER_ROUND)
      .forUpdate()
      .skipLocked()
      .execute();
    if (rows.length === 0) return 0;
    const code = 'resume_window_expired';
    const told = await conversationsOf(
      transaction,
      rows.map((row) => ({ orgId: row.org_id, sessionId: row.id })),
    );
    const lost = rows.map((row) => {
      const isTold = told.has(keyOf({ orgId: row.org_id, sessionId: row.id }));
      return { org_id: row.org_id, id: row.id, turns: isTold ? turnsLeft(row, onUnreadable) : [] };
    });
    await sql`
      update sessions
      set state = 'expired', ended_at = ${now}, end_code = ${code}, checkpoint = null, heard_line = null,
          summary = ${audioOf('sessions.checkpoint')} || jsonb_build_object('turnsLeft', lost.turns)
      from jsonb_to_recordset(${toJsonb(lost)}::jsonb) as lost (org_id text, id text, turns jsonb)
      where sessions.org_id = lost.org_id and sessions.id = lost.id`.execute(transaction);
    const events = rows.flatMap((row) => {
      if (told.has(keyOf({ orgId: row.org_id, sessionId: row.id }))) return [];
      return sessionEndEvent({
        sessionId: row.id,
        orgId: row.org_id,
        startedAtMs: row.started_at.getTime(),
        endedAtMs: now.getTime(),
        code,
        ended: lastWord(row, onUnreadable),
        channels: channelsOf(row.config),
      });
    });
    await appendEvents(transaction, events, now.getTime());
    return rows.length;
  });

type AbandonedRow = {
  readonly id: string;
  readonly org_id: string;
  readonly started_at: Date;
  readonly held_at: Date;
  readonly checkpoint: unknown;
};

/** What the checkpoint of one of many sessions knew: whatever is wrong with it, the others end. */
const lastWord = (row: AbandonedRow, onUnreadable: OnUnreadable): ClosedSession['ended'] => {
  const heldS = (row.held_at.getTime() - row.started_at.getTime()) / 1_000;
  return (
    readCheckpoint(row, onUnreadable, () => summarizeCheckpoint(row.checkpoint, heldS)) ?? nothingHeard(heldS)
  );
};

/** The turns that were being spoken: its conversation adds them when it ends, a moment later. */
const turnsLeft = (row: AbandonedRow, onUnreadable: OnUnreadable): readonly NewUtterance[] =>
  readCheckpoint(row, onUnreadable, () => turnsLeftIn(row.checkpoint)) ?? [];

const readCheckpoint = <T>(row: AbandonedRow, onUnreadable: OnUnreadable, read: () => T): T | undefined => {
  try {
    return read();
  } catch (cause) {
    onUnreadable(
      new UnreadableRowError(`session ${row.id} of ${row.org_id}: its checkpoint cannot be read`, { cause }),
    );
    return undefined;
  }
};

/** How far the audio of a checkpoint came, for the conversation, which ends later. */
const audioOf = (checkpoint: string): RawBuilder<string | null> => sql<string | null>`
  (select jsonb_build_object('durationS', max(
    case when jsonb_typeof(a.value) = 'number' and jsonb_typeof(c.value -> 'sampleRate') = 'number'
      then a.value::text::float8 / nullif((c.value ->> 'sampleRate')::float8, 0) end))
  from jsonb_path_query(${sql.ref(checkpoint)}, '$.analysed[*]') with ordinality as a (value, place)
  join jsonb_path_query(${sql.ref(checkpoint)}, '$.config.channels[*]') with ordinality as c (value, place)
    using (place))`;

const keyOf = ({ orgId, sessionId }: SessionName): string => `${orgId}\n${sessionId}`;

/** The sessions among these that are conversations, which all routes share. */
const conversationsOf = async (
  transaction: Transaction<Schema>,
  sessions: readonly SessionName[],
): Promise<ReadonlySet<string>> => {
  const rows = await transaction
    .selectFrom('conversations')
    .select(['org_id', 'id'])
    .where((expression) =>
      expression(
        expression.refTuple('org_id', 'id'),
        'in',
        sessions.map(({ orgId, sessionId }) => expression.tuple(orgId, sessionId)),
      ),
    )
    .execute();
  return new Set(rows.map((row) => keyOf({ orgId: row.org_id, sessionId: row.id })));
};

/** Spoken words are not stored; the turns keep their times, speakers and emotions. */
const withoutText = (ended: SessionEnded): SessionEnded => {
  const turns = ended.transcript.turns.map((turn) => {
    const kept = { ...turn };
    delete kept.text;
    return kept;
  });
  return { ...ended, transcript: { ...ended.transcript, turns } };
};
