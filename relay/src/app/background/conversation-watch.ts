import { Ticker, type Wait } from '../../concurrency/ticker.js';
import { waitFor } from '../../concurrency/wait-for.js';
import type { SessionName } from '../../domain/call/session-name.js';
import type { Repositories } from '../start/repositories.js';
import type { Streams } from '../../stream/index.js';
import type { Logger } from '../../telemetry/logger.js';

/** How often a relay asks what happened to its streams' conversations on other relays. */
const CHECK_MS = 2_000;
/** How often it looks whether another relay has ended a stream, and how many times: 10 s in all. */
const LOOK_MS = 200;
const LOOKS = 50;
/** No conversation comes this far: asked with it, one is told only when it is over. */
const LAST_REVISION = 2 ** 31 - 1;

type WatchedStreams = Pick<Streams, 'names' | 'dismiss' | 'end' | 'hasNews'>;

export interface ConversationWatchOptions {
  readonly conversations: Pick<Repositories['conversations'], 'movedOn'>;
  readonly streamRows: Pick<Repositories['streams'], 'askToEnd'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Tests replace it. */
  readonly wait?: Wait;
}

/**
 * Tells streams what happened to their conversations over other routes, on any relay. If a conversation was ended or
 * deleted, its stream ends. If it was added to or corrected, its stream reports that. The watch is made before the
 * services, because they report to it. The streams come later, through {@link attach}.
 */
export class ConversationWatch {
  private streams: WatchedStreams | undefined;

  constructor(private readonly options: ConversationWatchOptions) {}

  /**
   * Ends the conversation's stream, on whichever relay it is. Resolves when the conversation has all of it, when no relay holds
   * it, or when the one that does takes more than 10 s.
   */
  async endStream(session: SessionName, code: string): Promise<void> {
    const { conversations, streamRows, wait = waitFor } = this.options;
    if ((await this.streams?.end(session, code)) === true) return;
    if (!(await streamRows.askToEnd(session, code))) return;
    const { signal } = new AbortController();
    for (let look = 0; look < LOOKS; look += 1) {
      const [standing] = await conversations.movedOn([{ ...session, revision: LAST_REVISION }]);
      if (standing?.isOver === true) return;
      await wait(LOOK_MS, signal);
    }
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
        this.options.log.warn({ err: error }, 'could not ask what became of sessions; asking again'),
      ...(this.options.wait !== undefined && { wait: this.options.wait }),
    }).start();
  }

  private async check(streams: WatchedStreams): Promise<void> {
    const standings = await this.options.conversations.movedOn(streams.names());
    for (const { isOver, revision, endCode, ...session } of standings) {
      if (isOver) streams.dismiss(session);
      else if (endCode === undefined) streams.hasNews(session, revision);
      else void streams.end(session, endCode);
    }
  }
}
