import type { Repositories, Services } from './services.js';
import type { Logger } from '../telemetry/logger.js';

const INTERVAL_MS = 60_000;
/** Far beyond the resume window: a session that is held writes a checkpoint long before. */
const ABANDONED_AFTER_MS = 3_600_000;
/** Whoever settles a hold later than this finds the ledger's own keys. */
const HOLDS_KEPT_MS = 7 * 86_400_000;

/**
 * Clears, once a minute, what nobody will ask for again.
 * @returns a function that stops it and waits for the round in progress
 */
export const startMaintenance = (
  {
    tokens,
    streams,
    idempotencyKeys,
    wallets,
  }: Pick<Repositories, 'tokens' | 'streams' | 'idempotencyKeys' | 'wallets'>,
  { conversations }: Pick<Services, 'conversations'>,
  nowMs: () => number,
  log: Logger,
): (() => Promise<void>) => {
  let round = Promise.resolve();
  const clear = async (): Promise<void> => {
    const now = nowMs();
    try {
      const forgotten = await tokens.forgetExpired(new Date(now));
      const expired = await streams.expireAbandoned(new Date(now - ABANDONED_AFTER_MS), new Date(now));
      const ended = await conversations.sweep();
      const answers = await idempotencyKeys.forgetExpired(new Date(now));
      const freed = await wallets.freeDead(new Date(now));
      await wallets.forgetClosed(new Date(now - HOLDS_KEPT_MS));
      log.debug({ forgotten, expired, ended, answers, freed }, 'maintenance');
    } catch (error) {
      log.warn({ err: error }, 'maintenance failed and is tried again in a minute');
    }
  };
  const timer = setInterval(() => {
    round = round.then(clear);
  }, INTERVAL_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
};
