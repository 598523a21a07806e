import type { ServerBody } from '@undertone/protocol';
import { SessionFault } from '../../domain/live/session-fault.js';
import { newestAfter, NOTHING_YET, type NewestState } from './newest.js';
import { observable } from './observable.js';

/** The most observers of one session: a supervisor, a trainer, a wall of screens. */
export const MAX_OBSERVERS = 10;
/** Two minutes of directives of two channels, for an observer whose link broke. */
const KEPT_MESSAGES = 1_024;
const KEPT_AFTER_LAST_MS = 30_000;
/** Positions of two holders of a session never overlap: each process counts in its own range. */
const POSITIONS_PER_HOLDER = 2 ** 32;

/** One message of a session as its observers get it. */
export interface FeedMessage {
  /** Goes up by one with every message that observers may get. */
  readonly position: number;
  readonly body: ServerBody;
}

/** Why a feed ends. */
export type FeedEnd = 'ended' | 'elsewhere';

/** An observer of the feed. None of its methods may throw. */
export interface Watcher {
  /** The observed client receives this role. */
  readonly role: string;
  /** Called while the session works, so it must only store the message. */
  take(message: FeedMessage): void;
  /** The client left or came back: a snapshot is needed, because it holds more than a message. */
  restate(): void;
  ended(end: FeedEnd): void;
}

export interface SessionFeedOptions {
  /** The epoch with which this process holds the session. */
  readonly epoch: number;
  /** From the checkpoint of another process. */
  readonly newest?: NewestState;
  readonly now: () => number;
  /** Tells the observed session's client who observes it. */
  readonly announce: (body: ServerBody) => void;
}

/**
 * What a session sends to its observers. Every message is numbered when it is sent, even without observers.
 * So a snapshot and the messages after it join without a gap or a repetition. Without observers, the cost is
 * one counter.
 */
export class SessionFeed {
  /** Position of the newest message. */
  position: number;
  newest: NewestState;
  private readonly watchers = new Set<Watcher>();
  private kept: FeedMessage[] = [];
  /** Since when there is no observer. Undefined while there is one, or before the first. */
  private aloneSinceMs: number | undefined;
  private finished = false;

  constructor(private readonly options: SessionFeedOptions) {
    this.position = (options.epoch - 1) * POSITIONS_PER_HOLDER;
    this.newest = options.newest ?? NOTHING_YET;
  }

  get count(): number {
    return this.watchers.size;
  }

  /** Takes every message that the session sends to its client. */
  publish(said: ServerBody): void {
    const body = observable(said);
    if (body === undefined || this.finished) return;
    this.position += 1;
    this.newest = newestAfter(this.newest, body);
    if (!this.keeps()) return;
    const message = { position: this.position, body };
    this.kept.push(message);
    if (this.kept.length > KEPT_MESSAGES * 2) this.kept = this.kept.slice(-KEPT_MESSAGES);
    for (const watcher of [...this.watchers]) watcher.take(message);
  }

  /**
   * Adds an observer, after telling the observed client.
   * @throws SessionFault `concurrency_exceeded`
   */
  join(watcher: Watcher): void {
    if (this.watchers.has(watcher)) return;
    if (this.watchers.size >= MAX_OBSERVERS) {
      throw new SessionFault('concurrency_exceeded', `a session has at most ${MAX_OBSERVERS} observers`, {
        retryAfterMs: 5_000,
      });
    }
    this.aloneSinceMs = undefined;
    this.watchers.add(watcher);
    this.options.announce({ kind: 'observer.joined', value: { role: watcher.role, count: this.count } });
  }

  leave(watcher: Watcher): void {
    if (!this.watchers.delete(watcher)) return;
    if (this.watchers.size === 0) this.aloneSinceMs = this.options.now();
    this.options.announce({ kind: 'observer.left', value: { role: watcher.role, count: this.count } });
  }

  /** All messages from a position on. Undefined when the position is no longer kept or never existed. */
  since(fromPosition: number): readonly FeedMessage[] | undefined {
    if (fromPosition === this.position + 1) return [];
    const first = this.kept[0];
    if (first === undefined || fromPosition < first.position || fromPosition > this.position)
      return undefined;
    return this.kept.filter(({ position }) => position >= fromPosition);
  }

  /** New observers no longer learn who these voices are. */
  forgetIdentities(speakers: readonly string[]): void {
    const identities = this.newest.identities.filter(({ speakerId }) => !speakers.includes(speakerId));
    this.newest = { ...this.newest, identities };
    this.kept = this.kept.filter(
      ({ body }) => body.kind !== 'identity_resolved' || !speakers.includes(body.value.speakerId),
    );
  }

  restate(): void {
    for (const watcher of [...this.watchers]) watcher.restate();
  }

  /** The session is over in this process. The second call does nothing. */
  close(end: FeedEnd): void {
    if (this.finished) return;
    this.finished = true;
    const watchers = [...this.watchers];
    this.watchers.clear();
    this.kept = [];
    for (const watcher of watchers) watcher.ended(end);
  }

  private keeps(): boolean {
    if (this.watchers.size > 0) return true;
    if (this.aloneSinceMs === undefined) return false;
    if (this.options.now() - this.aloneSinceMs < KEPT_AFTER_LAST_MS) return true;
    this.aloneSinceMs = undefined;
    this.kept = [];
    return false;
  }
}
