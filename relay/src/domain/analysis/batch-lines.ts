import type { AnalysisRequest } from '../recordings/analysis-request.js';
import type { LineGrowth } from '../lines/line-book.js';
import type { LineKnowledge } from '@undertone/hearing';
import { LEAST_VOICES } from '../lines/lines.js';
import type { BookOfLines, LineHeard } from './recording-line.js';

/** An item as its line sees it. Without a request it cannot be heard any more, but may have been. */
export interface LineItem {
  readonly request: Pick<AnalysisRequest, 'line' | 'isAlone'> | undefined;
  /** What an earlier run of the batch heard of it in the first pass. */
  readonly lesson?: LineGrowth | undefined;
  /** The batch has its result already: a named line in the store knows it. */
  readonly isDone?: boolean;
}

/** Items of a batch that were recorded on one line. */
interface Group {
  /** Undefined: the batch's own, which is forgotten with the batch. */
  readonly name: string | undefined;
  readonly positions: number[];
  began: LineKnowledge | undefined;
}

/**
 * The lines of a batch. Items that name none are one line, except those that ask to be judged by themselves. It takes two
 * passes: in the first one each item teaches what it can, in the second each is judged with what all others taught. So the
 * order of the items does not matter. Of the audio only sums are kept.
 */
export class BatchLines {
  private readonly groups: readonly Group[];
  private readonly lessons = new Map<number, LineGrowth>();

  /** @param book undefined: nothing is learned */
  constructor(
    private readonly book: BookOfLines | undefined,
    private readonly orgId: string,
    private readonly items: readonly LineItem[],
  ) {
    this.groups = book === undefined ? [] : groupsOf(items);
    items.forEach(({ lesson }, position) => lesson && this.lessons.set(position, lesson));
  }

  /** Reads what is known of the lines that are named. */
  async open(): Promise<void> {
    for (const group of this.groups) {
      const { name: line } = group;
      if (line !== undefined) group.began = await this.book?.open({ orgId: this.orgId, line });
    }
  }

  /** The items to be heard in the first pass. An item that nobody shares a line with needs none. */
  get toHear(): readonly number[] {
    return this.groups
      .filter(({ name, positions }) => positions.length >= (name === undefined ? LEAST_VOICES : 2))
      .flatMap(({ positions }) => positions)
      .filter((position) => !this.lessons.has(position) && this.items[position]?.request !== undefined)
      .sort((a, b) => a - b);
  }

  /** What an item is heard with in the first pass. */
  firstOf(position: number): LineHeard | undefined {
    const group = this.groupOf(position);
    return group && { began: group.began };
  }

  /** An item was heard in the first pass. */
  take(position: number, lesson: LineGrowth): void {
    this.lessons.set(position, lesson);
  }

  /**
   * What an item is judged with in the second pass: its line without what it taught itself, which it will add when it is
   * heard. Before several voices are in it, a line may be one person's voice, and nothing is known of it.
   */
  secondOf(position: number): LineHeard | undefined {
    const group = this.groupOf(position);
    if (group === undefined || this.book === undefined) return undefined;
    const { began, name } = group;
    const lessonsOf = (wanted: (other: number) => boolean): LineGrowth[] =>
      group.positions
        .filter((other) => wanted(other) && !(name !== undefined && this.items[other]?.isDone === true))
        .flatMap((other) => this.lessons.get(other) ?? []);
    const voices = lessonsOf(() => true).reduce((sum, { live }) => sum + (live?.voices ?? 0), 0);
    const others = lessonsOf((other) => other !== position);
    if (others.length === 0 || (began === undefined && voices < LEAST_VOICES)) return { began };
    return { began: this.book.join(began, others) };
  }

  private groupOf(position: number): Group | undefined {
    return this.groups.find(({ positions }) => positions.includes(position));
  }
}

const groupsOf = (items: readonly LineItem[]): Group[] => {
  const groups = new Map<string | undefined, Group>();
  items.forEach(({ request, lesson }, position) => {
    const name = request?.line;
    const isAlone = request?.isAlone === true && name === undefined;
    if (isAlone || (request === undefined && lesson === undefined)) return;
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { name, positions: [position], began: undefined });
    else group.positions.push(position);
  });
  return [...groups.values()];
};
