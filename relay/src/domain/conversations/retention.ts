import type { SessionName } from '../call/session-name.js';
import { NotYoursFault } from '../removed-ids.js';
import { type OnUnreadable, passUnreadable, throwUnreadable } from '../unreadable-row.js';

/** Bounds one round: each session takes a transaction over many tables. */
const MOST = 100;
/** The same for rows that belong to no session: a million in one statement outlast the database's limit of time, again and again. */
const MOST_LOOSE = 5_000;

/** What retention needs from the storage. It knows how long each organization keeps what. */
export interface RetentionStore {
  /** Sessions that are over, that nobody is still to be told of, and that were kept long enough: the oldest first. @param without organizations */
  sessionsDue(now: Date, most: number, without: readonly string[]): Promise<readonly SessionName[]>;
  /** Deletes what was said longer ago than its organization keeps it. @returns how many lines */
  forgetWords(now: Date): Promise<number>;
  /** Deletes events and batches that belong to no session, at most so many of each. @returns how many */
  forgetLoose(now: Date, most: number): Promise<number>;
}

export interface RetentionRound {
  readonly sessions: number;
  readonly lines: number;
  readonly loose: number;
  readonly more: boolean;
}

export interface RetentionOptions {
  readonly store: RetentionStore;
  /** Deletes a session as its caller would: with what was learned from it. */
  readonly remove: (session: SessionName) => Promise<void>;
  readonly nowMs: () => number;
  /** Told why nothing more of an organization is deleted in this round. Default: throws. */
  readonly onUnreadable?: OnUnreadable;
}

/** Deletes what organizations do not want kept any longer. */
export class Retention {
  private readonly options: RetentionOptions;

  constructor(options: RetentionOptions) {
    this.options = options;
  }

  /** @returns how many sessions, lines of transcripts and loose rows went, and whether there is more to do at once */
  async round(): Promise<RetentionRound> {
    const { store, nowMs } = this.options;
    const now = new Date(nowMs());
    const { sessions, isFull } = await this.removeSessions(now);
    const lines = await store.forgetWords(now);
    const loose = await store.forgetLoose(now, MOST_LOOSE);
    return { sessions, lines, loose, more: isFull || loose >= MOST_LOOSE };
  }

  /** What an organization's sessions taught is learned anew without them: where that cannot be read, the other organizations go on. */
  private async removeSessions(now: Date): Promise<{ sessions: number; isFull: boolean }> {
    const { store, remove, onUnreadable = throwUnreadable } = this.options;
    const passed = new Set<string>();
    let sessions = 0;
    for (;;) {
      const known = passed.size;
      const due = await store.sessionsDue(now, MOST, [...passed]);
      for (const session of due) {
        if (passed.has(session.orgId)) continue;
        if (await passUnreadable(remove(session).catch(unlessGone), onUnreadable)) sessions++;
        else passed.add(session.orgId);
      }
      if (passed.size === known) return { sessions, isFull: due.length === MOST };
    }
  }
}

/** Another relay deletes the same sessions, and was first. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof NotYoursFault)) throw error;
};
