import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { LIMITS } from '@undertone/protocol';
import type { StoreRefusal } from '../../domain/live/stream-store.js';
import type { Schema } from '../database/schema.js';

/**
 * The places of a relay that died become free after this time; a live relay renews them with every
 * checkpoint.
 */
const CONCURRENCY_LEASE_MS = 30_000;
const CONCURRENCY_RETRY_MS = 5_000;
/** The window of a client that left, whose place was free at once, and as much again as a late checkpoint. */
const MOST_SILENT_MS = LIMITS.resumeWindowMs + 2 * CONCURRENCY_LEASE_MS;

/** Two sessions that want the last place at once must not both get it; one waits until the other commits. */
export const lockPlaces = async (transaction: Transaction<Schema>, orgId: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${orgId}, 0))`.execute(transaction);
};

/** The answer where a plan's places are all held. */
export const noPlace = (concurrentMax: number): StoreRefusal => ({
  kind: 'refused',
  code: 'concurrency_exceeded',
  message: `the plan allows ${concurrentMax} streams at a time`,
  retryAfterMs: CONCURRENCY_RETRY_MS,
});

/** A place that was last held then is free. */
export const endOfLease = (now: RawBuilder<Date>): RawBuilder<Date> =>
  sql<Date>`${now} - make_interval(secs => ${CONCURRENCY_LEASE_MS / 1_000})`;

/** Whether a row's stream has a holder. */
export const isHeld = (now: RawBuilder<Date>): RawBuilder<boolean> =>
  sql<boolean>`sessions.held_at > ${endOfLease(now)}`;

/**
 * Whether a row's stream may still be live: its relay has it, or its client may take it up. A relay that died leaves rows that
 * say so for longer.
 */
export const mayBeLive = (now: RawBuilder<Date>): RawBuilder<boolean> =>
  sql<boolean>`sessions.held_at > ${now} - make_interval(secs => ${MOST_SILENT_MS / 1_000})`;

/** How many places an organization's streams hold. */
export const countHeld = async (
  db: Kysely<Schema>,
  orgId: string,
  now: RawBuilder<Date>,
): Promise<number> => {
  const { held } = await db
    .selectFrom('sessions')
    .select(sql<number>`count(*)::integer`.as('held'))
    .where('org_id', '=', orgId)
    .where('state', '=', 'live')
    .where(isHeld(now))
    .executeTakeFirstOrThrow();
  return held;
};
