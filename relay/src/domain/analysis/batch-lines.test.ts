import { Baseline, packBaseline, unpackBaseline } from '@undertone/model';
import { afterEach, describe, expect, it } from 'vitest';
import type { LineKnowledge } from '@undertone/hearing';
import { LineBook, type LineGrowth, type LineReader } from '../lines/line-book.js';
import { twoClasses } from '../lines/testing/two-classes.js';
import { BatchLines, type LineItem } from './batch-lines.js';

const reader: LineReader = { id: 'reader', version: '1', classes: [0, 1], classifier: twoClasses };
/** What the store knows of the named line `desk`. */
let stored: LineKnowledge | undefined;
const book: LineBook = new LineBook(
  {
    open: ({ line }) =>
      Promise.resolve(line === 'desk' ? stored && book.growth(undefined, [stored]).live : undefined),
    learn: () => Promise.resolve(true),
  },
  { live: reader },
);

/** What a recording teaches that sounds like this. */
const lessonOf = (x: readonly number[]): LineGrowth => {
  const baseline = new Baseline(twoClasses, 2);
  baseline.hear('0', 3, baseline.judge(x, '0', 3));
  return book.growth(undefined, [{ live: packBaseline(baseline.snapshot()) }]);
};
const SOUNDS = [
  [3, 1.5],
  [4.3, -0.2],
  [3.7, 0.9],
  [5.1, 0.3],
] as const;

/** Lines of a batch after its first pass, which heard the items at `expected`. */
const linesOf = async (items: readonly LineItem[], expected?: number[]): Promise<BatchLines> => {
  const lines = new BatchLines(book, 'org_a', items);
  await lines.open();
  if (expected !== undefined) expect(lines.toHear).toEqual(expected);
  for (const position of lines.toHear) lines.take(position, lessonOf(SOUNDS[position] ?? []));
  return lines;
};
const unnamed: LineItem = { request: {} };
const secondsIn = (known: LineKnowledge | undefined): number | undefined =>
  known && unpackBaseline(known.live).lineSeconds;
const secondsOf = (lines: BatchLines, position: number): number | undefined =>
  secondsIn(lines.secondOf(position)?.began);

describe('the items of a batch', () => {
  afterEach(() => (stored = undefined));

  it('are heard on one line, to the bit in whatever order they come', async () => {
    const lines = await linesOf([unnamed, unnamed, unnamed, unnamed]);
    const turned = new BatchLines(book, 'org_a', [unnamed, unnamed, unnamed, unnamed]);
    SOUNDS.forEach((sound, n) => turned.take(3 - n, lessonOf(sound)));
    for (const n of [0, 1, 2, 3]) expect(turned.secondOf(3 - n)).toEqual(lines.secondOf(n));
  });

  it('are each judged with what the others taught, and without themselves', async () => {
    const lines = await linesOf([unnamed, unnamed, unnamed, unnamed]);
    expect(secondsOf(lines, 2)).toBe(9);
    const began = lines.secondOf(2)?.began;
    expect(began).toEqual(
      book.join(
        undefined,
        [0, 1, 3].map((n) => lessonOf(SOUNDS[n] ?? [])),
      ),
    );
    // What all of them have in common is above 3 in the first coordinate, where the classes lie at -2 and 2.
    const known = new Baseline(twoClasses, 2, began && unpackBaseline(began.live)).judge([2, 0], '0', 3);
    const alone = new Baseline(twoClasses, 2).judge([2, 0], '0', 3);
    expect(known.probabilities[1]).toBeLessThan((alone.probabilities[1] ?? 0) - 0.15);
  });

  it('are judged by themselves while several voices are not in it', async () => {
    const lines = await linesOf([unnamed, unnamed], []);
    expect(lines.secondOf(0)?.began).toBeUndefined();
    const silent = new BatchLines(book, 'org_a', [unnamed, unnamed, unnamed]);
    expect(silent.toHear).toEqual([0, 1, 2]);
    silent.take(0, lessonOf([3, 1]));
    silent.take(1, lessonOf([4, 1]));
    expect(silent.secondOf(0)?.began).toBeUndefined();
  });

  it('that ask to be alone, cannot be heard or name lines of their own are not on it', async () => {
    const items = [
      { request: { isAlone: true as const } },
      { request: undefined },
      { request: { line: 'other' } },
    ];
    const lines = await linesOf([unnamed, ...items, unnamed, unnamed], [0, 4, 5]);
    expect(lines.secondOf(1)).toBeUndefined();
    expect(lines.secondOf(2)).toBeUndefined();
    expect(lines.secondOf(3)?.began).toBeUndefined();
    expect(secondsOf(lines, 0)).toBe(6);
  });

  it('that name a line begin with what the store knows of it, and with what the others taught', async () => {
    stored = book.join(undefined, SOUNDS.slice(0, 3).map(lessonOf));
    const desk: LineItem = { request: { line: 'desk' } };
    const lines = await linesOf([desk, desk, unnamed]);
    expect(secondsIn(lines.firstOf(0)?.began)).toBe(9);
    expect(secondsOf(lines, 0)).toBe(12);
    // Its line is in the store already, with what an item taught that has its result.
    const again = await linesOf([desk, { ...desk, lesson: lessonOf([3, 1]), isDone: true }]);
    expect(secondsOf(again, 0)).toBe(9);
  });

  it('go on with what an earlier run heard of them, also of those that cannot be heard any more', async () => {
    const kept = (n: number): LineItem => ({ request: undefined, lesson: lessonOf(SOUNDS[n] ?? []) });
    const lines = await linesOf([kept(0), kept(1), unnamed, unnamed], [2, 3]);
    expect(secondsOf(lines, 2)).toBe(9);
  });

  it('learn nothing without readers', () => {
    const lines = new BatchLines(undefined, 'org_a', [unnamed, unnamed, unnamed]);
    expect([lines.toHear, lines.firstOf(0), lines.secondOf(0)]).toEqual([[], undefined, undefined]);
  });
});
