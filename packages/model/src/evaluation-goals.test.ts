import { describe, expect, it } from 'vitest';
import { conditionGoals, goalRow, newCorporaGoals, wholeGoals } from '../scripts/lib/goals.mjs';
import { goalCells, type ReaderResult } from '../scripts/lib/reader-goals.mjs';

const scores = (early: number, end: number) => ({
  uarByTime: [early, end],
  interval: [end - 0.1, end + 0.1],
});

describe('what an evaluation reports about the goals', () => {
  it('meets a goal at exactly its figure, whether higher or lower is better', () => {
    expect(goalRow('A1', 64, '64.0').at(-1)).toBe('floor met, aim missed');
    expect(goalRow('A1', 63.9, '63.9').at(-1)).toBe('floor MISSED, aim missed');
    expect(goalRow('A5 speakers', 0.03, '.030').at(-1)).toBe('floor met, aim met');
    expect(goalRow('A5 speakers', 0.09, '.090').at(-1)).toBe('floor MISSED, aim missed');
  });

  it('has a row only for what was measured in the way that the goal requires', () => {
    const named = (...of: Parameters<typeof wholeGoals>) => wholeGoals(...of).map(([name]) => name);
    const recognition = { ravdess: scores(0.5, 0.65), emodb: scores(0.6, 0.8) };
    const calibration = { ece: 0.06 };
    const all = ['A1', 'A5 speakers', 'A7 first', 'A7 share', 'B3'];
    expect(named({ recognition, calibration }, true, 1e6)).toEqual(all);
    // One model for all speakers does not count as five folds.
    expect(named({ recognition, calibration }, false, 1e6)).toEqual(all.slice(1));
    expect(named({ recognition: {} }, true, 1e6)).toEqual(['B3']);
    const [a1] = wholeGoals({ recognition }, true, 1e6);
    expect(a1).toContain('65.0 (55.0–75.0)');
  });

  it('judges disturbed speech by its worst condition, and new corpora by their mean', () => {
    const rows = conditionGoals(
      new Map([
        ['clean', { ravdess: scores(0.5, 0.6) }],
        ['telephone', { ravdess: scores(0.5, 0.57) }],
        ['quiet', { ravdess: scores(0.5, 0.48) }],
      ]),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain('ravdess: 80 (quiet)');
    expect(rows[0]?.at(-1)).toBe('floor MISSED, aim missed');
    expect(newCorporaGoals({ fourClasses: [{ uar: 0.4 }, { uar: 0.6 }] })[0]).toContain('50.0');
  });
});

describe('what an evaluation reports about the goals of the readers', () => {
  const result = (condition: string, uar: number): ReaderResult => ({
    ...{ condition, protocol: 'speakers', corpus: 'ravdess', sharing: 'voice' },
    ...{ uar, ece: 0.05, interval: [uar - 0.1, uar + 0.1] },
  });

  it('compares a condition with the same speech undisturbed', () => {
    const rows = goalCells('full', [result('clean', 0.8), result('telephone', 0.6)]);
    expect(rows.find(([what]) => String(what).includes('telephone'))).toEqual([
      ...['of the UAR kept by telephone, %', 'full', 92, 97, 'ravdess 75.0', 'below'],
    ]);
  });

  it('says nothing of a condition where the same speech was not heard undisturbed', () => {
    expect(goalCells('live', [result('telephone', 0.6)])).toEqual([]);
  });
});
