import type { Directive } from '@undertone/protocol';
import type { LiveSession } from '../live-session.js';
import type { ObserverMessage } from './observer-outbox.js';
import type { FeedEnd, FeedMessage, Watcher } from './session-feed.js';
import { sessionSnapshot } from './snapshot.js';

/** What an observer wants from a session. */
export interface SubscriptionFilter {
  /** Types of messages; undefined: all. */
  readonly kinds: ReadonlySet<string> | undefined;
  /** The least audio between two directives of a channel. */
  readonly leastMs: number;
}

export interface SubscriptionHost {
  readonly role: string;
  readonly post: (message: ObserverMessage) => void;
  readonly over: (subscription: Subscription, end: FeedEnd, told: boolean) => void;
}

/** One observer's view of one session. */
export class Subscription implements Watcher {
  readonly role: string;
  /** Per channel: the end of the newest directive that was passed on, on the audio clock. */
  private readonly directiveMs = new Map<number, number>();
  private sessionEndTold = false;

  constructor(
    readonly session: LiveSession,
    private filter: SubscriptionFilter,
    private readonly host: SubscriptionHost,
  ) {
    this.role = host.role;
  }

  /**
   * Joins and sends the current state: the messages from `fromPosition` on when all are still kept, otherwise
   * a snapshot. After a second call, the new filter applies from the new snapshot on.
   * @throws SessionFault when the session already has its maximum of observers
   */
  begin(filter: SubscriptionFilter, fromPosition: number | undefined): void {
    const { feed } = this.session;
    this.filter = filter;
    this.directiveMs.clear();
    feed.join(this);
    const missed = fromPosition === undefined ? undefined : feed.since(fromPosition);
    if (missed === undefined || fromPosition === undefined) {
      this.restate();
      return;
    }
    const { epoch } = this.session;
    const value = { generation: epoch, fromSeq: fromPosition, replayed: missed.length, lost: [] };
    this.post({ body: { kind: 'resumed', value }, position: fromPosition - 1 });
    for (const message of missed) this.take(message);
  }

  restate(): void {
    const { position } = this.session.feed;
    this.post({ body: { kind: 'snapshot', value: sessionSnapshot(this.session) }, position });
  }

  take({ body, position }: FeedMessage): void {
    const { kinds } = this.filter;
    if (body.kind === 'session_end') this.sessionEndTold = true;
    // An end is always sent, whatever the filter: nothing comes after it.
    else if (kinds !== undefined && !kinds.has(body.kind)) return;
    if (body.kind === 'directive' && this.isTooSoon(body.value)) return;
    this.post({ body, position });
  }

  ended(end: FeedEnd): void {
    this.host.over(this, end, this.sessionEndTold);
  }

  leave(): void {
    this.session.feed.leave(this);
  }

  /** The last directive of a stretch of speech is always passed on. */
  private isTooSoon({ channel, audioEndMs, speech }: Directive): boolean {
    const sinceMs = audioEndMs - (this.directiveMs.get(channel) ?? -Infinity);
    if (speech && sinceMs < this.filter.leastMs) return true;
    this.directiveMs.set(channel, audioEndMs);
    return false;
  }

  private post(message: ObserverMessage): void {
    this.host.post({ ...message, observed: this.session.id });
  }
}
