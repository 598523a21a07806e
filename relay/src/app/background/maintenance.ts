import { Ticker } from '../../concurrency/ticker.js';
import { Retention } from '../../domain/conversations/retention.js';
import type { Repositories } from '../start/repositories.js';
import type { Services } from '../services.js';
import type { Logger } from '../../telemetry/logger.js';

const INTERVAL_MS = 60_000;
const UNREADABLE = 'a stored row cannot be read, so nothing older of its organization is deleted';
const FAILED = 'maintenance failed and is tried again in a minute';
/**
 * Far longer than the resume window, and than the 10 s after which a held stream renews its place. Until then a call whose relay died
 * counts as live, and nobody is told of its end.
 */
const ABANDONED_AFTER_MS = 600_000;
/** If a hold is settled later than this, the ledger's own keys prevent a second charge. */
const HOLDS_KEPT_MS = 7 * 86_400_000;

/**
 * A relay whose machine and database tell times further apart deletes nothing. One of the two is wrong, and a database an hour ahead
 * would make every live stream abandoned and every used token expired.
 */
const CLOCK_TOLERANCE_MS = 30_000;

/**
 * From the order to remove an organization to its last row. Its streams end within 5 s of it, and no request runs this long, so nothing
 * writes for it any more.
 */
const CLOSING_MS = 60_000;

type MaintainedTables = Pick<
  Repositories,
  | 'clock'
  | 'removedIds'
  | 'tokens'
  | 'memberSessions'
  | 'requestLog'
  | 'streams'
  | 'idempotencyKeys'
  | 'wallets'
  | 'organizations'
  | 'organizationRemoval'
  | 'retention'
>;
type MaintenanceServices = Pick<Services, 'conversations' | 'apiKeys'>;

interface MaintenanceClocks {
  /** The database's time. */
  readonly nowMs: () => number;
  /** This machine's own. */
  readonly wallMs: () => number;
}

/** Removes the organizations whose removal was ordered. @returns whether one of them is so large that there is more to do at once */
export const removeClosed = async (
  { organizations, organizationRemoval }: Pick<MaintainedTables, 'organizations' | 'organizationRemoval'>,
  { apiKeys }: Pick<MaintenanceServices, 'apiKeys'>,
  now: number,
  log: Pick<Logger, 'info'>,
): Promise<boolean> => {
  let more = false;
  for (const orgId of await organizations.closedBefore(new Date(now - CLOSING_MS))) {
    // A request that was under way may have made a key since; its streams get their minute too.
    if ((await apiKeys.revokeAll(orgId, 'operator')) > 0) continue;
    const { rows, isOver } = await organizationRemoval.remove(orgId);
    log.info({ orgId, rows }, isOver ? 'removed an organization' : 'removed a part of an organization');
    more ||= !isOver;
  }
  return more;
};

/** For how long the database has answered in every round, on this machine's clock. */
class Reach {
  private lastMs = -Infinity;
  private sinceMs = -Infinity;

  /** Call it in a round that reached the database. @returns for how long rounds did, ms */
  note(atMs: number): number {
    if (atMs - this.lastMs > 2 * INTERVAL_MS) this.sinceMs = atMs;
    this.lastMs = atMs;
    return atMs - this.sinceMs;
  }
}

/** What a round does, each by itself. What they answer is for the log. */
type Chores = Readonly<Record<string, () => Promise<unknown>>>;

/** What a chore answers that has more to do at once. */
const MORE = 'more';

interface Round {
  readonly now: number;
  /** For how long the database has answered, ms. */
  readonly reachedForMs: number;
}

const choresOf = (
  tables: MaintainedTables,
  services: MaintenanceServices,
  retention: Retention,
  log: Logger,
  { now, reachedForMs }: Round,
): Chores => {
  const { tokens, memberSessions, requestLog, streams, idempotencyKeys, wallets, removedIds } = tables;
  const at = new Date(now);
  return {
    tokens: () => tokens.forgetExpired(at),
    browsers: () => memberSessions.forgetOver(at),
    requests: () => requestLog.trim(at),
    // After an outage of the database no stream has renewed its place: those that are held do so first.
    streams: () =>
      reachedForMs < INTERVAL_MS / 2
        ? Promise.resolve(0)
        : streams.expireAbandoned(new Date(now - ABANDONED_AFTER_MS), at),
    conversations: () => services.conversations.sweep(),
    answers: () => idempotencyKeys.forgetExpired(at),
    marks: () => removedIds.forgetExpired(at),
    dead_holds: () => wallets.freeDead(at),
    closed_holds: () => wallets.forgetClosed(new Date(now - HOLDS_KEPT_MS)),
    closed_organizations: async () => ((await removeClosed(tables, services, now, log)) ? MORE : undefined),
    retention: async () => {
      const { more, ...old } = await retention.round();
      if (old.sessions + old.lines + old.loose > 0)
        log.info(old, 'deleted what organizations keep no longer');
      return more ? MORE : undefined;
    },
  };
};

/** Once a minute, deletes what nobody needs or may keep any more: expired tokens, old answers and holds, closed organizations, old sessions. */
export const startMaintenance = (
  tables: MaintainedTables,
  services: MaintenanceServices,
  { nowMs, wallMs }: MaintenanceClocks,
  log: Logger,
): Ticker => {
  const retention = new Retention({
    store: tables.retention,
    nowMs,
    onUnreadable: (error) => log.error({ err: error }, UNREADABLE),
    remove: ({ orgId, sessionId }) => services.conversations.remove(orgId, sessionId),
  });
  const reach = new Reach();
  return new Ticker({
    everyMs: INTERVAL_MS,
    round: async () => {
      const now = nowMs();
      const aheadMs = wallMs() - (await tables.clock.nowMs());
      const reachedForMs = reach.note(wallMs());
      if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS) {
        log.error(
          { aheadMs: Math.round(aheadMs) },
          "this relay's clock is not the database's: it deletes nothing until they agree",
        );
        return;
      }
      const done: Record<string, unknown> = {};
      const chores = choresOf(tables, services, retention, log, { now, reachedForMs });
      for (const [chore, run] of Object.entries(chores)) {
        try {
          done[chore] = await run();
        } catch (error) {
          // One row that cannot be read must not keep money held and what is to be deleted.
          log.warn({ err: error, chore }, FAILED);
        }
      }
      log.debug(done, 'maintenance');
      return Object.values(done).includes(MORE) ? 'again' : undefined;
    },
    onFailed: (error) => log.warn({ err: error }, FAILED),
  }).start();
};
