import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import type { SessionEnded } from '@undertone/protocol';
import type { Json } from '../../domain/call/call-types.js';
import type {
  ClaimOutcome,
  CreateOutcome,
  HeldStream,
  NewStream,
  ReturnOutcome,
  StreamCheckpoint,
  StreamClaim,
  StreamEnding,
  StreamLocation,
  StreamOpening,
  StreamReturn,
  StoreRefusal,
  StreamStore,
} from '../../domain/live/stream-store.js';
import { CALL_NAMES, type CallName, type LiveCalls } from '../../domain/live/live-calls.js';
import type { SessionName } from '../../domain/call/session-name.js';
import { isToldLater } from '../../domain/live/told-later.js';
import { type OnUnreadable, throwUnreadable } from '../../domain/unreadable-row.js';
import { toJsonb } from '../database/jsonb.js';
import { readStored } from '../database/stored-json.js';
import type { Schema } from '../database/schema.js';
import { endStream, expireAbandoned } from './stream-endings.js';
import { countHeld, endOfLease, isHeld, lockPlaces, mayBeLive, noPlace } from './stream-places.js';

/** Where a stream's row has what it can be named by. */
const NAMED: Readonly<Record<CallName, RawBuilder<string>>> = {
  session: sql<string>`id`,
  call: sql<string>`config -> 'metadata' ->> 'call_id'`,
  agent: sql<string>`coalesce(config -> 'metadata' ->> 'agent_id', config -> 'metadata' ->> 'agent')`,
};

/**
 * Live sessions: the agreed settings, the newest checkpoint, and a summary at the end. Never audio, never
 * spoken words.
 */
export class StreamRepository implements StreamStore, LiveCalls {
  private readonly db: Kysely<Schema>;
  private readonly leaseNow: () => RawBuilder<Date>;
  private readonly onUnreadable: OnUnreadable;

  /**
   * @param leaseNowMs the clock for leases; the database's own clock when absent, so that relays whose clocks
   * differ or jump still agree on who holds a place
   * @param onUnreadable told of a checkpoint that cannot be read when its session is given up
   */
  constructor(db: Kysely<Schema>, leaseNowMs?: () => number, onUnreadable: OnUnreadable = throwUnreadable) {
    this.db = db;
    this.onUnreadable = onUnreadable;
    this.leaseNow = () =>
      leaseNowMs === undefined
        ? sql<Date>`clock_timestamp()`
        : sql<Date>`${new Date(leaseNowMs())}::timestamptz`;
  }

  async create(session: NewStream): Promise<CreateOutcome> {
    return this.db.transaction().execute(async (transaction) => {
      await lockPlaces(transaction, session.orgId);
      const used = await countHeld(transaction, session.orgId, this.leaseNow());
      if (used >= session.concurrentMax) return noPlace(session.concurrentMax);
      const generation = await insert(transaction, session, this.leaseNow());
      return generation === undefined
        ? taken(transaction, session)
        : { kind: 'created', generation, concurrentUsed: used + 1 };
    });
  }

  async discard({ orgId, sessionId, generation, handleHash }: StreamOpening): Promise<void> {
    await this.db
      .deleteFrom('sessions')
      .where('org_id', '=', orgId)
      .where('id', '=', sessionId)
      .where('generation', '=', generation)
      .where('handle_hash', '=', handleHash)
      .where('state', '=', 'live')
      .where('checkpoint', 'is', null)
      .execute();
  }

  async claim(claim: StreamClaim): Promise<ClaimOutcome> {
    return this.db.transaction().execute(async (transaction) => {
      await lockPlaces(transaction, claim.orgId);
      const since = new Date(claim.nowMs - claim.windowMs);
      let wanted = transaction
        .selectFrom('sessions')
        .select([
          'id',
          'state',
          storedAt.as('stored_at'),
          'ended_at',
          'end_code',
          'summary',
          isHeld(this.leaseNow()).as('is_held'),
        ])
        .where('handle_hash', '=', claim.handleHash)
        .where('org_id', '=', claim.orgId);
      if (claim.sessionId !== undefined) wanted = wanted.where('id', '=', claim.sessionId);
      const found = await wanted.forUpdate().executeTakeFirst();
      if (found === undefined) return { kind: 'not_found' };
      if (found.state === 'ended') return endedSince(since, found);
      if (found.state !== 'live' || !isSince(since, found.stored_at)) return { kind: 'not_found' };
      const used = await countHeld(transaction, claim.orgId, this.leaseNow());
      if (!found.is_held && used >= claim.concurrentMax) return noPlace(claim.concurrentMax);
      const row = await transaction
        .updateTable('sessions')
        .set((expression) => ({
          generation: expression('generation', '+', 1),
          held_at: this.leaseNow(),
        }))
        .where('org_id', '=', claim.orgId)
        .where('id', '=', found.id)
        .returning(['id', 'generation', 'started_at', 'checkpoint', 'config', 'heard_line'])
        .executeTakeFirstOrThrow();
      return {
        kind: 'claimed',
        sessionId: row.id,
        generation: row.generation,
        startedAtMs: row.started_at.getTime(),
        checkpointAtMs: found.stored_at.getTime(),
        ...(row.checkpoint !== null && { state: row.checkpoint as Json }),
        config: row.config as Json,
        ...(row.heard_line !== null && { heardLine: row.heard_line }),
        concurrentUsed: found.is_held ? used : used + 1,
      };
    });
  }

