import { describe, expect, it } from 'vitest';
import { isCrossed, openMonths } from './budgets.js';

describe('a limit on a wallet', () => {
  it.each([
    ['spent_in_month', 9, false],
    ['spent_in_month', 10, true],
    ['spent_in_month', 11, true],
    ['balance_below', 9, true],
    ['balance_below', 10, false],
    ['balance_below', 11, false],
  ] as const)('of %s 10 at %i is crossed: %s', (kind, amount, crossed) => {
    const money = { spentMicroCredits: 0, balanceMicroCredits: 100 };
    const now =
      kind === 'spent_in_month'
        ? { ...money, spentMicroCredits: amount }
        : { ...money, balanceMicroCredits: amount };
    expect(isCrossed({ kind, microCredits: 10 }, now)).toBe(crossed);
  });

  it('looks at a month until the first day of the next one is over', () => {
    expect(openMonths(new Date('2025-12-31T23:59:59Z'))).toEqual(['2025-12']);
    expect(openMonths(new Date('2026-01-01T23:59:59Z'))).toEqual(['2025-12', '2026-01']);
    expect(openMonths(new Date('2026-01-02T00:00:00Z'))).toEqual(['2026-01']);
  });
});
