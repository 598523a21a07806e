import type { SessionName } from './domain/sessions/session-book.js';
import type { Repositories } from './services.js';
import type { Streams } from './stream/index.js';
import type { Logger } from './telemetry/logger.js';

/** A session that was ended or deleted through another relay stops being analyzed, and billed, within this time. */
const CHECK_MS = 2_000;

export interface SessionCare {
  /** A conversation was ended or deleted through this relay. */
  over(session: SessionName): void;
  stop(): Promise<void>;
}

/** Ends the streams of conversations that were ended or deleted over another route, on whatever relay they are. */
export const startSessionCare = (
  { conversations }: Pick<Repositories, 'conversations'>,
  streams: Pick<Streams, 'names' | 'dismiss'>,
  log: Logger,
): SessionCare => {
  let round = Promise.resolve();
  const check = async (): Promise<void> => {
    try {
      for (const session of await conversations.overOf(streams.names())) streams.dismiss(session);
    } catch (error) {
      log.warn({ err: error }, 'could not ask which sessions are over; asking again');
    }
  };
  const timer = setInterval(() => {
    round = round.then(check);
  }, CHECK_MS).unref();
  return {
    over: (session) => {
      streams.dismiss(session);
    },
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
};
