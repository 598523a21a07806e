import type { SessionName } from '../call/session-name.js';

/** Bounds one round: each session takes a transaction over many tables. */
const MOST = 100;

/** What retention needs from the storage. It knows how long each organization keeps what. */
export interface RetentionStore {
  /** Sessions that are over, that nobody is still to be told of, and that were kept long enough: the oldest first. */
  sessionsDue(now: Date, most: number): Promise<readonly SessionName[]>;
  /** Deletes what was said longer ago than its organization keeps it. @returns how many lines */
  forgetWords(now: Date): Promise<number>;
  /** Deletes events and batches that belong to no session. @returns how many */
  forgetLoose(now: Date): Promise<number>;
}

export interface RetentionOptions {
  readonly store: RetentionStore;
  /** Deletes a session as its caller would: with what was learned from it. */
  readonly remove: (session: SessionName) => Promise<void>;
  readonly nowMs: () => number;
}

/** Deletes what organizations do not want kept any longer. */
export class Retention {
  private readonly options: RetentionOptions;

  constructor(options: RetentionOptions) {
    this.options = options;
  }

  /** @returns how many sessions, lines of transcripts and loose rows went */
  async round(): Promise<{ readonly sessions: number; readonly lines: number; readonly loose: number }> {
    const { store, remove, nowMs } = this.options;
    const now = new Date(nowMs());
    const due = await store.sessionsDue(now, MOST);
    for (const session of due) await remove(session);
    const lines = await store.forgetWords(now);
    return { sessions: due.length, lines, loose: await store.forgetLoose(now) };
  }
}
