import { Ticker } from '../../concurrency/ticker.js';
import type { SessionName } from '../../domain/call/session-name.js';
import type { Repositories } from '../start/repositories.js';
import type { Streams } from '../../stream/index.js';
import type { Logger } from '../../telemetry/logger.js';

/** How often a relay asks what happened to its streams' conversations on other relays. */
const CHECK_MS = 2_000;

type WatchedStreams = Pick<Streams, 'names' | 'dismiss' | 'end' | 'hasNews'>;

/**
 * Tells streams what happened to their conversations over other routes, on any relay. If a conversation was ended or
 * deleted, its stream ends. If it was added to or corrected, its stream reports that. The watch is made before the
 * services, because they report to it. The streams come later, through {@link attach}.
 */
export class ConversationWatch {
  private streams: WatchedStreams | undefined;

  constructor(
    private readonly conversations: Pick<Repositories['conversations'], 'movedOn'>,
    private readonly log: Logger,
  ) {}

  /** Ends the conversation's stream, if this relay has it. Resolves when the conversation has all of it. */
  async endStream(session: SessionName, code: string): Promise<void> {
    await this.streams?.end(session, code);
  }

  /** Call it when a conversation was ended or deleted through this relay. */
  over(session: SessionName): void {
    this.streams?.dismiss(session);
  }

  /** Call it when something was added to a conversation, or corrected, through this relay. */
  news(session: SessionName, revision: number): void {
    this.streams?.hasNews(session, revision);
  }

  /** Watches these streams from now on. */
  attach(streams: WatchedStreams): Ticker {
    this.streams = streams;
    return new Ticker({
      everyMs: CHECK_MS,
      round: () => this.check(streams),
      onFailed: (error) =>
        this.log.warn({ err: error }, 'could not ask what became of sessions; asking again'),
    }).start();
  }

  private async check(streams: WatchedStreams): Promise<void> {
    for (const { isOver, revision, ...session } of await this.conversations.movedOn(streams.names())) {
      if (isOver) streams.dismiss(session);
      else streams.hasNews(session, revision);
    }
  }
}
