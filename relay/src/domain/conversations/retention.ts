import type { SessionName } from '../call/session-name.js';
import { NotYoursFault } from '../removed-ids.js';

/** Bounds one round: each session takes a transaction over many tables. */
const MOST = 100;
/** The same for rows that belong to no session: a million in one statement outlast the database's limit of time, again and again. */
const MOST_LOOSE = 5_000;

/** What retention needs from the storage. It knows how long each organization keeps what. */
export interface RetentionStore {
  /** Sessions that are over, that nobody is still to be told of, and that were kept long enough: the oldest first. */
  sessionsDue(now: Date, most: number): Promise<readonly SessionName[]>;
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
}

/** Deletes what organizations do not want kept any longer. */
export class Retention {
  private readonly options: RetentionOptions;

  constructor(options: RetentionOptions) {
    this.options = options;
  }

  /** @returns how many sessions, lines of transcripts and loose rows went, and whether there is more to do at once */
  async round(): Promise<RetentionRound> {
    const { store, remove, nowMs } = this.options;
    const now = new Date(nowMs());
    const due = await store.sessionsDue(now, MOST);
    for (const session of due) await remove(session).catch(unlessGone);
    const lines = await store.forgetWords(now);
    const loose = await store.forgetLoose(now, MOST_LOOSE);
    return { sessions: due.length, lines, loose, more: due.length === MOST || loose >= MOST_LOOSE };
  }
}

/** Another relay deletes the same sessions, and was first. */
const unlessGone = (error: unknown): void => {
  if (!(error instanceof NotYoursFault)) throw error;
};
