import { call } from '../api/call.js';
import { locale } from '../language/language.js';
import { t } from '../language/text.js';
import { withMinus } from '../shell/format.js';

/** One credit is one second of audio. */
interface Amount {
  readonly credits: number;
  readonly seconds: number;
}

/** What the operator asks for a minute of audio. */
export interface Price {
  readonly currency: string;
  readonly per_minute: number;
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

const KINDS: Readonly<Record<string, string>> = {
  stream: t('Live streams'),
  analysis: t('Recordings'),
  fine_tune: t('Training'),
};
export const kindWord = (kind: string): string => KINDS[kind] ?? kind;

export interface Days {
  /** YYYY-MM-DD, UTC; both are part of it. */
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days until today, UTC. */
export const lastDays = (days: number, nowMs: number): Days => ({
  from: dayText(nowMs - (days - 1) * DAY_MS),
  to: dayText(nowMs),
});

/** Every day of a range: a chart without its empty days would lie. */
export const daysOf = ({ from, to }: Days): readonly string[] =>
  Array.from(
    { length: Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1) },
    (_, index) => dayText(Date.parse(from) + index * DAY_MS),
  );

/** Credits of each kind by day, in the order of the days; only kinds that were used. */
export const byKind = (
  rows: readonly UsageRow[],
  days: readonly string[],
): readonly { readonly kind: string; readonly credits: readonly number[] }[] => {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort();
  return kinds.map((kind) => ({
    kind,
    credits: days.map((day) =>
      rows.filter((row) => row.kind === kind && row.day === day).reduce((sum, row) => sum + row.credits, 0),
    ),
  }));
};

/** What so many credits cost, as people of the reader's place write it; undefined where the operator names no price. */
export const money = (credits: number, price: Price | null): string | undefined =>
  price === null ? undefined : moneyText((credits / 60) * price.per_minute, price.currency);

/** A second costs less than a cent: small amounts keep the digits that tell them apart. */
const moneyText = (amount: number, currency: string): string =>
  withMinus(
    new Intl.NumberFormat(locale(), {
      style: 'currency',
      currency,
      ...(Math.abs(amount) < 1 && { maximumFractionDigits: 4 }),
    }).format(amount),
  );

interface UsagePage {
  readonly usage: readonly UsageRow[];
  readonly next_cursor: string | null;
}

/** Everything that was used in these days. @throws Problem */
export const loadUsage = async ({ from, to }: Days, signal: AbortSignal): Promise<readonly UsageRow[]> => {
  const rows: UsageRow[] = [];
  let cursor: string | null = null;
  do {
    const query = new URLSearchParams({ from, to, limit: '1000', ...(cursor !== null && { cursor }) });
    const page: UsagePage = await call<UsagePage>('GET', `/v1/usage?${query}`, undefined, signal);
    rows.push(...page.usage);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
};
