import type { DayTotal } from './day-chart.js';

/** One credit is one second of audio. */
interface Amount {
  readonly credits: number;
  readonly seconds: number;
}

export interface Wallet {
  readonly balance: Amount;
  /** Reserved for running work. */
  readonly held: Amount;
  readonly available: Amount;
}

export interface UsageRow {
  /** YYYY-MM-DD, UTC */
  readonly day: string;
  readonly kind: string;
  readonly key_id: string | null;
  readonly credits: number;
}

const DAY_MS = 86_400_000;

/** Totals of every day from the first to the last day of use, including days without use. */
export const wholeDays = (rows: readonly UsageRow[]): readonly DayTotal[] => {
  const totals = new Map<string, number>();
  for (const { day, credits } of rows) totals.set(day, (totals.get(day) ?? 0) + credits);
  const times = [...totals.keys()].map((day) => Date.parse(day));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  if (times.length === 0) return [];
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, index) => {
    const day = new Date(first + index * DAY_MS).toISOString().slice(0, 10);
    return { day, seconds: totals.get(day) ?? 0 };
  });
};
