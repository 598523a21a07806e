import { type Kysely, sql } from 'kysely';
import type { SchemaMigration } from './migration.js';

/** Organizations, their keys, used tokens, and live sessions. */
export const accountsAndSessions: SchemaMigration = {
  step: 'expand',
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`
      create table organizations (
        id text primary key,
        name text not null,
        plan text not null check (plan in ('free', 'starter', 'pro', 'enterprise')),
        policy jsonb not null default '{}',
        created_at timestamptz not null
      )`.execute(db);
    await sql`
      create table api_keys (
        id text primary key,
        org_id text not null references organizations (id),
        name text not null,
        prefix text not null,
        hash bytea not null unique check (octet_length(hash) = 32),
        checksummed boolean not null default true,
        created_at timestamptz not null,
        last_used_at timestamptz,
        expires_at timestamptz,
        revoked_at timestamptz,
        rate_limit integer check (rate_limit > 0)
      )`.execute(db);
    await sql`create index api_keys_by_organization on api_keys (org_id)`.execute(db);
    await sql`
      create table redeemed_tokens (
        jti text primary key,
        org_id text not null references organizations (id),
        session_id text not null,
        expires_at timestamptz not null
      )`.execute(db);
    await sql`create index redeemed_tokens_by_expiry on redeemed_tokens (expires_at)`.execute(db);
    await sql`
      create table sessions (
        id text primary key,
        org_id text not null references organizations (id),
        key_id text references api_keys (id),
        token_id text,
        state text not null check (state in ('live', 'ended', 'expired')),
        vertical text not null,
        generation integer not null default 1 check (generation > 0),
        handle_hash text not null unique check (length(handle_hash) = 64),
        config jsonb not null,
        started_at timestamptz not null,
        held_at timestamptz not null,
        checkpoint_at timestamptz,
        checkpoint jsonb,
        ended_at timestamptz,
        end_code text,
        summary jsonb,
        outcome jsonb,
        corrections jsonb,
        check ((state = 'live') = (ended_at is null)),
        check ((checkpoint is null) or (state = 'live'))
      )`.execute(db);
    await sql`create index sessions_by_organization on sessions (org_id, started_at)`.execute(db);
    await sql`create index live_sessions on sessions (org_id, held_at) where state = 'live'`.execute(db);
  },
};
