import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';
import { protectTable, TENANT_ROLE } from '../tables/tenant.js';

/** Wallets, their holds, the ledger that nobody can rewrite, and usage by day. */
export const billing: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table wallets (
        org_id text primary key references organizations (id),
        balance bigint not null default 0 check (balance <= 9007199254740991),
        held bigint not null default 0 check (held >= 0),
        check (balance >= held)
      )`.execute(db);
    // Streams change their holds every second. Free room in the page keeps such an update out of the indexes.
    await sql`
      create table wallet_holds (
        id text primary key,
        org_id text not null references wallets (org_id),
        kind text not null check (kind in ('stream', 'analysis', 'fine_tune')),
        reference text not null,
        key_id text,
        micro_credits bigint not null check (micro_credits >= 0),
        charged bigint not null default 0 check (charged >= 0),
        channels integer not null default 0 check (channels >= 0),
        generation integer not null default 0,
        state text not null check (state in ('open', 'settled', 'released', 'expired')),
        expires_at timestamptz not null,
        created_at timestamptz not null,
        unique (org_id, kind, reference),
        check (state = 'open' or micro_credits = 0)
      ) with (fillfactor = 50)`.execute(db);
    await sql`create index open_wallet_holds on wallet_holds (org_id, expires_at) where state = 'open'`.execute(
      db,
    );
    // No foreign key: a thousand entries a second would lock the same wallet a thousand times, and it is already locked.
    await sql`
      create table ledger_entries (
        id bigint generated always as identity primary key,
        org_id text not null,
        at timestamptz not null,
        kind text not null check (kind in ('top_up', 'stream', 'stream_return', 'analysis', 'fine_tune')),
        reference text not null,
        key_id text,
        micro_credits bigint not null,
        note text,
        unique (org_id, kind, reference),
        check (case when kind in ('top_up', 'stream_return') then micro_credits > 0 else micro_credits < 0 end)
      )`.execute(db);
    await sql`
      create table usage_days (
        org_id text not null references wallets (org_id),
        day date not null,
        key_id text not null,
        kind text not null check (kind in ('stream', 'analysis', 'fine_tune')),
        micro_credits bigint not null,
        operations bigint not null,
        primary key (org_id, day, key_id, kind)
      )`.execute(db);
    await sql`
      create function undertone_append_only() returns trigger language plpgsql as $$
      begin
        raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
      end $$`.execute(db);
    await sql`
      create trigger append_only before update or delete or truncate on ledger_entries
      for each statement execute function undertone_append_only()`.execute(db);
    for (const table of ['wallets', 'wallet_holds', 'ledger_entries', 'usage_days']) {
      await protectTable(db, table);
    }
    await sql`revoke update, delete on ledger_entries from ${sql.id(TENANT_ROLE)}`.execute(db);
  },
};
