import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable } from '../tables/tenant.js';

/** Limits that an organization sets on its wallet, and in which month each was reached last. */
export const walletBudgets: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    // `told`: the event of `reached_month` is written.
    await sql`
      create table wallet_budgets (
        id text primary key,
        org_id text not null references organizations (id) on delete cascade,
        kind text not null check (kind in ('spent_in_month', 'balance_below')),
        micro_credits bigint not null check (micro_credits > 0),
        created_at timestamptz not null,
        reached_month date,
        reached_at timestamptz,
        reached_micro_credits bigint,
        told boolean not null default true,
        unique (org_id, kind, micro_credits)
      )`.execute(db);
    await sql`create index untold_wallet_budgets on wallet_budgets (id) where not told`.execute(db);
    await protectTable(db, 'wallet_budgets');
  },
};
