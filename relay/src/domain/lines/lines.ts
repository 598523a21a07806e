import type { LineSums } from '@undertone/model';
import { Fault } from '../fault.js';
import type { PageEnd } from '../page-end.js';
import type { KnownLine, LineLesson, LineName, LineStore } from './line-store.js';

/** Before so many voices were heard, what calls have in common may be one person’s voice. */
export const LEAST_VOICES = 3;
/** Names come from clients; a new one for each call would fill the database. */
const MAX_LINES = 10_000;

export interface LinesOptions {
  readonly store: LineStore;
  readonly newId: (prefix: string) => string;
  readonly nowMs: () => number;
}

/** A line as its organization sees it. */
export interface ShownLine {
  readonly line: string;
  readonly model: string;
  /** Seconds of speech heard on it. */
  readonly seconds: number;
  readonly voices: number;
  readonly calls: number;
  /** Whether new calls begin with it: see {@link LEAST_VOICES}. */
  readonly isUsable: boolean;
  readonly updatedAt: Date;
}

/** What is known about lines (microphones, trunks, queues) beyond a call: sums, no audio and no voice. */
export class Lines {
  private readonly options: LinesOptions;

  constructor(options: LinesOptions) {
    this.options = options;
  }

  /** What a new call may begin with; undefined for a line that is unknown or has heard too few voices. */
  async open(name: LineName): Promise<LineSums | undefined> {
    const sums = await this.options.store.find(name);
    return sums !== undefined && isUsable(sums) ? sums : undefined;
  }

  /**
   * Adds what a call taught to its line. Taught again, by the same call, it replaces what was taught before.
   * @returns false where nothing was kept: the call heard nobody, or it was deleted meanwhile
   */
  async learn(lesson: LineLesson): Promise<boolean> {
    if (!(lesson.growth.count > 0)) return false;
    const { store, newId, nowMs } = this.options;
    return store.learn(lesson, { id: newId('lin'), at: new Date(nowMs()), most: MAX_LINES });
  }

  /** The organization's lines, the oldest first. */
  async list(
    orgId: string,
    page: { readonly limit: number; readonly cursor: PageEnd | undefined },
  ): Promise<{ readonly lines: readonly ShownLine[]; readonly nextCursor: PageEnd | undefined }> {
    const { lines, nextCursor } = await this.options.store.list(orgId, page);
    return { lines: lines.map(shown), nextCursor };
  }

  /**
   * Forgets a line, or all of the organization's.
   * @param actor who asked, for the audit log
   * @throws Fault `not_found` for a name that no line has
   */
  async remove(orgId: string, line: string | undefined, actor: string): Promise<void> {
    const at = new Date(this.options.nowMs());
    const removed = await this.options.store.remove(orgId, line, { actor, at });
    if (removed === 0 && line !== undefined)
      throw new Fault('not_found', 'the organization has no such line');
  }
}

const isUsable = ({ voices }: LineSums): boolean => voices >= LEAST_VOICES;

const shown = ({ line, model, sums, calls, updatedAt }: KnownLine): ShownLine => ({
  line,
  model,
  seconds: sums.seconds,
  voices: sums.voices,
  calls,
  isUsable: isUsable(sums),
  updatedAt,
});

/** The model whose sums a line's are: those of one version fit no other. */
export const modelOfLine = ({ id, version }: { readonly id: string; readonly version: string }): string =>
  `${id}@${version}`;
