import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { BudgetKind } from '../../domain/billing/budgets.js';
import type { NullableTimestamp, Timestamp } from './columns.js';

/** `bigint`: one driver returns text, the other a number; {@link readMicroCredits} makes both a number. */
export type MicroCredits = ColumnType<string | number | bigint, number, number>;

type DefaultedMicroCredits = ColumnType<string | number | bigint, number | undefined, number>;

export const readMicroCredits = (value: string | number | bigint): number => Number(value);

export interface WalletsTable {
  org_id: string;
  /** Top-ups minus charges. */
  balance: DefaultedMicroCredits;
  /** The part of the balance that open holds reserve. */
  held: DefaultedMicroCredits;
}

export interface WalletHoldsTable {
  id: string;
  org_id: string;
  kind: 'stream' | 'analysis' | 'fine_tune';
  reference: string;
  key_id: string | null;
  /** Still reserved; 0 once the hold is closed. */
  micro_credits: MicroCredits;
  /** Charged under this hold so far. */
  charged: DefaultedMicroCredits;
  /** Streams: the price of one second, in whole credits; 0 for other work. */
  channels: Generated<number>;
  /** Streams: the generation of the session's holder that pays. Other work: how often the hold was asked for again. */
  generation: Generated<number>;
  state: 'open' | 'settled' | 'released' | 'expired';
  expires_at: Timestamp;
  created_at: Timestamp;
}

export interface LedgerEntriesTable {
  id: GeneratedAlways<string>;
  org_id: string;
  at: Timestamp;
  kind: 'top_up' | 'stream' | 'stream_return' | 'analysis' | 'fine_tune';
  /** Unique within its kind: what was paid for, or the payment's number. */
  reference: string;
  key_id: string | null;
  /** Positive into the wallet, negative out of it. */
  micro_credits: MicroCredits;
  note: string | null;
}

export interface UsageDaysTable {
  org_id: string;
  /** UTC. */
  day: ColumnType<Date, string, never>;
  /** Empty for work without an API key. */
  key_id: string;
  kind: 'stream' | 'analysis' | 'fine_tune';
  micro_credits: MicroCredits;
  operations: MicroCredits;
}

export interface WalletBudgetsTable {
  id: string;
  org_id: string;
  kind: BudgetKind;
  micro_credits: MicroCredits;
  created_at: Timestamp;
  /** The first day of the month in which it was reached last, UTC. */
  reached_month: ColumnType<Date | null, string | null, string | null>;
  reached_at: NullableTimestamp;
  /** What was spent or left at that moment. */
  reached_micro_credits: ColumnType<string | number | bigint | null, number | null, number | null>;
  /** Whether the event of that month is written. */
  told: Generated<boolean>;
}

export interface BillingTables {
  wallets: WalletsTable;
  wallet_holds: WalletHoldsTable;
  ledger_entries: LedgerEntriesTable;
  usage_days: UsageDaysTable;
  wallet_budgets: WalletBudgetsTable;
}
