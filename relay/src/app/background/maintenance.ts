import { Ticker } from '../../concurrency/ticker.js';
import type { Repositories } from '../start/repositories.js';
import type { Services } from '../services.js';
import type { Logger } from '../../telemetry/logger.js';

const INTERVAL_MS = 60_000;
/** Far longer than the resume window: a held stream writes a checkpoint long before that. */
const ABANDONED_AFTER_MS = 3_600_000;
/** If a hold is settled later than this, the ledger's own keys prevent a second charge. */
const HOLDS_KEPT_MS = 7 * 86_400_000;

type MaintainedTables = Pick<Repositories, 'tokens' | 'streams' | 'idempotencyKeys' | 'wallets'>;

/** Once a minute, deletes what nobody needs any more: expired tokens, abandoned streams, old answers and holds. */
export const startMaintenance = (
  { tokens, streams, idempotencyKeys, wallets }: MaintainedTables,
  { conversations }: Pick<Services, 'conversations'>,
  nowMs: () => number,
  log: Logger,
): Ticker =>
  new Ticker({
    everyMs: INTERVAL_MS,
    round: async () => {
      const now = nowMs();
      const forgotten = await tokens.forgetExpired(new Date(now));
      const expired = await streams.expireAbandoned(new Date(now - ABANDONED_AFTER_MS), new Date(now));
      const ended = await conversations.sweep();
      const answers = await idempotencyKeys.forgetExpired(new Date(now));
      const freed = await wallets.freeDead(new Date(now));
      await wallets.forgetClosed(new Date(now - HOLDS_KEPT_MS));
      log.debug({ forgotten, expired, ended, answers, freed }, 'maintenance');
    },
    onFailed: (error) => log.warn({ err: error }, 'maintenance failed and is tried again in a minute'),
  }).start();
