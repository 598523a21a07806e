/** The polite region interrupts a screen reader at most once in this time. */
export const ANNOUNCE_INTERVAL_MS = 5_000;

/** Topics in the order in which they are spoken. */
export type Topic = 'connection' | 'warning' | 'identity' | 'mood' | 'sound';

const ORDER: readonly Topic[] = ['connection', 'warning', 'identity', 'mood', 'sound'];

/** The text about one thing: a topic as a whole, or one of several things in it that hold at once. */
interface Announcement {
  readonly topic: Topic;
  readonly key: string;
  readonly text: string;
  /** Whoever waits for a call to begin hears at once that it does not. */
  readonly isUrgent: boolean;
}

/**
 * Collects changes and releases them at most once per {@link ANNOUNCE_INTERVAL_MS}. The newest text of a thing
 * wins, so a mood that changed several times in between is spoken as it is at the end.
 */
export class Announcer {
  private readonly pending = new Map<string, Announcement>();
  private readonly spoken = new Map<string, Announcement>();
  private lastMs = -Infinity;

  /**
   * Offers a text. When it equals the text last spoken about the same thing, it withdraws the waiting text.
   *
   * @param key Which of several things of the topic the text is about.
   * @param isUrgent Whether it does not wait for the interval.
   */
  offer(topic: Topic, text: string, key = '', isUrgent = false): void {
    const thing = `${topic} ${key}`;
    if (this.spoken.get(thing)?.text === text) {
      this.pending.delete(thing);
    } else {
      this.pending.set(thing, { topic, key, text, isUrgent });
    }
  }

  /** Forgets the texts of a topic, except those whose keys still hold. A forgotten text is spoken when it is offered again. */
  forget(topic: Topic, except: readonly string[] = []): void {
    for (const said of [this.pending, this.spoken]) {
      for (const [thing, announcement] of said) {
        if (announcement.topic === topic && !except.includes(announcement.key)) said.delete(thing);
      }
    }
  }

  /** Returns the announcement that is due at `nowMs`, or undefined. */
  take(nowMs: number): string | undefined {
    const dueAtMs = this.dueAtMs(nowMs);
    if (dueAtMs === undefined || dueAtMs > nowMs) return undefined;
    this.lastMs = nowMs;
    const due = [...this.pending].sort(([, a], [, b]) => ORDER.indexOf(a.topic) - ORDER.indexOf(b.topic));
    this.pending.clear();
    for (const [thing, announcement] of due) this.spoken.set(thing, announcement);
    return due.map(([, { text }]) => text).join(' ');
  }

  /** When {@link take} next returns a text, or undefined while nothing waits. */
  dueAtMs(nowMs: number): number | undefined {
    if (this.pending.size === 0) return undefined;
    const isUrgent = [...this.pending.values()].some((waiting) => waiting.isUrgent);
    return isUrgent ? nowMs : Math.max(nowMs, this.lastMs + ANNOUNCE_INTERVAL_MS);
  }
}
