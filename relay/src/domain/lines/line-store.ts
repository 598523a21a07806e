import type { LineSums } from '@undertone/model';
import type { PageEnd } from '../page-end.js';

/** A line's name, and the model whose sums they are. */
export interface LineName {
  readonly orgId: string;
  readonly line: string;
  /** `id@version`: sums of one model say nothing to another. */
  readonly model: string;
}

/** What one call taught about a line. */
export interface LineLesson extends LineName {
  /** Unique for the line: what the same call taught before is replaced. A stream's session, or a recording's own id. */
  readonly callId: string;
  /** The conversation that it is part of: deleting that takes the lesson back. */
  readonly sessionId?: string;
  /** Enrolled people who were recognized in it: removing one takes the lesson back. */
  readonly people?: readonly string[];
  readonly growth: LineSums;
}

/** A line as it is stored. */
export interface KnownLine extends LineName {
  readonly id: string;
  readonly sums: LineSums;
  /** Calls whose lessons are in the sums. */
  readonly calls: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface LinePage {
  readonly lines: readonly KnownLine[];
  readonly nextCursor: PageEnd | undefined;
}

/** Where lines are kept, shared by all relays. */
export interface LineStore {
  find(name: LineName): Promise<LineSums | undefined>;
  /**
   * Adds a lesson to its line.
   * @param id of the line's row, where there is none yet
   * @param most lines of the organization; beyond that no new one is begun
   * @returns false where its conversation or one of its people is gone, or there are too many lines
   */
  learn(
    lesson: LineLesson,
    row: { readonly id: string; readonly at: Date; readonly most: number },
  ): Promise<boolean>;
  /** The oldest first. */
  list(
    orgId: string,
    page: { readonly limit: number; readonly cursor: PageEnd | undefined },
  ): Promise<LinePage>;
  /**
   * Deletes a line of every model, or all lines of the organization; it is noted in the audit log.
   * @returns how many rows were deleted
   */
  remove(
    orgId: string,
    line: string | undefined,
    act: { readonly actor: string; readonly at: Date },
  ): Promise<number>;
}
