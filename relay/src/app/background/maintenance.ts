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

/** Once a minute, deletes what nobody needs or may keep any more: expired tokens, old answers and holds, closed organizations, old sessions. */
export const startMaintenance = (
  tables: MaintainedTables,
  services: MaintenanceServices,
  { nowMs, wallMs }: MaintenanceClocks,
  log: Logger,
): Ticker => {
  const {
    tokens,
    memberSessions,
    requestLog,
    streams,
    idempotencyKeys,
    wallets,
    removedIds,
    retention: store,
  } = tables;
  const { conversations } = services;
  const retention = new Retention({
    store,
    nowMs,
    onUnreadable: (error) => log.error({ err: error }, UNREADABLE),
    remove: ({ orgId, sessionId }) => conversations.remove(orgId, sessionId),
  });
  // On this machine's clock.
  let reachedMs = -Infinity;
  let reachedSinceMs = -Infinity;
  return new Ticker({
    everyMs: INTERVAL_MS,
    round: async () => {
      const now = nowMs();
      const aheadMs = wallMs() - (await tables.clock.nowMs());
      const ownMs = wallMs();
      if (ownMs - reachedMs > 2 * INTERVAL_MS) reachedSinceMs = ownMs;
      reachedMs = ownMs;
      if (Math.abs(aheadMs) > CLOCK_TOLERANCE_MS) {
        log.error(
          { aheadMs: Math.round(aheadMs) },
          "this relay's clock is not the database's: it deletes nothing until they agree",
        );
        return;
      }
      const at = new Date(now);
      const unfinished = new Set<string>();
      const chores: Readonly<Record<string, () => Promise<unknown>>> = {
        tokens: () => tokens.forgetExpired(at),
        browsers: () => memberSessions.forgetOver(at),
        requests: () => requestLog.trim(at),
        // After an outage of the database no stream has renewed its place: those that are held do so first.
        streams: () =>
          ownMs - reachedSinceMs < INTERVAL_MS / 2
            ? Promise.resolve(0)
            : streams.expireAbandoned(new Date(now - ABANDONED_AFTER_MS), at),
        conversations: () => conversations.sweep(),
        answers: () => idempotencyKeys.forgetExpired(at),
        marks: () => removedIds.forgetExpired(at),
        dead_holds: () => wallets.freeDead(at),
        closed_holds: () => wallets.forgetClosed(new Date(now - HOLDS_KEPT_MS)),
        closed_organizations: async () => {
          if (await removeClosed(tables, services, now, log)) unfinished.add('closed_organizations');
        },
        retention: async () => {
          const { more, ...old } = await retention.round();
          if (more) unfinished.add('retention');
          if (old.sessions + old.lines + old.loose > 0)
            log.info(old, 'deleted what organizations keep no longer');
        },
      };
      const done: Record<string, unknown> = {};
      for (const [chore, run] of Object.entries(chores)) {
        try {
          done[chore] = await run();
        } catch (error) {
          // One row that cannot be read must not keep money held and what is to be deleted.
          log.warn({ err: error, chore }, FAILED);
        }
      }
      log.debug(done, 'maintenance');
      return unfinished.size > 0 ? 'again' : undefined;
    },
    onFailed: (error) => log.warn({ err: error }, FAILED),
  }).start();
};
