import { Baseline, type LineSums, packBaseline, unpackBaseline } from '@undertone/model';
import type { LineKnowledge } from '@undertone/hearing';
import { describe, expect, it } from 'vitest';
import { LineBook, type LineReader } from './line-book.js';
import type { LineLesson } from './line-store.js';
import { twoClasses } from './testing/two-classes.js';

const readerOf = (id: string): LineReader => ({
  id,
  version: '1',
  classes: [0, 1],
  classifier: twoClasses,
});
const DESK = { orgId: 'org_a', line: 'desk' };

/** Lines of an organization, by the model that heard them. */
class Shelf {
  readonly learned: Pick<LineLesson, 'line' | 'model'>[] = [];

  constructor(private readonly sums: Readonly<Record<string, LineSums>> = {}) {}

  open({ model }: { readonly model: string }): Promise<LineSums | undefined> {
    return Promise.resolve(this.sums[model]);
  }

  learn({ line, model }: LineLesson): Promise<boolean> {
    this.learned.push({ line, model });
    return Promise.resolve(true);
  }
}

const bookOf = (sums?: Readonly<Record<string, LineSums>>): { book: LineBook; shelf: Shelf } => {
  const shelf = new Shelf(sums);
  return { shelf, book: new LineBook(shelf, { live: readerOf('live'), full: readerOf('full') }) };
};

const stateAfter = (seconds: number) => {
  const baseline = new Baseline(twoClasses, 2);
  if (seconds > 0) baseline.hear('0', seconds, baseline.judge([3, 1], '0', seconds));
  return packBaseline(baseline.snapshot());
};
/** What the line taught a reader in so many seconds. */
const sumsOf = (seconds: number): LineSums => {
  const { live } = bookOf().book.growth(undefined, [{ live: stateAfter(seconds) }]);
  if (live === undefined) throw new Error('nothing was taught');
  return live;
};
const secondsIn = ({ live, full }: LineKnowledge): readonly (number | undefined)[] =>
  [live, full].map((state) => state && unpackBaseline(state).lineSeconds);

describe('a line', () => {
  it('that no reader knows gives a call nothing to begin with', async () => {
    expect(await bookOf().book.open(DESK)).toBeUndefined();
  });

  it('that one of two readers knows is begun by both: the other one begins anew', async () => {
    const { book } = bookOf({ 'full@1': sumsOf(3) });
    const known = await book.open(DESK);
    expect(known && secondsIn(known)).toEqual([0, 3]);
  });

  it.each([
    ['of another number of heads', (sums: LineSums) => ({ ...sums, heads: [...sums.heads, ...sums.heads] })],
    [
      'of another size',
      (sums: LineSums) => ({ ...sums, heads: sums.heads.map((head) => ({ ...head, precision: [1] })) }),
    ],
  ])('whose sums are %s is as one that nobody knows', async (_how, broken) => {
    const { book } = bookOf({ 'live@1': broken(sumsOf(3)), 'full@1': sumsOf(3) });
    const known = await book.open(DESK);
    expect(known && secondsIn(known)).toEqual([0, 3]);
  });
});

describe('what a call taught', () => {
  it('goes to the line of each reader that learned', async () => {
    const { book, shelf } = bookOf();
    await book.learn({ ...DESK, callId: 'a' }, undefined, [{ live: stateAfter(3) }]);
    expect(shelf.learned).toEqual([{ line: 'desk', model: 'live@1' }]);
  });

  it('is what came after its beginning, of all channels together', () => {
    const began = { live: stateAfter(2), full: stateAfter(2) };
    const now = [
      { live: stateAfter(5), full: stateAfter(2) },
      { live: stateAfter(6), full: stateAfter(4) },
    ];
    const { live, full } = bookOf().book.growth(began, now);
    expect([live?.seconds, full?.seconds]).toEqual([7, 2]);
  });

  it('is nothing where no channel heard anybody', () => {
    const began = { live: stateAfter(2) };
    expect(bookOf().book.growth(began, [began, undefined])).toEqual({});
  });
});