  async regain({ orgId, sessionId, generation, concurrentMax }: StreamReturn): Promise<ReturnOutcome> {
    return this.db.transaction().execute(async (transaction) => {
      await lockPlaces(transaction, orgId);
      const row = await transaction
        .selectFrom('sessions')
        .select(isHeld(this.leaseNow()).as('is_held'))
        .where('org_id', '=', orgId)
        .where('id', '=', sessionId)
        .where('generation', '=', generation)
        .where('state', '=', 'live')
        .forUpdate()
        .executeTakeFirst();
      if (row === undefined) return { kind: 'fenced' };
      const used = await countHeld(transaction, orgId, this.leaseNow());
      if (!row.is_held && used >= concurrentMax) return noPlace(concurrentMax);
      await transaction
        .updateTable('sessions')
        .set({ held_at: this.leaseNow() })
        .where('org_id', '=', orgId)
        .where('id', '=', sessionId)
        .execute();
      return { kind: 'held', concurrentUsed: row.is_held ? used : used + 1 };
    });
  }

  async hasMoved({ orgId, sessionId, generation }: HeldStream): Promise<boolean> {
    const row = await this.db
      .selectFrom('sessions')
      .select('id')
      .where('org_id', '=', orgId)
      .where('id', '=', sessionId)
      .where('generation', '>', generation)
      .where('state', '=', 'live')
      .executeTakeFirst();
    return row !== undefined;
  }

  async checkpoint(batch: readonly StreamCheckpoint[]): Promise<readonly StreamCheckpoint[]> {
    if (batch.length === 0) return [];
    const rows = batch.map(
      ({ orgId, sessionId, generation, atMs, state, hasLeft = false, heardLine }, place) => ({
        place,
        org_id: orgId,
        id: sessionId,
        generation,
        at_ms: atMs,
        state,
        has_left: hasLeft,
        heard_line: heardLine === undefined ? null : Buffer.from(heardLine).toString('base64'),
      }),
    );
    const { rows: written } = await sql<{ place: number }>`
      update sessions
      set checkpoint = written.state,
          checkpoint_at = to_timestamp(written.at_ms / 1000.0),
          -- session.update may have changed what a call is found by.
          config = coalesce(written.state -> 'config', sessions.config),
          held_at = case when written.has_left then ${endOfLease(this.leaseNow())} else ${this.leaseNow()} end,
          -- What is not written anew stays where it is, out of the row.
          heard_line = coalesce(decode(written.heard_line, 'base64'), sessions.heard_line)
      from jsonb_to_recordset(${toJsonb(rows)}::jsonb)
        as written (place integer, org_id text, id text, generation integer, at_ms double precision, state jsonb,
          has_left boolean, heard_line text)
      where sessions.org_id = written.org_id and sessions.id = written.id
        and sessions.generation = written.generation and sessions.state = 'live'
      returning written.place`.execute(this.db);
    const held = new Set(written.map(({ place }) => place));
    return batch.filter((_, place) => !held.has(place));
  }

  async locate({ orgId, sessionId }: SessionName): Promise<StreamLocation | undefined> {
    const row = await this.db
      .selectFrom('sessions')
      .select(sql<string | null>`checkpoint ->> 'relay'`.as('relay'))
      .where('org_id', '=', orgId)
      .where('id', '=', sessionId)
      .where('state', '=', 'live')
      .where(mayBeLive(this.leaseNow()))
      .executeTakeFirst();
    if (row === undefined) return undefined;
    return row.relay === null ? {} : { relay: row.relay };
  }

