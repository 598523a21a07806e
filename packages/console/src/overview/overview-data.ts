import { call } from '../api/call.js';
import type { Mood } from '../words/words.js';
import { loadUsage } from '../wallet/wallet.js';

interface ExpectedAndCame {
  readonly calls: number;
  readonly expected: number | null;
  readonly came: number | null;
}

/** One day or week of `GET /v1/overview`. */
export interface Period {
  readonly start: string;
  readonly calls: number;
  readonly minutes: number;
  readonly emotions: Readonly<Record<string, number>>;
  readonly moods: Readonly<Partial<Record<Mood, number>>>;
  readonly escalated_calls: number;
  readonly escalations: number;
  readonly calmed: number;
  readonly cues: Readonly<Record<'given' | 'seen' | 'accepted' | 'dismissed' | 'not_useful', number>>;
  readonly outcomes: Readonly<Record<'escalated' | 'resolved' | 'churned' | 'csat', ExpectedAndCame>>;
}

export interface OverviewData {
  readonly periods: readonly Period[];
  /** Credits by the same days or weeks; undefined for who does not see what is spent. */
  readonly credits: ReadonlyMap<string, number> | undefined;
}

export interface Range {
  readonly from: string;
  readonly to: string;
  readonly by: 'day' | 'week';
}

const DAY_MS = 86_400_000;
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days until today, UTC. */
export const lastDays = (days: number, nowMs: number): Omit<Range, 'by'> => ({
  from: dayText(nowMs - (days - 1) * DAY_MS),
  to: dayText(nowMs),
});

/** The day itself, or the Monday of its week. */
const periodOf = (day: string, by: Range['by']): string => {
  if (by === 'day') return day;
  const at = new Date(`${day}T00:00:00Z`);
  return dayText(at.getTime() - ((at.getUTCDay() + 6) % 7) * DAY_MS);
};

/** Every day or week of a range: a chart without its empty days would lie. */
export const startsOf = ({ from, to, by }: Range): readonly string[] => {
  const starts: string[] = [];
  for (let at = Date.parse(periodOf(from, by)); at <= Date.parse(to); at += (by === 'day' ? 1 : 7) * DAY_MS) {
    starts.push(dayText(at));
  }
  return starts;
};

/** @param seesCredits whether whoever is signed in may read what was spent. @throws Problem */
export const loadOverview = async (
  range: Range,
  seesCredits: boolean,
  signal: AbortSignal,
): Promise<OverviewData> => {
  const { from, to, by } = range;
  const query = new URLSearchParams({ from, to, by });
  const [{ periods }, credits] = await Promise.all([
    call<{ periods: readonly Period[] }>('GET', `/v1/overview?${query}`, undefined, signal),
    seesCredits ? loadCredits(range, signal) : undefined,
  ]);
  return { periods, credits };
};

const loadCredits = async (
  { from, to, by }: Range,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> => {
  const credits = new Map<string, number>();
  for (const row of await loadUsage({ from, to }, signal)) {
    const start = periodOf(row.day, by);
    credits.set(start, (credits.get(start) ?? 0) + row.credits);
  }
  return credits;
};
