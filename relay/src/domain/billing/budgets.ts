/** What a limit looks at: what was charged in a calendar month, or what is left. */
export const BUDGET_KINDS = ['spent_in_month', 'balance_below'] as const;
export type BudgetKind = (typeof BUDGET_KINDS)[number];

/** More would be told of more often than anybody reads. */
export const MOST_BUDGETS = 10;

/** A limit that an organization sets on its wallet. It only tells: work goes on. */
export interface BudgetLimit {
  readonly kind: BudgetKind;
  readonly microCredits: number;
}

/** When a limit was reached last. */
export interface BudgetReached {
  /** `2026-11`, UTC. */
  readonly month: string;
  readonly at: Date;
  /** What was spent or left at that moment. */
  readonly microCredits: number;
}

/** A limit as it is stored. Another amount is another limit. */
export interface Budget extends BudgetLimit {
  readonly id: string;
  readonly reached: BudgetReached | undefined;
}

/** The money that limits are compared with. */
export interface BudgetMoney {
  /** Charged since the month began, minus what was given back. */
  readonly spentMicroCredits: number;
  readonly balanceMicroCredits: number;
}

/** An organization's limits and its money at one moment. */
export interface Budgets extends BudgetMoney {
  readonly budgets: readonly Budget[];
}

/** Whether a limit is crossed now. The database decides by the same rule, in `storage/billing/budget-repository.ts`. */
export const isCrossed = ({ kind, microCredits }: BudgetLimit, money: BudgetMoney): boolean =>
  kind === 'spent_in_month'
    ? money.spentMicroCredits >= microCredits
    : money.balanceMicroCredits < microCredits;

/** The calendar month of a moment, UTC: `2026-11`. */
export const monthOf = (at: Date): string => at.toISOString().slice(0, 7);

const DAY_MS = 86_400_000;

/**
 * The months whose sums can still cross a limit, the older one first: what was charged in a month's last seconds is
 * looked at in the next month's first day too.
 */
export const openMonths = (now: Date): readonly string[] => [
  ...new Set([monthOf(new Date(now.getTime() - DAY_MS)), monthOf(now)]),
];
