import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.js';

/** What waits in the database, of all organizations and all relays together. */
export interface Backlog {
  /** Events whose deliveries were not made yet. */
  readonly waitingEvents: number;
  readonly pendingDeliveries: number;
  /** How long ago the delivery that waits longest should have been attempted; 0 when none is late. */
  readonly overdueDeliveryS: number;
  readonly openAnalysisJobs: number;
  /** Of them, those that no relay works on. */
  readonly idleAnalysisJobs: number;
  readonly openFineTuneJobs: number;
  readonly openHolds: number;
  readonly heldMicroCredits: number;
  /** Open holds whose time is over: the maintenance of the next minute frees them. */
  readonly deadHolds: number;
}

/** One query over indexes that hold only what waits. */
export const readBacklog = async (db: Kysely<Schema>, now: Date): Promise<Backlog> => {
  const { rows } = await sql<Record<keyof Backlog, string | number>>`
    select
      (select count(*) from events where dispatched_at is null) as "waitingEvents",
      d.pending as "pendingDeliveries",
      d.overdue as "overdueDeliveryS",
      a.open as "openAnalysisJobs",
      a.idle as "idleAnalysisJobs",
      (select count(*) from fine_tune_jobs
        where state in ('queued', 'preparing', 'training', 'evaluating')) as "openFineTuneJobs",
      h.open as "openHolds",
      h.held as "heldMicroCredits",
      h.dead as "deadHolds"
    from
      (select count(*) as pending,
        greatest(0, coalesce(extract(epoch from ${now}::timestamptz - min(next_attempt_at)), 0)) as overdue
        from webhook_deliveries where state = 'pending') d,
      (select count(*) as open, count(*) filter (where held_until <= ${now}::timestamptz) as idle
        from analysis_jobs where finished_at is null) a,
      (select count(*) as open, coalesce(sum(micro_credits), 0) as held,
        count(*) filter (where expires_at <= ${now}::timestamptz) as dead
        from wallet_holds where state = 'open') h`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('a query without conditions gave no row');
  return {
    waitingEvents: Number(row.waitingEvents),
    pendingDeliveries: Number(row.pendingDeliveries),
    overdueDeliveryS: Number(row.overdueDeliveryS),
    openAnalysisJobs: Number(row.openAnalysisJobs),
    idleAnalysisJobs: Number(row.idleAnalysisJobs),
    openFineTuneJobs: Number(row.openFineTuneJobs),
    openHolds: Number(row.openHolds),
    heldMicroCredits: Number(row.heldMicroCredits),
    deadHolds: Number(row.deadHolds),
  };
};