  async findLive(orgId: string, name: string, by?: CallName): Promise<string | undefined> {
    for (const kind of by === undefined ? CALL_NAMES : [by]) {
      const row = await this.db
        .selectFrom('sessions')
        .select('id')
        .where('org_id', '=', orgId)
        .where('state', '=', 'live')
        .where(mayBeLive(this.leaseNow()))
        .where(NAMED[kind], '=', name)
        .orderBy('started_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (row !== undefined) return row.id;
    }
    return undefined;
  }

  /**
   * Asks for the end of a live stream, whichever relay has it: its row says with which code. The relay finds it among the news of
   * its conversations.
   * @returns whether a relay holds the stream now
   */
  async askToEnd({ orgId, sessionId }: SessionName, code: string): Promise<boolean> {
    const row = await this.db
      .updateTable('sessions')
      .set({ end_code: code })
      .where('org_id', '=', orgId)
      .where('id', '=', sessionId)
      .where('state', '=', 'live')
      .returning(isHeld(this.leaseNow()).as('is_held'))
      .executeTakeFirst();
    return row?.is_held === true;
  }

  end(ending: StreamEnding): Promise<'ended' | 'fenced'> {
    return endStream(this.db, ending);
  }

  expireAbandoned(cutoff: Date, now: Date): Promise<number> {
    return expireAbandoned(this.db, cutoff, now, this.onUnreadable);
  }
}

/** What the client of a session is told that ended meanwhile. */
const endedSince = (
  since: Date,
  row: { id: string; ended_at: Date | null; end_code: string | null; summary: unknown },
): ClaimOutcome =>
  row.summary === null || !isSince(since, row.ended_at) || !isToldLater(row.end_code ?? '')
    ? { kind: 'not_found' }
    : { kind: 'ended', ended: readStored(endedSchema, row.summary, `session ${row.id}: summary`) };

/** What a client cannot do without. */
const endedSchema = z.custom<SessionEnded>(
  (value) =>
    z
      .looseObject({
        reason: z.string(),
        durationS: z.number(),
        utteranceCount: z.number(),
        transcript: z.looseObject({ turns: z.array(z.looseObject({})) }),
        emotionTrajectory: z.array(z.string()),
      })
      .safeParse(value).success,
  'not the summary of a session',
);

/** A relay that dies right after `session.ready` leaves a stream as it was agreed, without a checkpoint. */
const storedAt = sql<Date>`coalesce(sessions.checkpoint_at, sessions.started_at)`;

const isSince = (since: Date, at: Date | null): boolean => at !== null && at >= since;

/** @returns its generation; undefined when the name is taken */
const insert = async (
  transaction: Transaction<Schema>,
  session: NewStream,
  now: RawBuilder<Date>,
): Promise<number | undefined> => {
  const values = {
    key_id: session.keyId ?? null,
    token_id: session.tokenId ?? null,
    vertical: session.vertical,
    handle_hash: session.handleHash,
    config: toJsonb(session.config),
    started_at: new Date(session.startedAtMs),
    held_at: now,
  };
  const row = await transaction
    .insertInto('sessions')
    .values({ ...values, id: session.sessionId, org_id: session.orgId, state: 'live' })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'id'])
        .doUpdateSet((expression) => ({
          ...values,
          generation: expression('sessions.generation', '+', 1),
          end_code: null,
        }))
        // Its opener died before the stream was ready.
        .where('sessions.state', '=', 'live')
        .where('sessions.checkpoint', 'is', null)
        .where((expression) => expression.not(isHeld(now))),
    )
    .returning('generation')
    .executeTakeFirst();
  return row?.generation;
};

/** Why a name is not to be had. */
const taken = async (
  transaction: Transaction<Schema>,
  { orgId, sessionId }: NewStream,
): Promise<StoreRefusal> => {
  const opening = await transaction
    .selectFrom('sessions')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '=', sessionId)
    .where('state', '=', 'live')
    .where('checkpoint', 'is', null)
    .executeTakeFirst();
  return opening === undefined ? OPENED_BEFORE : BEING_OPENED;
};

const OPENED_BEFORE: StoreRefusal = {
  kind: 'refused',
  code: 'conflict',
  message: 'a stream of this session was opened before: it is taken up with its handle, and opened once',
};
const BEING_OPENED: StoreRefusal = {
  kind: 'refused',
  code: 'overloaded',
  message: 'a stream of this session is being opened: try again',
  retryAfterMs: 2_000,
};
