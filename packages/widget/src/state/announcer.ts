/** A screen reader is not interrupted more often than this by the polite region. */
export const ANNOUNCE_INTERVAL_MS = 5_000;

/** Topics in the order in which they are spoken. */
export type Topic = 'connection' | 'warning' | 'identity' | 'escalation' | 'sound' | 'emotion';

const ORDER: readonly Topic[] = ['connection', 'warning', 'identity', 'escalation', 'sound', 'emotion'];

/**
 * Collects what changed and lets it out at most once per {@link ANNOUNCE_INTERVAL_MS}. The newest text of a topic
 * wins, so a mood that swung back and forth in between is spoken as it is at the end.
 */
export class Announcer {
  readonly #pending = new Map<Topic, string>();
  readonly #spoken = new Map<Topic, string>();
  #lastMs = -Infinity;

  /** Offers a text. A text that equals the one last spoken on the topic withdraws what was waiting. */
  offer(topic: Topic, text: string): void {
    if (this.#spoken.get(topic) === text) {
      this.#pending.delete(topic);
    } else {
      this.#pending.set(topic, text);
    }
  }

  /** The announcement that is due at `nowMs`, or undefined. */
  take(nowMs: number): string | undefined {
    if (this.#pending.size === 0 || nowMs - this.#lastMs < ANNOUNCE_INTERVAL_MS) {
      return undefined;
    }
    this.#lastMs = nowMs;
    const texts = ORDER.flatMap((topic) => {
      const text = this.#pending.get(topic);
      if (text === undefined) {
        return [];
      }
      this.#spoken.set(topic, text);
      return [text];
    });
    this.#pending.clear();
    return texts.join(' ');
  }

  /** When {@link take} has something next, or undefined while nothing waits. */
  dueAtMs(nowMs: number): number | undefined {
    return this.#pending.size === 0 ? undefined : Math.max(nowMs, this.#lastMs + ANNOUNCE_INTERVAL_MS);
  }
}
