import type { SessionName } from '../domain/call/session-name.js';
import type { Repositories } from './services.js';
import type { Streams } from '../stream/index.js';
import type { Logger } from '../telemetry/logger.js';

/** What happens to a session through another relay reaches its stream within this time: its end, and all that is new. */
const CHECK_MS = 2_000;

export interface ConversationWatch {
  /** A conversation was ended or deleted through this relay. */
  over(session: SessionName): void;
  /** Something happened to a conversation through this relay. */
  news(session: SessionName, revision: number): void;
  stop(): Promise<void>;
}

/**
 * Tells streams what became of their conversations over other routes, on whatever relay: those that were ended or deleted end,
 * those that were added to or corrected tell it.
 */
export const startConversationWatch = (
  { conversations }: Pick<Repositories, 'conversations'>,
  streams: Pick<Streams, 'names' | 'dismiss' | 'hasNews'>,
  log: Logger,
): ConversationWatch => {
  let round = Promise.resolve();
  const check = async (): Promise<void> => {
    try {
      for (const { isOver, revision, ...session } of await conversations.movedOn(streams.names())) {
        if (isOver) streams.dismiss(session);
        else streams.hasNews(session, revision);
      }
    } catch (error) {
      log.warn({ err: error }, 'could not ask what became of sessions; asking again');
    }
  };
  const timer = setInterval(() => {
    round = round.then(check);
  }, CHECK_MS).unref();
  return {
    over: (session) => {
      streams.dismiss(session);
    },
    news: (session, revision) => {
      streams.hasNews(session, revision);
    },
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
};
