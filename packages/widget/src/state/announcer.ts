/** A screen reader is not interrupted more often than this by the polite region. */
export const ANNOUNCE_INTERVAL_MS = 5_000;

/** Topics in the order in which they are spoken. */
export type Topic = 'connection' | 'warning' | 'identity' | 'escalation' | 'sound' | 'emotion';

const ORDER: readonly Topic[] = ['connection', 'warning', 'identity', 'escalation', 'sound', 'emotion'];

/** What is said of one thing: the topic alone, or one of several things that hold at once. */
interface Announcement {
  readonly topic: Topic;
  readonly key: string;
  readonly text: string;
}

/**
 * Collects what changed and lets it out at most once per {@link ANNOUNCE_INTERVAL_MS}. The newest text of a thing
 * wins, so a mood that swung back and forth in between is spoken as it is at the end.
 */
export class Announcer {
  private readonly pending = new Map<string, Announcement>();
  private readonly spoken = new Map<string, Announcement>();
  private lastMs = -Infinity;

  /**
   * Offers a text. A text that equals the one last spoken of the same thing withdraws what was waiting.
   *
   * @param key Which of several things of the topic it is about.
   */
  offer(topic: Topic, text: string, key = ''): void {
    const thing = `${topic} ${key}`;
    if (this.spoken.get(thing)?.text === text) {
      this.pending.delete(thing);
    } else {
      this.pending.set(thing, { topic, key, text });
    }
  }

  /** Forgets what was said of a topic, but for what still holds: when it comes again, it is spoken again. */
  forget(topic: Topic, except: readonly string[] = []): void {
    for (const said of [this.pending, this.spoken]) {
      for (const [thing, announcement] of said) {
        if (announcement.topic === topic && !except.includes(announcement.key)) said.delete(thing);
      }
    }
  }

  /** The announcement that is due at `nowMs`, or undefined. */
  take(nowMs: number): string | undefined {
    if (this.pending.size === 0 || nowMs - this.lastMs < ANNOUNCE_INTERVAL_MS) {
      return undefined;
    }
    this.lastMs = nowMs;
    const due = [...this.pending].sort(([, a], [, b]) => ORDER.indexOf(a.topic) - ORDER.indexOf(b.topic));
    this.pending.clear();
    for (const [thing, announcement] of due) this.spoken.set(thing, announcement);
    return due.map(([, { text }]) => text).join(' ');
  }

  /** When {@link take} has something next, or undefined while nothing waits. */
  dueAtMs(nowMs: number): number | undefined {
    return this.pending.size === 0 ? undefined : Math.max(nowMs, this.lastMs + ANNOUNCE_INTERVAL_MS);
  }
}
